#include "rules/count.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <sstream>

#include "rules/exact_count.hpp"
#include "rules/notation.hpp"
#include "rules/perft.hpp"

namespace inarow {
namespace {

GameSpec spec_of(const std::string& text) { return *GameSpec::parse(text); }

// The lines of a table of facts without the comments.
std::vector<std::istringstream> facts(const char* name) {
  std::ifstream file(std::string(INAROW_TEST_DATA) + "/" + name);
  EXPECT_TRUE(file) << name;
  std::vector<std::istringstream> lines;
  for (std::string line; std::getline(file, line);) {
    if (!line.empty() && line[0] != '#') lines.emplace_back(line);
  }
  EXPECT_FALSE(lines.empty());
  return lines;
}

ExactCount count(const std::string& game, int max_men = 0, int threads = 2) {
  StopToken stop;
  Observer observer;
  return count_exactly(spec_of(game), {threads, 0, max_men}, stop, observer);
}

std::uint64_t total(const ExactCount& exact) {
  std::uint64_t sum = 0;
  for (const ExactCount::Row& row : exact.rows) sum += row.positions;
  return sum;
}

TEST(PositionBound, IsAllisAppendixC) {
  const PositionBound bound = position_bound(spec_of("connect4"));
  for (std::istringstream& line : facts("allis_appendix_c.txt")) {
    std::string men;
    std::string number;
    line >> men >> number;
    const mpz_class& ours = men == "total"
                                ? bound.total
                                : bound.rows[static_cast<std::size_t>(std::stoi(men))].positions;
    EXPECT_EQ(ours.get_str(), number) << men;
  }
}

TEST(PositionBound, IsNeverBelowTheExactCount) {
  for (std::istringstream& line : facts("positions_total.txt")) {
    std::string game;
    std::string number;
    line >> game >> number;
    EXPECT_GE(position_bound(spec_of(game)).total, mpz_class(number)) << game;
  }
}

TEST(ExactCount, AgreesWithThePublishedPositionsPerPly) {
  for (std::istringstream& line : facts("positions_per_ply.txt")) {
    std::string game;
    line >> game;
    const ExactCount exact = count(game);
    EXPECT_EQ(exact.end, ExactCount::End::complete);
    for (const ExactCount::Row& row : exact.rows) {
      std::uint64_t expected = 0;
      line >> expected;
      EXPECT_EQ(row.positions, expected) << game << " with " << row.men << " men";
    }
    std::string rest;
    EXPECT_FALSE(line >> rest) << game << " has more plies";
  }
}

TEST(ExactCount, AgreesWithThePublishedTotalsUpToTwoMillion) {
  int compared = 0;
  for (std::istringstream& line : facts("positions_total.txt")) {
    std::string game;
    std::uint64_t expected = 0;
    line >> game >> expected;
    if (expected > 2'200'000) continue;
    EXPECT_EQ(total(count(game)), expected) << game;
    ++compared;
  }
  EXPECT_GE(compared, 50);
}

TEST(ExactCount, AgreesWithTheFirstElevenPliesOfConnectFour) {
  const ExactCount exact = count("connect4", 11);
  ASSERT_EQ(exact.rows.size(), 12U);
  for (std::istringstream& line : facts("positions_7x6.txt")) {
    std::size_t men = 0;
    std::uint64_t positions = 0;
    std::uint64_t won = 0;
    line >> men >> positions >> won;
    if (men >= exact.rows.size()) break;
    EXPECT_EQ(exact.rows[men].positions, positions) << men;
    EXPECT_EQ(exact.rows[men].won, won) << men;
  }
}

// All positions met in all games, by the plain rules.
std::uint64_t positions_by_brute_force(const std::string& game) {
  std::set<std::vector<Stone>> seen;
  std::vector<Game> todo{Game(spec_of(game))};
  seen.insert(todo[0].stones());
  while (!todo.empty()) {
    const Game position = todo.back();
    todo.pop_back();
    for (const Cell a : position.playable_cells()) {
      for (const Cell b : position.playable_cells()) {
        const int due = position.stones_due();
        if (due > 2 || (due == 2 && !(a < b)) || (due == 1 && a != b)) continue;
        Game next = position;
        EXPECT_TRUE(next.play(due == 1 ? Move{a} : Move{a, b}));
        if (seen.insert(next.stones()).second) todo.push_back(next);
      }
    }
  }
  return seen.size();
}

TEST(ExactCount, AgreesWithBruteForceOnOddBoards) {
  EXPECT_EQ(total(count("tictactoe")), 5478U);
  for (const char* game :
       {"drop:3x4:cyl", "drop:4x3:k3", "drop:4x3:k3:cyl", "drop:2x6:cyl", "drop:5x2:k3:cyl",
        "Connect(3,2,3,2,1)", "Connect(3,3,3,2,1)", "Connect(4,2,2,1,2)"}) {
    EXPECT_EQ(total(count(game)), positions_by_brute_force(game)) << game;
  }
  // Beyond 64 bits: one column of 100 rows has one position a ply.
  EXPECT_EQ(total(count("drop:1x100")), 101U);
  EXPECT_EQ(total(count("drop:33x1", 3)), 1U + 33 + 33 * 32 + 33 * 32 * 31 / 2);
}

TEST(ExactCount, IsTheSameWithAnyNumberOfThreads) {
  EXPECT_EQ(total(count("drop:5x4", 0, 1)), 3945711U);
  EXPECT_EQ(total(count("drop:5x4", 0, 3)), 3945711U);
}

TEST(ExactCount, KeepsToItsMemoryAndStopsOnRequest) {
  StopToken stop;
  Observer observer;
  const ExactCount small = count_exactly(spec_of("drop:6x5"), {2, 1 << 20, 0}, stop, observer);
  EXPECT_EQ(small.end, ExactCount::End::out_of_memory);
  EXPECT_GT(small.rows.size(), 5U);
  const ExactCount placement =
      count_exactly(spec_of("Connect(5,5,4,1,1)"), {1, 1 << 20, 0}, stop, observer);
  EXPECT_EQ(placement.end, ExactCount::End::out_of_memory);
  stop.request_stop();
  EXPECT_EQ(count_exactly(spec_of("drop:6x5"), {2, 0, 0}, stop, observer).end,
            ExactCount::End::stopped);
}

TEST(PositionEstimate, IsWithinFiveStandardErrors) {
  const StopToken stop;
  for (const auto& [game, exact] :
       std::vector<std::pair<const char*, double>>{{"drop:5x5", 69763700},
                                                   {"drop:4x4", 161029},
                                                   {"drop:6x3", 2087325},
                                                   {"tictactoe", 5478}}) {
    const GameSpec spec = spec_of(game);
    const PositionEstimate estimate = estimate_positions(spec, position_bound(spec), 4000, stop);
    EXPECT_NEAR(estimate.total, exact, 5 * estimate.standard_error) << game;
    EXPECT_LT(estimate.standard_error, 0.05 * exact);
  }
}

TEST(PositionEstimate, ForeseesTheMemoryOfTheEnumeration) {
  const StopToken stop;
  const GameSpec spec = spec_of("connect4");
  const PositionEstimate estimate = estimate_positions(spec, position_bound(spec), 1000, stop);
  EXPECT_GT(exact_count_bytes(spec, estimate, 0), 1e11);
  EXPECT_LT(exact_count_bytes(spec, estimate, 12), 1e8);
}

std::vector<std::uint64_t> perft_of(const char* game, int depth, const char* moves = "") {
  const StopToken stop;
  Observer observer;
  return perft(*read_game(spec_of(game), moves), depth, stop, observer);
}

TEST(Perft, CountsTheSequencesOfConnectFour) {
  EXPECT_EQ(perft_of("connect4", 8),
            (std::vector<std::uint64_t>{1, 7, 49, 343, 2401, 16807, 117649, 823536, 5673234}));
  EXPECT_EQ(perft_of("connect4", 1, "444444"), (std::vector<std::uint64_t>{1, 6}));
  EXPECT_EQ(perft_of("connect4", 2, "1212121"), (std::vector<std::uint64_t>{1, 0, 0}));
}

TEST(Perft, CountsTheGamesOfTicTacToe) {
  EXPECT_EQ(perft_of("tictactoe", 9), (std::vector<std::uint64_t>{1, 9, 72, 504, 3024, 15120, 54720,
                                                                  148176, 200448, 127872}));
}

TEST(Perft, CountsMovesOfSeveralStonesAsSets) {
  EXPECT_EQ(perft_of("connect6", 2),
            (std::vector<std::uint64_t>{1, 361, 361ULL * (360 * 359 / 2)}));
  EXPECT_EQ(perft_of("Connect(6,6,6,3,2)", 1), (std::vector<std::uint64_t>{1, 630}));
  EXPECT_EQ(perft_of("Connect(2,2,3,3,3)", 2), (std::vector<std::uint64_t>{1, 4, 4}));
}

TEST(Perft, TheBitboardsAgreeWithThePlainBoard) {
  // A board of infinite height is counted on the plain board; while no column fills up it is the
  // same game.
  EXPECT_EQ(perft_of("drop:5x7:cyl", 7), perft_of("drop:5xinf:cyl", 7));
  EXPECT_EQ(perft_of("drop:3x8:k3", 8), perft_of("drop:3xinf:k3", 8));
  EXPECT_EQ(perft_of("drop:14x8", 4), perft_of("drop:14xinf", 4));
}

}  // namespace
}  // namespace inarow
