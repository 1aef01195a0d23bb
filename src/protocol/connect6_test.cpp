#include "protocol/connect6.hpp"

#include <gtest/gtest.h>

namespace inarow::protocol {
namespace {

using Lines = std::vector<std::string>;

class Talk {
 public:
  Lines say(std::string_view line) {
    Reaction reaction = connect6.handle(line);
    Lines lines = reaction.lines;
    quit = reaction.quit;
    while (reaction.order) {
      order = reaction.order;
      Move move = Rows({19, 19}, order->stones).empty_cells();
      move.resize(static_cast<std::size_t>(order->due));
      reaction = connect6.moved({.move = move});
      lines.insert(lines.end(), reaction.lines.begin(), reaction.lines.end());
    }
    return lines;
  }
  bool refuses(std::string_view line) {
    const Lines lines = say(line);
    return lines.size() == 1 && lines[0].starts_with("error ");
  }

  Connect6 connect6;
  std::optional<MoveOrder> order;
  bool quit = false;
};

TEST(Connect6, PlaysBothColours) {
  Talk talk;
  EXPECT_EQ(talk.say("name"), Lines{"name Inarow"});
  EXPECT_EQ(talk.say("new black"), Lines{"move JJ"});
  EXPECT_EQ(talk.say("move AABA"), Lines{"move CADA"});
  EXPECT_EQ(talk.order->to_move, Player::first);
  EXPECT_EQ(talk.order->due, 2);
  EXPECT_EQ(talk.order->stones[0], (Stone{{9, 9}, Player::first}));
  EXPECT_EQ(talk.say("new white"), Lines{});
  EXPECT_EQ(talk.say("move JJ"), Lines{"move AABA"});
  EXPECT_EQ(talk.order->to_move, Player::second);
  EXPECT_EQ(talk.say("new white"), Lines{});
  EXPECT_EQ(talk.say("move jjjj"), Lines{"move AABA"});  // the first stone twice
  EXPECT_EQ(talk.say("quit"), Lines{});
  EXPECT_TRUE(talk.quit);
}

TEST(Connect6, MovesInPositionsThatAreSetUp) {
  Talk talk;
  EXPECT_EQ(talk.say("next"), Lines{"move AA"});
  talk.say("new white");
  EXPECT_EQ(talk.say("black JJ"), Lines{});
  EXPECT_EQ(talk.say("white IHHI"), Lines{});
  EXPECT_EQ(talk.say("next"), Lines{"move AABA"});
  EXPECT_EQ(talk.order->to_move, Player::first);
  EXPECT_EQ(talk.say("move KKLL"), Lines{"move CADA"});
  EXPECT_EQ(talk.order->to_move, Player::first);
  const Lines board = talk.say("print");
  EXPECT_EQ(board.size(), 21U);
  EXPECT_TRUE(board.back().ends_with("white to move"));
}

TEST(Connect6, RefusesWhatItCannotDo) {
  Talk talk;
  talk.say("new black");
  for (const char* line :
       {"foo",       "new",       "new red",     "move",      "move A",   "move AA", "move ATAA",
        "move JJAA", "move AAAA", "move AABACA", "move A1B2", "move A,A", "black",   "black JJ",
        "white T",   "depth",     "depth x",     "depth 0",   "\x7f\xff", "MOVE"}) {
    EXPECT_TRUE(talk.refuses(line)) << line;
  }
  EXPECT_EQ(talk.say("depth 6"), Lines{});
  EXPECT_EQ(talk.say("vcf"), Lines{});
  EXPECT_EQ(talk.say("unvcf"), Lines{});
  EXPECT_EQ(talk.say("  "), Lines{});
  EXPECT_EQ(talk.connect6.too_long(9).lines.size(), 1U);
  // Stones of a game that is over.
  talk.say("new white");
  talk.say("black AABACADAEA");
  EXPECT_EQ(talk.say("black FA"), Lines{});
  EXPECT_TRUE(talk.refuses("next"));
  EXPECT_TRUE(talk.refuses("move SSSR"));
  EXPECT_EQ(talk.say("new black"), Lines{"move JJ"});
}

TEST(Connect6, AMoveThatWinsMayLeaveOutStones) {
  Talk talk;
  talk.say("new white");
  talk.say("black AABACADAEA");
  const Lines lines = talk.say("move FA");
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(lines[0], "error the game is over: black has six in a row");
}

}  // namespace
}  // namespace inarow::protocol
