// Open defenses against exhaustive search: what it refutes loses, and what it does not mention is
// refuted too.

#include "search/threat_space/open_defenses.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "rules/notation.hpp"
#include "rules/random_games.hpp"
#include "search/placement/exact_solver.hpp"

namespace inarow::threats {
namespace {

ThreatLimits limits_of(int order) {
  ThreatLimits limits;
  limits.order = order;
  limits.nodes_a_search = 300;
  limits.nodes_a_defense = 1000;
  limits.moves_of_order = 1;
  limits.width = 6;
  limits.table = 1024;
  return limits;
}

bool is_open(const DefensesResult& result, const Move& move) {
  return std::any_of(result.open.begin(), result.open.end(), [&](const OpenDefense& open) {
    return std::all_of(open.stones.begin(), open.stones.end(), [&](Cell cell) {
      return std::find(move.begin(), move.end(), cell) != move.end();
    });
  });
}

// Calls f with every move of the player to move.
template <class F>
void for_moves(const Game& game, F&& f) {
  const std::vector<Cell> cells = game.playable_cells();
  Move move;
  const auto extend = [&](auto& self, std::size_t from) -> void {
    if (static_cast<int>(move.size()) == game.stones_due()) {
      f(move);
      return;
    }
    for (std::size_t i = from; i < cells.size(); ++i) {
      move.push_back(cells[i]);
      self(self, i + 1);
      move.pop_back();
    }
  };
  extend(extend, 0);
}

TEST(OpenDefenses, MovesThatAreNotOpenLose) {
  Random random(29);
  int proved = 0;
  int partly = 0;
  int moves = 0;
  for (const char* text :
       {"Connect(5,4,4,1,1)", "Connect(5,5,4,1,1)", "Connect(5,4,4,2,1)", "Connect(5,5,4,2,2)",
        "Connect(6,5,5,2,1)", "Connect(5,5,4,3,1)", "Connect(5,5,5,3,2)"}) {
    const GameSpec spec = *GameSpec::parse(text);
    ExactSolver exact(*spec.placement(), std::size_t{1} << 18);
    for (int round = 0; round < 2400; ++round) {
      Game game(spec);
      if (!play_until_empty(game, 5 + random.below(7), random) || game.moves().empty()) continue;
      const Player attacker = opponent(game.to_move());
      const DefensesResult result = find_open_defenses(*spec.placement(), game.stones(), attacker,
                                                       limits_of(1 + random.below(4)));
      ASSERT_FALSE(result.stopped);
      ASSERT_EQ(result.proved, result.open.empty());
      const std::string where = std::string(text) + ' ' + format_moves(spec, game.moves());
      if (result.defender_wins) {
        Game after = game;
        Move move = result.open[0].stones;
        for (const Cell cell : game.playable_cells()) {
          if (static_cast<int>(move.size()) == game.stones_due()) break;
          if (std::find(move.begin(), move.end(), cell) == move.end()) move.push_back(cell);
        }
        ASSERT_TRUE(after.play(move).has_value()) << where;
        ASSERT_EQ(after.outcome(), win_of(game.to_move())) << where;
        continue;
      }
      if (result.proved) {
        ASSERT_EQ(exact.wins(game, attacker, nullptr), true) << where;
        ++proved;
      }
      bool some = false;
      for_moves(game, [&](const Move& move) {
        if (is_open(result, move)) return;
        some = true;
        ++moves;
        Game after = game;
        ASSERT_TRUE(after.play(move).has_value()) << where;
        if (after.over()) {
          // A full board: only a move that leaves no stone to the attacker.
          ASSERT_EQ(after.outcome(), win_of(attacker)) << where << ' ' << format_move(spec, move);
        } else {
          ASSERT_EQ(exact.wins(after, attacker, nullptr), true)
              << where << ' ' << format_move(spec, move);
        }
      });
      if (some && !result.proved) ++partly;
      for (std::size_t i = 1; i < result.open.size(); ++i) {
        ASSERT_GE(result.open[i - 1].quality, result.open[i].quality);
      }
    }
  }
  EXPECT_GT(proved, 100);
  EXPECT_GT(partly, 100);
  EXPECT_GT(moves, 10000);
  std::printf("%d proved, %d in part, %d moves refuted\n", proved, partly, moves);
}

TEST(OpenDefenses, ThePassOfConnect623) {
  const GameSpec spec = *GameSpec::parse("Connect(6,2,3)");
  const Game game = *read_game(spec, "0,0 -1,1 1,1");
  ThreatLimits limits;
  limits.order = 3;
  const DefensesResult result =
      find_open_defenses(*spec.placement(), game.stones(), Player::first, limits);
  EXPECT_TRUE(result.proved);
  ASSERT_FALSE(result.refuted.empty());
  EXPECT_TRUE(result.refuted[0].stones.empty());
  EXPECT_EQ(result.refuted[0].free, 2);
  EXPECT_EQ(result.refuted[0].order, 1);
  std::printf("%zu moves tried, %llu nodes\n", result.refuted.size(),
              static_cast<unsigned long long>(result.nodes));
}

// One stone alone threatens nothing: even the pass is open.
TEST(OpenDefenses, AnOpenPassStandsForEveryMove) {
  const GameSpec spec = *GameSpec::parse("Connect(6,2,1)");
  const Game game = *read_game(spec, "0,0");
  ThreatLimits limits;
  limits.order = 3;
  const DefensesResult result =
      find_open_defenses(*spec.placement(), game.stones(), Player::first, limits);
  EXPECT_FALSE(result.proved);
  ASSERT_EQ(result.open.size(), 1U);
  EXPECT_TRUE(result.open[0].stones.empty());
  EXPECT_EQ(result.open[0].free, 2);
}

// An open three of Gomoku with a stone of White beside it: the fours are refuted, the blocks open.
TEST(OpenDefenses, ListsTheBlocksOfAnOpenThree) {
  const GameSpec spec = *GameSpec::parse("gomoku");
  const Game game = *read_game(spec, "g8 a1 h8 a15 i8");
  ThreatLimits limits;
  limits.order = 2;
  const DefensesResult result =
      find_open_defenses(*spec.placement(), game.stones(), Player::first, limits);
  EXPECT_FALSE(result.proved);
  std::set<std::string> open;
  for (const OpenDefense& defense : result.open) open.insert(format_move(spec, defense.stones));
  EXPECT_TRUE(open.contains("f8"));
  EXPECT_TRUE(open.contains("j8"));
  EXPECT_FALSE(open.contains("a2"));
  EXPECT_LE(open.size(), 4U);
}

}  // namespace
}  // namespace inarow::threats
