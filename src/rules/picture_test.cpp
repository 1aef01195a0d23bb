#include "rules/picture.hpp"

#include <gtest/gtest.h>

#include "rules/notation.hpp"
#include "rules/random_games.hpp"

namespace inarow {
namespace {

GameSpec spec_of(const char* text) { return *GameSpec::parse(text); }

TEST(Picture, DrawsAsThePapersDo) {
  EXPECT_EQ(draw(*read_game(spec_of("drop:7x3"), "4453")),
            "3 . . . . . . .\n"
            "2 . . . o . . .\n"
            "1 . . o x x . .\n"
            "  a b c d e f g\n");
  EXPECT_EQ(draw(*read_game(spec_of("tictactoe"), "b2 a1")),
            "3 . . .\n"
            "2 . x .\n"
            "1 o . .\n"
            "  a b c\n");
  EXPECT_EQ(draw(*read_game(spec_of("drop:3xinf:cyl"), "11")),
            "3 . . .\n"
            "2 o . .\n"
            "1 x . .\n"
            "  a b c\n");
  EXPECT_EQ(draw(*read_game(spec_of("Connect(3,1,1)"), "0,0")),
            " 2  .  .  .  .  .\n"
            " 1  .  .  .  .  .\n"
            " 0  .  .  x  .  .\n"
            "-1  .  .  .  .  .\n"
            "-2  .  .  .  .  .\n"
            "   -2 -1  0  1  2\n");
}

TEST(Picture, ShowsThePartOfALargeBoardThatWasPlayedOnLast) {
  const std::string far =
      draw(*read_game(spec_of("Connect(6,2,3)"), "-1000,-1000 1000,1000 1000,-1000"));
  EXPECT_LT(far.size(), 100'000U);
  EXPECT_NE(far.find("1002\n"), std::string::npos);  // the last column's label
  EXPECT_NE(far.find("\n2 of 3 stones are outside this part of the board\n"), std::string::npos);
  const std::string near = draw(*read_game(spec_of("Connect(6,2,1)"), "-40,0 40,0 0,0"));
  EXPECT_EQ(near.find("outside"), std::string::npos);

  Game tower(spec_of("drop:1xinf:k1000"));
  for (int i = 0; i < 200; ++i) ASSERT_TRUE(tower.play({Cell{0, i}}));
  const std::string top = draw(tower);
  EXPECT_EQ(top.substr(0, 12), "201 .\n200 o\n");
  EXPECT_NE(top.find("\n101 of 200 stones are outside"), std::string::npos) << top;
}

TEST(Picture, ManyLinesOfTheWinnerAreNotTriedForEver) {
  // Sixteen lines of three apart from each other, and 15 stones a move: 3^15 ways to fail.
  const GameSpec spec = spec_of("Connect(20,20,3,15,15)");
  std::vector<Stone> stones;
  for (int i = 0; i < 16; ++i) {
    for (int x = 0; x < 3; ++x) stones.push_back({{i % 4 * 5 + x, i / 4 * 5}, Player::first});
  }
  const Result<Game> game = game_with_stones(spec, stones, 100'000);
  ASSERT_FALSE(game);
  EXPECT_NE(game.error().message.find("no last move was found"), std::string::npos);
}

TEST(Picture, ReadsWhatItDraws) {
  Random random(3);
  for (const char* game : {"connect4", "drop:9x8:cyl", "drop:27x2", "tictactoe", "gomoku",
                           "connect6", "Connect(5,4,3,2,3)"}) {
    const GameSpec spec = spec_of(game);
    for (int round = 0; round < 30; ++round) {
      Game position(spec);
      const int moves = random.below(12);
      for (int i = 0; i < moves && !position.over(); ++i) {
        ASSERT_TRUE(position.play(random_move(position, random)));
      }
      const Result<std::vector<Stone>> stones = read_picture(spec, draw(position));
      ASSERT_TRUE(stones) << stones.error().message << draw(position);
      EXPECT_EQ(*stones, position.stones());
      const Result<Game> again = game_with_stones(spec, *stones);
      ASSERT_TRUE(again) << again.error().message << draw(position);
      EXPECT_EQ(again->stones(), position.stones());
      EXPECT_EQ(again->outcome(), position.outcome());
      EXPECT_EQ(again->to_move(), position.to_move());
    }
  }
}

// Columns a to g bottom up, x White; from the diagrams of the thesis (Allis 1988).
std::string why_not(const std::vector<std::string>& columns) {
  std::vector<Stone> stones;
  for (std::size_t x = 0; x < columns.size(); ++x) {
    for (std::size_t y = 0; y < columns[x].size() && columns[x][y] != '.'; ++y) {
      stones.push_back({Cell{static_cast<int>(x), static_cast<int>(y)},
                        columns[x][y] == 'x' ? Player::first : Player::second});
    }
  }
  const Result<Game> game = game_with_stones(spec_of("connect4"), stones);
  return game ? "" : game.error().message;
}

TEST(Picture, KnowsTheIllegalPositionsOfTheThesis) {
  EXPECT_EQ(why_not({"", "o", "x", "xoo", "x", "x", ""}), "");          // diagram 1.1
  EXPECT_EQ(why_not({"", "", "", "xox", "oxxxo", "oox", "oxox"}), "");  // diagram 1.3
  EXPECT_NE(why_not({"", "", "", "oxoxox", "", "", ""}), "");           // diagram 2.1
  EXPECT_NE(why_not({"oxooxx", "ooxxox", "oxooxx", "xooxxo", "oxooxx", "ooxxox", "oxooxx"}),
            "");                                                  // diagram 2.2
  EXPECT_EQ(why_not({"ox", "", "ox", "x", "ox", "", "ox"}), "");  // diagram 2.4
  EXPECT_NE(why_not({"xxxx", "ooo", "", "", "o", "", ""}), "");   // a stone after the end
  EXPECT_NE(why_not({"xxx", "", "", "", "", "", ""}), "");        // out of turn
  EXPECT_NE(why_not({"xxxx", "oooo", "", "", "", "", ""}), "");   // both have won
}

TEST(Picture, RefusesWithTheReason) {
  const auto refused = [](const char* game, const char* text, const char* part) {
    const Result<std::vector<Stone>> stones = read_picture(spec_of(game), text);
    ASSERT_FALSE(stones) << text;
    EXPECT_NE(stones.error().message.find(part), std::string::npos) << stones.error().message;
  };
  refused("drop:3x2", "x..\n...\n", "hangs in the air");
  refused("drop:3x2", "x...\n", "4 cells");
  refused("drop:3x2", "...\n...\n...\n", "3 rows");
  refused("drop:3x2", "x?.\n", "line 1");
  refused("tictactoe", "x..\n", "1 rows");
  refused("cylinder:6", "......\n", "finite boards only");
  EXPECT_FALSE(game_with_stones(spec_of("tictactoe"), {{Cell{0, 0}, Player::second}}));
}

}  // namespace
}  // namespace inarow
