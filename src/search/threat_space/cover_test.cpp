// What a win covers, against exhaustive search: the attacker wins after every covered move, and
// with extra stones outside the zones that the cover gives it.

#include "search/threat_space/cover.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "rules/random_games.hpp"
#include "search/threat_space/threat_search.hpp"
#include "support/small_oracle.hpp"

namespace inarow::threats {
namespace {

TEST(Cover, CoveredMovesLose) {
  Random random(41);
  int covered = 0;
  int without_common_stone = 0;
  int extra = 0;
  for (const char* text : {"Connect(6,5,4,1,1)", "Connect(6,6,5,1,1)", "Connect(6,5,5,2,1)",
                           "Connect(6,6,6,2,1)", "Connect(6,6,5,3,1)", "Connect(7,6,6,3,1)"}) {
    const PlacementSpec spec = *GameSpec::parse(text)->placement();
    SmallOracle oracle(spec);
    for (int round = 0; round < 1500; ++round) {
      ThreatBoard board(spec, {});
      std::vector<Stone> stones;
      const int empty = 8 + random.below(5);
      for (int i = 0; i < 300 && board.empty_count() > empty; ++i) {
        const CellIndex cell = random.below(board.area());
        if (!board.is_empty(cell)) continue;
        const Player player = random.below(100) < 55 ? Player::first : Player::second;
        board.place(cell, player);
        if (board.has_threat(player)) {
          board.remove(cell);
        } else {
          stones.push_back({board.cell(cell), player});
        }
      }
      if (board.empty_count() > 16) continue;
      std::vector<CellIndex> free;
      for (CellIndex cell = 0; cell < board.area(); ++cell) {
        if (board.is_empty(cell)) free.push_back(cell);
      }
      // Some stones of the defender, and a win against them.
      const auto some_cells = [&](int count) {
        CellSet cells;
        while (cells.size < count) {
          const CellIndex cell = one_of(free, random);
          if (!cells.contains(cell)) cells.push(cell);
        }
        return cells;
      };
      const auto with = [&](const CellSet& cells) {
        std::vector<Stone> all = stones;
        for (const CellIndex cell : cells) all.push_back({board.cell(cell), Player::second});
        return all;
      };
      Cover cover(board);
      const CellSet own = some_cells(random.below(spec.p + 1));
      ThreatLimits limits;
      limits.order = 1;
      limits.nodes = 1000;
      limits.table = 1024;
      ThreatBoard after(spec, with(own));
      if (after.has_won(Player::second)) continue;
      const auto win = ThreatSearch(spec, with(own), Player::first, limits).find_win();
      if (!win) continue;
      Zones zones(board);
      if (static_cast<int>(win->zones.size()) < zones.count()) continue;
      for (std::size_t i = 0; i < win->zones.size(); ++i) {
        for (const Cell cell : win->zones[i]) {
          zones.add(static_cast<int>(i) + 1, board.index(cell));
        }
      }
      cover.add(own, zones, 0);
      for (int attempt = 0; attempt < 6; ++attempt) {
        const CellSet move = some_cells(spec.p);
        Zones result(board);
        const bool is_covered = cover.covers(move, spec.p, result);
        // The same question about its last stone.
        CellSet first = move;
        const CellIndex last = first.cells[static_cast<std::size_t>(--first.size)];
        Zones unused(board);
        const Cover::Rest rest = cover.rest(
            first, spec.p, std::vector<char>(static_cast<std::size_t>(board.area()), 0), 0, unused);
        ASSERT_EQ(std::find(rest.cells.begin(), rest.cells.end(), last) == rest.cells.end(),
                  is_covered);
        if (!is_covered) continue;
        ++covered;
        without_common_stone +=
            own.size > 0 && std::none_of(move.begin(), move.end(),
                                         [&](CellIndex cell) { return own.contains(cell); })
                ? 1
                : 0;
        std::vector<Stone> all = with(move);
        ASSERT_TRUE(oracle.wins(all, Player::first, true)) << text << ' ' << round;
        CellSet taken = move;
        for (int order = 1; order <= result.count() && taken.size < max_stones; ++order) {
          std::vector<CellIndex> outside;
          for (const CellIndex cell : free) {
            if (!taken.contains(cell) && !result.contains(order, cell)) outside.push_back(cell);
          }
          if (outside.empty()) break;
          taken.push(one_of(outside, random));
          ++extra;
          ASSERT_TRUE(oracle.wins(with(taken), Player::first, true)) << text << ' ' << round;
        }
      }
    }
  }
  EXPECT_GT(covered, 1000);
  EXPECT_GT(without_common_stone, 200);
  EXPECT_GT(extra, 50);
  std::printf("%d moves covered, %d without a common stone, %d extra stones\n", covered,
              without_common_stone, extra);
}

}  // namespace
}  // namespace inarow::threats
