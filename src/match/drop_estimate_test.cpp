#include "match/drop_estimate.hpp"

#include <gtest/gtest.h>

#include "rules/notation.hpp"
#include "rules/random_games.hpp"
#include "search/alphabeta/analysis.hpp"

namespace inarow {
namespace {

void expect_legal(const Game& game, const MoveList& line) {
  Game at = game;
  for (const Move& move : line) ASSERT_TRUE(at.play(move).has_value());
}

TEST(DropEstimate, IsTheSameEveryTimeAndNeverCertain) {
  Random random(3);
  for (const char* text : {"connect4", "drop:10x10", "drop:9x7:cyl", "drop:5x4", "drop:8x8:k5"}) {
    const GameSpec spec = *GameSpec::parse(text);
    for (int round = 0; round < 6; ++round) {
      const std::optional<Game> game = random_unfinished_position(spec, random.below(14), random);
      if (!game) continue;
      const DropEstimateLimits limits{.nodes = 4000, .moves = 5};
      const Estimate estimate = estimate_drop(*game, limits);
      EXPECT_EQ(estimate, estimate_drop(*game, limits));
      EXPECT_LE(estimate.score, Estimate::most_score);
      EXPECT_GE(estimate.score, -Estimate::most_score);
      EXPECT_GE(estimate.depth, 1);
      ASSERT_FALSE(estimate.moves.empty());
      EXPECT_EQ(estimate.moves[0].line, estimate.line);
      expect_legal(*game, estimate.line);
      for (const EstimatedMove& move : estimate.moves) {
        EXPECT_LE(move.score, estimate.score);
        expect_legal(*game, move.line);
      }
    }
  }
}

TEST(DropEstimate, SeesALineInSight) {
  const Game game = *read_game(*GameSpec::parse("drop:10x10"), "e e f f g a");
  const Estimate estimate = estimate_drop(game);
  EXPECT_EQ(estimate.score, Estimate::most_score);
  EXPECT_EQ(estimate.line.size(), 1U);
  // The other side can stop only one end of three.
  const Game lost = *read_game(*GameSpec::parse("drop:10x10"), "e e f f g");
  EXPECT_EQ(estimate_drop(lost).score, -Estimate::most_score);
}

// With a look ahead of one depth whoever places the last stone of it seems to stand better, and a
// game of best moves would be one mistake after the other.
TEST(DropEstimate, ChancesAlongAGameCanBeCompared) {
  for (const char* text : {"drop:8x8", "drop:9x7", "drop:10x10"}) {
    Game game = *read_game(*GameSpec::parse(text), "");
    double before = estimate_drop(game).win;
    for (int ply = 1; ply <= 8; ++ply) {
      ASSERT_TRUE(game.play(estimate_drop(game).line.front()).has_value());
      const double now = estimate_drop(game).win;
      const double first = ply % 2 == 0 ? now : 1 - now;
      EXPECT_NEAR(first, before, 0.2) << text << " after " << ply;
      before = first;
    }
  }
}

TEST(DropEstimate, KnowsWinsFromLosses) {
  Random random(5);
  const GameSpec spec = *GameSpec::parse("connect4");
  const auto engine = make_drop_engine(*spec.drop(), std::size_t{1} << 24);
  DropAnalyst analyst(*spec.drop(), engine.get(), 1, nullptr, nullptr, nullptr);
  std::array<double, 3> sum{};
  std::array<int, 3> count{};
  for (int round = 0; round < 150; ++round) {
    const std::optional<Game> game =
        random_unfinished_position(spec, 14 + random.below(10), random);
    if (!game) continue;
    const ScoreRange range = analyst.analyse(*game, {false, false, false, false}).range;
    const std::size_t value = range.lower > 0 ? 2 : range.upper < 0 ? 0 : 1;
    sum[value] += estimate_drop(*game, {.nodes = 3000}).win;
    ++count[value];
  }
  ASSERT_GT(count[0], 20);
  ASSERT_GT(count[2], 20);
  EXPECT_GT(sum[2] / count[2], sum[0] / count[0] + 0.4);
}

}  // namespace
}  // namespace inarow
