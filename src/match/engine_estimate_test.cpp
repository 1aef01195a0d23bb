#include "match/engine_estimate.hpp"

#include <gtest/gtest.h>

#include <thread>

#include "rules/notation.hpp"

namespace inarow {
namespace {

Game game_of(const char* spec, const char* moves) {
  return *read_game(*GameSpec::parse(spec), moves);
}

// The line can be played, and the chance belongs to the score.
void expect_sound(const Game& game, const Estimate& estimate) {
  EXPECT_DOUBLE_EQ(estimate.win, engine::chance_of(estimate.score));
  EXPECT_LE(std::abs(estimate.score), Estimate::most_score);
  ASSERT_FALSE(estimate.line.empty());
  Game next = game;
  for (const Move& move : estimate.line) {
    if (next.over()) break;
    const Result<void> played = next.play(move);
    ASSERT_TRUE(played) << played.error().message;
  }
}

TEST(EngineEstimate, KnowsWhoIsBetter) {
  // An open three beside a stone that does nothing.
  const Game better = game_of("gomoku", "h8 a1 i8 a15 j8 o1");
  const Game worse = game_of("gomoku", "h8 a1 i8 a15 j8");
  EXPECT_GT(estimate_position(better).win, 0.9);
  EXPECT_LT(estimate_position(worse).win, 0.5);
  EXPECT_GT(estimate_position(better, {.nodes = 1}).win, 0.6);
}

TEST(EngineEstimate, IsAnEstimateInEveryGame) {
  for (const auto& [spec, moves] : {std::pair{"gomoku", ""},
                                    {"gomoku", "h8"},
                                    {"connect6", "j10"},
                                    {"connect6", ""},
                                    {"connect6", "j10 k11i11 j12h9"},
                                    {"Connect(5,1,1)", ""},
                                    {"Connect(5,1,1)", "0,0 1,1"},
                                    {"Connect(9,9,5,3,3)", "a1b1c1"},
                                    {"Connect(19,19,7,3,1)", "j10 a1b1c1"},
                                    {"Connect(19,19,30,9,1)", "j10"},
                                    {"Connect(19,19,3,4,4)", ""},
                                    {"Connect(40,6,3)", "0,0 1,1 2,2 3,3 0,5 5,0 7,7"}}) {
    const Result<GameSpec> parsed = GameSpec::parse(spec);
    if (!parsed) continue;
    const Result<Game> game = read_game(*parsed, moves);
    if (!game || game->over()) continue;
    expect_sound(*game, estimate_position(*game));
    expect_sound(*game, estimate_position(*game, {.nodes = 1}));
  }
}

TEST(EngineEstimate, IsTheSameAtEveryRun) {
  const Game game = game_of("connect6", "j10 k11i11 j12h9 k9l10");
  const Estimate first = estimate_position(game, {.moves = 5});
  EXPECT_EQ(first.moves.size(), 5U);
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i) {
    threads.emplace_back([&] { EXPECT_EQ(estimate_position(game, {.moves = 5}), first); });
  }
  for (std::thread& thread : threads) thread.join();
}

// What is expected after a move belongs to the list: with two stones a move that takes more
// positions.
TEST(EngineEstimate, ListsMovesWithTheAnswersToThem) {
  for (const char* moves : {"j10", "j10 k11i11", "j10 k11i11 j11j12"}) {
    const Estimate estimate = estimate_position(game_of("connect6", moves), {.moves = 5});
    EXPECT_GE(estimate.depth, 2) << moves;
    ASSERT_EQ(estimate.moves.size(), 5U) << moves;
    for (const EstimatedMove& choice : estimate.moves) EXPECT_GE(choice.line.size(), 2U) << moves;
  }
}

TEST(EngineEstimate, ListsTheBestMovesFirst) {
  const Game game = game_of("gomoku", "h8 i9 h10");
  const Estimate estimate = estimate_position(game, {.moves = 4});
  ASSERT_EQ(estimate.moves.size(), 4U);
  EXPECT_EQ(estimate.moves.front().line, estimate.line);
  EXPECT_EQ(estimate.moves.front().score, estimate.score);
  for (std::size_t i = 1; i < estimate.moves.size(); ++i) {
    EXPECT_LE(estimate.moves[i].score, estimate.moves[i - 1].score);
    EXPECT_NE(estimate.moves[i].line.front(), estimate.line.front());
  }
}

TEST(EngineEstimate, StopsAtOnce) {
  StopToken stop;
  stop.request_stop();
  const Game game = game_of("connect6", "j10 k11i11 j12h9 k9l10");
  const Estimate estimate = estimate_position(game, {.nodes = 1'000'000'000, .stop = &stop});
  EXPECT_EQ(estimate.depth, 0);
  expect_sound(game, estimate);
}

}  // namespace
}  // namespace inarow
