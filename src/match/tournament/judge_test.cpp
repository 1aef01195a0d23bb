#include "match/tournament/judge.hpp"

#include <gtest/gtest.h>

#include "rules/notation.hpp"

namespace inarow::tournament {
namespace {

std::optional<Outcome> verdict(const char* spec, const char* moves, double seconds = 10) {
  const Game game = *read_game(*GameSpec::parse(spec), moves);
  Judge judge(game.spec(), seconds);
  return judge.verdict(game, nullptr);
}

TEST(Judge, DecidesSmallPlacementBoards) {
  EXPECT_EQ(verdict("tictactoe", ""), Outcome::draw);
  EXPECT_EQ(verdict("tictactoe", "b2 b1"), Outcome::first_wins);
  EXPECT_EQ(verdict("tictactoe", "a1 b1 a3 a2 c1"), Outcome::second_wins);
  // More empty cells than are searched at once.
  EXPECT_EQ(verdict("Connect(6,6,6,1,1)", "a1"), Outcome::draw);
  EXPECT_EQ(verdict("Connect(6,6,3,1,1)", "c3 a1"), Outcome::first_wins);
}

TEST(Judge, DecidesOtherGamesByThreatsOrNotAtAll) {
  EXPECT_EQ(verdict("gomoku", "g8 a1 h8 a15 i8 a8"), Outcome::first_wins);
  EXPECT_EQ(verdict("gomoku", "h8"), std::nullopt);
  EXPECT_EQ(verdict("Connect(6,2,1)", "0,0"), std::nullopt);
}

TEST(Judge, SeesThatNoLineIsOpen) {
  // 2 x 40 cells, five in a row: only the two long rows have lines.
  std::string moves;
  for (int column = 5; column < 40; column += 5) {
    const auto at = [&](int row) {
      return cell_name(*GameSpec::parse("Connect(40,2,5,1,1)"), {column, row});
    };
    moves += at(0) + " " + at(1) + " ";
  }
  EXPECT_EQ(verdict("Connect(40,2,5,1,1)", moves.c_str(), 0.2), std::nullopt);
  std::string dead;
  for (int column = 4; column < 40; column += 4) {
    const auto at = [&](int x, int row) {
      return cell_name(*GameSpec::parse("Connect(40,2,5,1,1)"), {x, row});
    };
    dead += at(column, 0) + " " + at(column - 1, 0) + " " + at(column, 1) + " " +
            at(column - 1, 1) + " ";
  }
  EXPECT_EQ(verdict("Connect(40,2,5,1,1)", dead.c_str(), 0.2), Outcome::draw);
}

TEST(Judge, DecidesDropGames) {
  EXPECT_EQ(verdict("drop:5x4", ""), Outcome::draw);
  EXPECT_EQ(verdict("drop:4x4", "1122"), Outcome::draw);
}

}  // namespace
}  // namespace inarow::tournament
