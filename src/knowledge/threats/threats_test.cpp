// The lists of active segments against plain counting, and threats and critical defenses against
// their definitions, by trying every set of cells.

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/random.hpp"
#include "knowledge/threats/defenses.hpp"
#include "rules/notation.hpp"
#include "rules/placement_board.hpp"

namespace inarow::threats {
namespace {

PlacementSpec spec_of(const char* text) { return *GameSpec::parse(text)->placement(); }

// Whether the player would have k in a row with at most `stones` more stones; from the rules alone.
bool wins_with(const PlacementBoard& board, Player player, int stones) {
  const BoardSize size = *board.spec().board;
  const int k = board.spec().k;
  for (const Direction d : all_directions) {
    const Cell step = step_of(d);
    for (int x = 0; x < size.columns; ++x) {
      for (int y = 0; y < size.rows; ++y) {
        int mine = 0;
        int lacking = 0;
        for (int i = 0; i < k; ++i) {
          const Cell cell{x + i * step.x, y + i * step.y};
          if (!board.contains(cell)) break;
          if (board.at(cell) == player) ++mine;
          if (!board.at(cell)) ++lacking;
        }
        if (mine + lacking == k && mine > 0 && lacking <= stones) return true;
      }
    }
  }
  return false;
}

// All critical defenses of at most p stones, by the definition: sets that leave no win, while each
// of their proper subsets leaves one.
std::set<std::vector<Cell>> defenses_by_definition(PlacementBoard& board, Player attacker) {
  const BoardSize size = *board.spec().board;
  std::vector<Cell> empty;
  for (int x = 0; x < size.columns; ++x) {
    for (int y = 0; y < size.rows; ++y) {
      if (!board.at({x, y})) empty.push_back({x, y});
    }
  }
  std::set<std::vector<Cell>> stops;
  std::vector<Cell> chosen;
  const auto grow = [&](auto& self, std::size_t from) -> void {
    if (!wins_with(board, attacker, board.spec().p)) {
      stops.insert(chosen);
      return;  // supersets are not critical
    }
    if (static_cast<int>(chosen.size()) == board.spec().p) return;
    for (std::size_t i = from; i < empty.size(); ++i) {
      chosen.push_back(empty[i]);
      board.place(empty[i], opponent(attacker));
      self(self, i + 1);
      board.remove(empty[i]);
      chosen.pop_back();
    }
  };
  grow(grow, 0);
  std::set<std::vector<Cell>> critical;
  for (const std::vector<Cell>& stop : stops) {
    const bool minimal = std::none_of(stops.begin(), stops.end(), [&](const auto& other) {
      return other != stop && std::includes(stop.begin(), stop.end(), other.begin(), other.end());
    });
    if (minimal) critical.insert(stop);
  }
  return critical;
}

TEST(Threats, CountsAndDefensesFollowTheDefinitions) {
  Random random(3);
  int with_threats = 0;
  int relaxed = 0;
  for (const char* text : {"Connect(7,6,4,1,1)", "Connect(7,6,4,2,1)", "Connect(8,6,5,1,1)",
                           "Connect(8,6,5,2,1)", "Connect(7,6,5,3,1)", "Connect(8,7,6,2,1)"}) {
    const PlacementSpec spec = spec_of(text);
    for (int round = 0; round < 60; ++round) {
      PlacementBoard plain(spec);
      ThreatBoard board(spec, {});
      const int stones = 4 + random.below(board.area() / 2);
      for (int i = 0; i < stones; ++i) {
        const CellIndex cell = random.below(board.area());
        if (!board.is_empty(cell)) {
          if (random.below(3) == 0) {  // undoing is tested as well
            board.remove(cell);
            plain.remove(board.cell(cell));
          }
          continue;
        }
        const Player player = random.below(3) == 0 ? Player::second : Player::first;
        board.place(cell, player);
        plain.place(board.cell(cell), player);
      }
      if (board.has_won(Player::first)) {
        ASSERT_GT(plain.complete_segments(Player::first), 0);
        continue;
      }
      ASSERT_EQ(plain.complete_segments(Player::first), 0);
      ASSERT_EQ(board.has_threat(Player::first), wins_with(plain, Player::first, spec.p));
      std::vector<CellSet> sets;
      threat_sets(board, Player::first, sets);
      std::set<std::vector<Cell>> found;
      int smallest = spec.p + 1;
      for (const CellSet& defense : critical_defenses(sets, spec.p)) {
        std::vector<Cell> cells;
        for (const CellIndex cell : defense) cells.push_back(board.cell(cell));
        std::sort(cells.begin(), cells.end());
        ASSERT_TRUE(found.insert(cells).second);
        smallest = std::min(smallest, defense.size);
      }
      ASSERT_EQ(found, defenses_by_definition(plain, Player::first)) << text;
      ASSERT_EQ(threat_number(board, Player::first, spec.p), smallest) << text;
      with_threats += sets.empty() ? 0 : 1;
      for (const auto& cells : found) relaxed += static_cast<int>(cells.size()) > smallest ? 1 : 0;
    }
  }
  EXPECT_GT(with_threats, 100);
  EXPECT_GT(relaxed, 10);
}

// Wu 2010, Fig. 7: a four with one free end has one threat; an open four has two.
TEST(Threats, LinesOfConnect6) {
  const GameSpec spec = *GameSpec::parse("connect6");
  const auto number = [&](const std::vector<Stone>& stones) {
    return threat_number(ThreatBoard(*spec.placement(), stones), Player::first, 2);
  };
  std::vector<Stone> stones;
  for (int x = 5; x < 9; ++x) stones.push_back({{x, 9}, Player::first});
  EXPECT_EQ(number(stones), 2);
  stones.push_back({{4, 9}, Player::second});
  EXPECT_EQ(number(stones), 1);
  stones.push_back({{9, 9}, Player::second});
  EXPECT_EQ(number(stones), 0);
  stones.pop_back();
  for (int y = 10; y < 14; ++y) stones.push_back({{8, y}, Player::first});
  EXPECT_EQ(number(stones), 3);  // more than two
}

TEST(Threats, TheWindowOfAnInfiniteBoardDoesNotMatter) {
  // The same stones far from the origin and in the middle of a large finite board.
  Random random(11);
  for (int round = 0; round < 200; ++round) {
    std::vector<Stone> here;
    std::vector<Stone> there;
    std::set<Cell> taken;
    for (int i = 0; i < 14; ++i) {
      const Cell cell{random.below(6), random.below(6)};
      if (!taken.insert(cell).second) continue;
      const Player player = i % 3 == 0 ? Player::second : Player::first;
      here.push_back({{cell.x + 25, cell.y + 25}, player});
      there.push_back({{cell.x - 700, cell.y + 300}, player});
    }
    const ThreatBoard finite(spec_of("Connect(60,60,6,2,1)"), here);
    const ThreatBoard infinite(spec_of("Connect(6,2,1)"), there);
    for (const Player player : {Player::first, Player::second}) {
      for (int stones = 1; stones <= 6; ++stones) {
        ASSERT_EQ(finite.active(player, stones).size(), infinite.active(player, stones).size());
      }
      ASSERT_EQ(threat_number(finite, player, 2), threat_number(infinite, player, 2));
    }
  }
}

}  // namespace
}  // namespace inarow::threats
