// Engines of every size against published facts; threads; stopping; what users ask.

#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <sstream>
#include <thread>

#include "rules/notation.hpp"
#include "rules/random_games.hpp"
#include "search/alphabeta/analysis.hpp"
#include "search/alphabeta/engine_sizes.hpp"

namespace inarow {
namespace {

GameSpec spec_of(const std::string& text) { return *GameSpec::parse(text); }
Game game_of(const std::string& game, const std::string& moves) {
  return *read_game(spec_of(game), moves);
}

ScoreRange score_of(const std::string& game, const std::string& moves = "", int threads = 1) {
  const GameSpec spec = spec_of(game);
  const auto engine = make_drop_engine(*spec.drop(), std::size_t{16} << 20);
  return engine->solve(stones_of(game_of(game, moves)), ScoreWindow::score(*spec.drop()), threads,
                       nullptr, nullptr);
}

TEST(DropEngine, AgreesWithThePublishedBoardSizes) {
  std::ifstream file(INAROW_TEST_DATA "/board_sizes.txt");
  int compared = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream fields(line);
    std::string game;
    char value = 0;
    int last_ply = 0;
    fields >> game >> value >> last_ply;
    const GameSpec spec = spec_of(game);
    if (spec.finite_board()->columns + spec.finite_board()->rows > 11) continue;
    const ScoreRange range = score_of(game);
    ASSERT_TRUE(range.complete);
    const char ours = range.lower > 0 ? '+' : range.upper < 0 ? '-' : '=';
    EXPECT_EQ(ours, value) << game;
    EXPECT_EQ(plies_to_end(*spec.cells(), 0, range.lower), last_ply) << game;
    ++compared;
  }
  EXPECT_GE(compared, 10);
}

TEST(DropEngine, TheEnginesOfOneSizeAgreeWithTheOneForAnySize) {
  Random random(5);
  for (const EngineSize& size : engine_sizes) {
    const GameSpec spec(DropSpec{size.width, size.height, 4, false});
    const ScoreWindow window = ScoreWindow::score(*spec.drop());
    const auto own = make_drop_engine(*spec.drop(), std::size_t{4} << 20);
    const auto any = make_engine_of_any_size(*spec.drop(), std::size_t{4} << 20, {});
    EXPECT_STRNE(own->specialised_for(), "any size");
    EXPECT_STREQ(any->specialised_for(), "any size");
    const auto own_worker = own->make_worker(nullptr, nullptr);
    const auto any_worker = any->make_worker(nullptr, nullptr);
    int compared = 0;
    for (int round = 0; round < 400 && compared < 40; ++round) {
      const std::optional<Game> game = random_unfinished_position(spec, *spec.cells() - 20, random);
      if (!game) continue;
      const ScoreRange a = own_worker->solve(stones_of(*game), window);
      const ScoreRange b = any_worker->solve(stones_of(*game), window);
      EXPECT_TRUE(a.complete && b.complete);
      EXPECT_EQ(a.lower, b.lower) << format_moves(spec, game->moves());
      ++compared;
    }
    EXPECT_EQ(compared, 40) << spec.to_string();
  }
}

// With the limits of real use, from positions in which the rules are asked and answer.
TEST(DropEngine, TheRulesChangeNodesAndNoScore) {
  Random random(6);
  for (const char* name : {"drop:6x6", "drop:7x6", "drop:8x6", "drop:6x8", "drop:6x6:cyl"}) {
    const GameSpec spec = spec_of(name);
    const ScoreWindow window = ScoreWindow::score(*spec.drop());
    const auto with = make_drop_engine(*spec.drop(), std::size_t{4} << 20);
    const auto without = make_drop_engine(*spec.drop(), std::size_t{4} << 20, RuleLimits::never());
    const auto asking = with->make_worker(nullptr, nullptr);
    const auto searching = without->make_worker(nullptr, nullptr);
    std::uint64_t nodes_with = 0;
    std::uint64_t nodes_without = 0;
    int compared = 0;
    for (int round = 0; round < 400 && compared < 40; ++round) {
      const std::optional<Game> game =
          random_unfinished_position(spec, *spec.cells() - 23 - round % 4, random);
      if (!game) continue;
      const ScoreRange a = asking->solve(stones_of(*game), window);
      const ScoreRange b = searching->solve(stones_of(*game), window);
      EXPECT_TRUE(a.complete && b.complete);
      EXPECT_EQ(a.lower, b.lower) << name << " " << format_moves(spec, game->moves());
      nodes_with += a.nodes;
      nodes_without += b.nodes;
      ++compared;
    }
    EXPECT_EQ(compared, 40) << name;
    EXPECT_NE(nodes_with, nodes_without) << name;  // else the rules were never asked
  }
}

TEST(DropEngine, OneThreadIsDeterministicAndThreadsAgree) {
  const ScoreRange first = score_of("drop:6x5");
  const ScoreRange second = score_of("drop:6x5");
  EXPECT_EQ(first.nodes, second.nodes);
  for (const char* game : {"drop:6x5", "drop:6x4:cyl", "drop:5x5", "drop:6x5:k5"}) {
    const ScoreRange one = score_of(game);
    for (const int threads : {2, 3}) {
      const ScoreRange many = score_of(game, "", threads);
      EXPECT_TRUE(many.complete);
      EXPECT_EQ(many.lower, one.lower) << game;
      EXPECT_EQ(many.upper, one.upper) << game;
    }
  }
}

TEST(DropEngine, AStoppedSearchGivesTrueBounds) {
  for (const int milliseconds : {0, 10, 60}) {
    const GameSpec spec = spec_of("connect4");
    const auto engine = make_drop_engine(*spec.drop(), std::size_t{16} << 20);
    StopToken stop;
    stop.limit_time(milliseconds / 1000.0);
    Observer observer;
    const ScoreRange range =
        engine->solve({}, ScoreWindow::score(*spec.drop()), 2, &stop, &observer);
    EXPECT_FALSE(range.complete);
    EXPECT_LE(range.lower, 1);
    EXPECT_GE(range.upper, 1);
    EXPECT_LE(observer.status().lower.value_or(-100), 1);
    EXPECT_GE(observer.status().upper.value_or(100), 1);
  }
}

TEST(PliesToEnd, CountsToTheWinningStone) {
  // 7x6: a win with the 41st stone from the empty board scores 1.
  EXPECT_EQ(plies_to_end(42, 0, 1), 41);
  EXPECT_EQ(plies_to_end(42, 1, -1), 40);
  EXPECT_EQ(plies_to_end(42, 6, 18), 1);  // wins at once: (43 - 6) / 2
  EXPECT_EQ(plies_to_end(42, 7, 18), 1);  // (43 - 7) / 2
  EXPECT_EQ(plies_to_end(42, 0, 0), 42);
  EXPECT_EQ(plies_to_end(25, 0, 1), 25);  // odd boards: the first player's last stone
  EXPECT_EQ(plies_to_end(25, 1, -1), 24);
}

DropAnalysis analyse(const Game& game, const DropQuestion& question) {
  const DropSpec& spec = *game.spec().drop();
  std::unique_ptr<DropEngine> engine;
  if (DropAnalyst::needs_engine(spec)) engine = make_drop_engine(spec, std::size_t{16} << 20);
  return DropAnalyst(spec, engine.get(), 1, nullptr, nullptr, nullptr).analyse(game, question);
}

TEST(Analysis, BestLinesEndAsTheScoreSays) {
  Random random(9);
  for (const char* name : {"drop:5x4", "drop:4x5:cyl", "drop:6x5", "connect4", "drop:5x5:k3"}) {
    const GameSpec spec = spec_of(name);
    for (int round = 0; round < 12; ++round) {
      Game game(spec);
      const int stones = *spec.cells() / 2 + random.below(5);
      play_at_random(game, stones, random);
      for (const bool score : {true, false}) {
        const DropAnalysis result = analyse(game, {score, true, true, true});
        ASSERT_TRUE(result.complete);
        Game end = game;
        for (const Column column : result.line) {
          ASSERT_TRUE(end.play({*end.landing_cell(column)}));
        }
        ASSERT_TRUE(end.over());
        const Outcome expected = result.range.lower > 0   ? win_of(game.to_move())
                                 : result.range.upper < 0 ? win_of(opponent(game.to_move()))
                                                          : Outcome::draw;
        EXPECT_EQ(end.outcome(), expected);
        if (game.over()) continue;
        if (score) {
          EXPECT_EQ(static_cast<int>(result.line.size()),
                    plies_to_end(*spec.cells(), game.stone_count(), result.range.lower));
        }
        EXPECT_EQ(result.moves.size(), game.playable_cells().size());
        EXPECT_FALSE(result.best.empty());
        // Asking for one best move only gives one of them.
        const DropAnalysis one = analyse(game, {score, true, false, false});
        ASSERT_EQ(one.best.size(), 1U);
        EXPECT_NE(std::find(result.best.begin(), result.best.end(), one.best[0]),
                  result.best.end());
      }
    }
  }
}

TEST(Analysis, KnowsTheBoardsWithoutSearch) {
  const DropAnalysis too_long = analyse(Game(spec_of("drop:4x4:k5")), {true, true, false, true});
  EXPECT_EQ(too_long.range.lower, 0);
  EXPECT_EQ(too_long.range.upper, 0);
  EXPECT_EQ(too_long.line.size(), 16U);
  const DropAnalysis one = analyse(Game(spec_of("drop:4x4:k1")), {true, true, true, true});
  EXPECT_EQ(one.range.lower, 8);
  EXPECT_EQ(one.line.size(), 1U);
  const DropAnalysis over = analyse(game_of("connect4", "1212121"), {true, true, true, true});
  EXPECT_EQ(over.range.lower, -18);  // the last stone was placed with 6 on the board: (43 - 6) / 2
  EXPECT_TRUE(over.best.empty());
}

}  // namespace
}  // namespace inarow
