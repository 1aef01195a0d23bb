#include "match/perfect_player.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "match/registry.hpp"
#include "rules/notation.hpp"
#include "rules/random_games.hpp"

namespace inarow {
namespace {

MoveScore reply(int column, int score) { return {Column{column}, {score, score, true, 0}}; }

TEST(PerfectPlayer, CountsTheRepliesThatThrowSomethingAway) {
  EXPECT_EQ(trap_value({}, 42, 10), 0);
  EXPECT_EQ(trap_value({reply(0, 0), reply(1, 0)}, 42, 10), 0);
  // One of two loses, after 32 stones more and at once.
  const double late = trap_value({reply(0, 0), reply(1, -1)}, 42, 10);
  const double soon = trap_value({reply(0, 0), reply(1, -16)}, 42, 10);
  EXPECT_GT(late, 0.5);
  EXPECT_GT(soon, late);
  EXPECT_LE(soon, 1);
  // A win that is thrown away counts, a slower win does not.
  EXPECT_EQ(trap_value({reply(0, 3), reply(1, 0)}, 42, 10), 0.5);
  EXPECT_EQ(trap_value({reply(0, 3), reply(1, 1)}, 42, 10), 0);
  // Who loses everywhere can throw nothing away.
  EXPECT_EQ(trap_value({reply(0, -3), reply(1, -1)}, 42, 10), 0);
}

// In positions that are not won: the move has the best score, and no other of that score sets a
// better trap. By the definition, with an analyst of its own.
TEST(PerfectPlayer, SetsTheBestTrapAmongTheBestMoves) {
  Random random(5);
  int choices = 0;
  for (const char* name : {"drop:5x4", "drop:4x5:cyl", "drop:6x4"}) {
    const GameSpec spec = *GameSpec::parse(name);
    PlayerTools tools;
    tools.table_bytes = std::size_t{1} << 20;
    const auto engine = make_drop_engine(*spec.drop(), std::size_t{1} << 20);
    DropAnalyst analyst(*spec.drop(), engine.get(), 1, nullptr, nullptr, nullptr);
    for (int round = 0; round < 40; ++round) {
      Game game(spec);
      if (!play_at_random(game, random.below(10), random)) continue;
      const DropAnalysis all = analyst.analyse(game, {.score = true, .all_moves = true});
      const Move move =
          (*make_player("perfect", spec, game.to_move(), tools))->choose(game, {})->move;
      const auto best = std::find(all.best.begin(), all.best.end(), Column{move[0].x});
      ASSERT_NE(best, all.best.end()) << name;
      if (all.range.lower > 0 || all.best.size() < 2) continue;
      ++choices;
      double chosen = -1;
      double most = -1;
      for (const Column column : all.best) {
        Game next = game;
        ASSERT_TRUE(next.play({*next.landing_cell(column)}));
        if (next.over()) continue;
        const double traps =
            trap_value(analyst.analyse(next, {.score = true, .all_moves = true}).moves,
                       *spec.cells(), next.stone_count());
        if (column == *best) chosen = traps;
        most = std::max(most, traps);
      }
      EXPECT_EQ(chosen, most) << name << " " << format_moves(spec, game.moves());
    }
  }
  EXPECT_GT(choices, 10);
}

}  // namespace
}  // namespace inarow
