#include "protocol/gomocup.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace inarow::protocol {
namespace {

using Lines = std::vector<std::string>;

// Talks to the protocol; moves are the first empty cell, as nobody thinks here.
class Talk {
 public:
  explicit Talk(const GomocupOptions& options = {}) : gomocup(options) {}

  Lines say(std::string_view line) {
    Reaction reaction = gomocup.handle(line);
    Lines lines = reaction.lines;
    quit = reaction.quit;
    while (reaction.order) {
      order = reaction.order;
      const Rows rows(*order->spec.finite_board(), order->stones);
      reaction = gomocup.moved({.move = {rows.empty_cells().front()},
                                .chance = chance,
                                .estimate = estimate,
                                .says = says});
      lines.insert(lines.end(), reaction.lines.begin(), reaction.lines.end());
    }
    return lines;
  }
  // All lines but the answers to the last are passed over.
  Lines say_all(const Lines& lines) {
    Lines last;
    for (const std::string& line : lines) last = say(line);
    return last;
  }
  // The answer to a line that is refused.
  std::string refused(std::string_view line) {
    const Lines lines = say(line);
    if (lines.empty()) return "silence";
    const bool fits = lines[0].starts_with("ERROR ") || lines[0].starts_with("UNKNOWN ");
    return fits ? "" : lines[0];
  }

  Gomocup gomocup;
  std::optional<MoveOrder> order;
  double chance = 0.7;
  std::optional<Estimate> estimate;
  std::string says;
  bool quit = false;
};

TEST(Gomocup, StartsAndPlays) {
  Talk talk;
  EXPECT_EQ(talk.say("START 15"), Lines{"OK"});
  EXPECT_EQ(talk.say("BEGIN"), Lines{"0,0"});
  EXPECT_EQ(talk.order->spec.to_string(), "Connect(15,15,5,1,1)");
  EXPECT_EQ(talk.order->to_move, Player::first);
  EXPECT_EQ(talk.say("TURN 7,7\r"), Lines{"1,0"});
  EXPECT_EQ(talk.order->stones,
            (std::vector<Stone>{{{0, 0}, Player::first}, {{7, 7}, Player::second}}));
  EXPECT_EQ(talk.say("PLAY 3,3"), Lines{"3,3"});
  EXPECT_EQ(talk.say("restart"), Lines{"OK"});
  EXPECT_EQ(talk.say("TURN 0,0"), Lines{"1,0"});
  EXPECT_EQ(talk.order->to_move, Player::second);
  EXPECT_EQ(talk.say("RECTSTART 20,10"), Lines{"OK"});
  EXPECT_EQ(talk.say("TURN 19,9"), Lines{"0,0"});
  EXPECT_EQ(talk.order->spec.to_string(), "Connect(20,10,5,1,1)");
  EXPECT_EQ(talk.say(""), Lines{});
  EXPECT_TRUE(talk.say("ABOUT")[0].starts_with(R"(name="Inarow", version=")"));
  EXPECT_EQ(talk.say("END"), Lines{});
  EXPECT_TRUE(talk.quit);
}

TEST(Gomocup, RefusesWhatItCannotDo) {
  Talk talk;
  for (const char* line : {"BEGIN", "TURN 7,7", "RESTART", "BOARD", "SWAP2BOARD", "TAKEBACK 1,1"}) {
    EXPECT_EQ(talk.refused(line), "") << line;
  }
  for (const char* line : {"START",
                           "START 3",
                           "START 65",
                           "START x",
                           "START 15 15",
                           "START 99999999999999999999",
                           "RECTSTART 15",
                           "RECTSTART 4,15",
                           "RECTSTART 15,15,15",
                           "FOO 1",
                           "\x01\xff",
                           "DONE",
                           "STOP",
                           "INFO",
                           "INFO timeout_turn",
                           "INFO timeout_turn x",
                           "INFO max_memory -1",
                           "INFO rule 4",
                           "INFO rule 8",
                           "INFO rule 2",
                           "INFO rule 5",
                           "INFO evaluate 1",
                           "START 1e1"}) {
    EXPECT_EQ(talk.refused(line), "") << line;
  }
  talk.say("START 15");
  for (const char* line : {"TURN", "TURN 7", "TURN 15,0", "TURN -1,0", "TURN 7,7,7", "TURN a,b",
                           "TURN 7 7", "TAKEBACK 7,7", "TAKEBACK"}) {
    EXPECT_EQ(talk.refused(line), "") << line;
  }
  talk.say("TURN 7,7");
  EXPECT_EQ(talk.refused("TURN 7,7"), "");
  EXPECT_EQ(talk.refused("BEGIN"), "");
  EXPECT_EQ(talk.gomocup.too_long(4096).lines.size(), 1U);
  // Lines of the manager that an engine may not know are no errors.
  EXPECT_TRUE(talk.say("INFO some_key 7")[0].starts_with("DEBUG "));
  EXPECT_EQ(talk.say("INFO folder /somewhere"), Lines{});
  EXPECT_EQ(talk.say("INFO game_type 1"), Lines{});
  EXPECT_EQ(talk.say("INFO evaluate 3,4"), Lines{});
}

TEST(Gomocup, SetsUpAnyBoard) {
  Talk talk;
  talk.say("START 15");
  EXPECT_EQ(talk.say_all({"BOARD", "7,7,1", "0,0,2", "8,7,1", "DONE"}), Lines{"1,0"});
  EXPECT_EQ(talk.order->to_move, Player::first);  // more stones: it has begun
  EXPECT_EQ(talk.order->stones.size(), 3U);
  EXPECT_EQ(talk.say_all({"BOARD", "7,7,2", "8,8,2", "9,7,2", "done"}), Lines{"0,0"});
  EXPECT_EQ(talk.order->to_move, Player::second);
  EXPECT_EQ(talk.say_all({"BOARD", "DONE"}), Lines{"0,0"});
  // A bad line leaves the board as it was.
  talk.say("RESTART");
  for (const char* bad : {"7,7", "7,7,3", "7,7,0", "15,15,1", "x", "7,7,1,1", "1,1,1"}) {
    talk.say_all({"BOARD", "1,1,2"});
    EXPECT_EQ(talk.refused(bad), "") << bad;
    EXPECT_EQ(talk.refused("DONE"), "") << bad;
  }
  EXPECT_EQ(talk.say("BEGIN"), Lines{"0,0"});
  // A manager that forgets DONE is answered.
  talk.say_all({"RESTART", "BOARD", "1,1,2"});
  const Lines lines = talk.say("TURN 5,5");
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_TRUE(lines[0].starts_with("ERROR "));
  EXPECT_EQ(lines[1], "0,0");
}

TEST(Gomocup, TakesBack) {
  Talk talk;
  talk.say_all({"START 15", "TURN 7,7"});
  EXPECT_EQ(talk.say("TAKEBACK 0,0"), Lines{"OK"});
  EXPECT_EQ(talk.say("TAKEBACK 7,7"), Lines{"OK"});
  EXPECT_EQ(talk.say("BEGIN"), Lines{"0,0"});
}

TEST(Gomocup, KnowsTheEndByBothRules) {
  const Lines six{"BOARD", "2,5,2", "3,5,2", "4,5,2", "5,5,2", "6,5,2", "7,5,2",
                  "0,0,1", "2,0,1", "4,0,1", "6,0,1", "8,0,1", "DONE"};
  Talk talk;
  talk.say("START 15");
  EXPECT_TRUE(talk.say_all(six)[0].starts_with("ERROR the game is over"));
  talk.say("INFO rule 1");
  EXPECT_EQ(talk.say_all(six), Lines{"1,0"});
  EXPECT_TRUE(talk.order->exactly);
  talk.say_all({"INFO rule 0", "START 5"});
  talk.say("BOARD");
  // Columns of pairs have no five: aabba, bbaab, ...
  for (int y = 0; y < 5; ++y) {
    for (int x = 0; x < 5; ++x) {
      const int field = 1 + (x / 2 + y) % 2;
      talk.say(std::to_string(x) + "," + std::to_string(y) + "," + std::to_string(field));
    }
  }
  EXPECT_EQ(talk.say("DONE"), Lines{"ERROR the game is over: the board is full"});
}

TEST(Gomocup, TellsWhatItThinksBeforeTheMove) {
  Talk talk;
  talk.say("START 15");
  talk.estimate = Estimate{.win = 0.584, .score = 34, .depth = 5, .line = {{{0, 0}}, {{7, 8}}}};
  EXPECT_EQ(talk.say("BEGIN"), (Lines{"MESSAGE depth 5 score 34 chance 0.58 line 0,0 7,8", "0,0"}));
  talk.estimate.reset();
  talk.says = "a win by threats of order 1, proved";
  EXPECT_EQ(talk.say("TURN 7,7"), (Lines{"MESSAGE a win by threats of order 1, proved", "1,0"}));
  talk.chance = 0.3;
  EXPECT_EQ(talk.say_all({"SWAP2BOARD", "7,7", "8,8", "9,9", "DONE"}).back(), "SWAP");
}

TEST(Gomocup, ChoosesInSwap2) {
  Talk talk;
  talk.say("START 15");
  const Lines three = talk.say_all({"SWAP2BOARD", "DONE"});
  ASSERT_EQ(three.size(), 1U);
  EXPECT_EQ(std::count(three[0].begin(), three[0].end(), ','), 3);
  EXPECT_EQ(std::count(three[0].begin(), three[0].end(), ' '), 2);
  const Lines asked{"SWAP2BOARD", "7,7", "8,8", "9,9", "DONE"};
  EXPECT_EQ(talk.say_all(asked), Lines{"0,0"});
  EXPECT_EQ(talk.order->to_move, Player::second);
  EXPECT_EQ(talk.say("TURN 7,8"), Lines{"1,0"});
  EXPECT_EQ(talk.order->to_move, Player::second);
  talk.chance = 0.3;
  EXPECT_EQ(talk.say_all(asked), Lines{"SWAP"});
  EXPECT_EQ(talk.say("TURN 7,8"), Lines{"0,0"});
  EXPECT_EQ(talk.order->to_move, Player::first);
  EXPECT_EQ(talk.say_all({"SWAP2BOARD", "7,7", "8,8", "9,9", "1,1", "2,5", "DONE"}), Lines{"SWAP"});
  talk.say_all({"SWAP2BOARD", "7,7", "8,8"});
  EXPECT_EQ(talk.refused("DONE"), "");
}

TEST(Gomocup, KeepsTheManagersLimits) {
  const auto seconds = [](const Lines& lines, const GomocupOptions& options = {}) {
    Talk talk(options);
    talk.say("START 15");
    talk.say_all(lines);
    talk.say("BEGIN");
    return talk.order->seconds;
  };
  EXPECT_DOUBLE_EQ(seconds({}), 5);
  EXPECT_DOUBLE_EQ(seconds({"INFO timeout_turn 1000"}), 1);
  EXPECT_LE(seconds({"INFO timeout_turn 0"}), 0.2);
  EXPECT_DOUBLE_EQ(seconds({"INFO timeout_turn 30000", "INFO timeout_match 0"}), 30);
  EXPECT_DOUBLE_EQ(seconds({"INFO timeout_turn 5000", "INFO timeout_match 15000"}), 1);
  EXPECT_DOUBLE_EQ(seconds({"INFO timeout_turn 5000", "INFO time_left 3000"}), 0.2);
  EXPECT_DOUBLE_EQ(seconds({"INFO time_left 3000", "INFO timeout_match 150000"}), 0.2);
  EXPECT_LE(seconds({"INFO time_left -500"}), 0.01);
  EXPECT_DOUBLE_EQ(seconds({"INFO timeout_turn 5000", "INFO time_left 2147483647"}), 5);
  EXPECT_DOUBLE_EQ(seconds({"INFO timeout_turn 5000"}, {.seconds = 2}), 2);
  // Without time_left the moves are counted here.
  Gomocup gomocup;
  gomocup.handle("START 15");
  gomocup.handle("INFO timeout_match 30000");
  EXPECT_DOUBLE_EQ(gomocup.handle("BEGIN").order->seconds, 2);
  gomocup.moved({.move = {{7, 7}}, .seconds = 15});
  EXPECT_DOUBLE_EQ(gomocup.handle("TURN 0,0").order->seconds, 1);

  Talk talk({.memory_bytes = 1000});
  talk.say_all({"START 15", "INFO max_memory 500", "BEGIN"});
  EXPECT_EQ(talk.order->memory_bytes, 500U);
  talk.say_all({"RESTART", "INFO max_memory 0", "BEGIN"});
  EXPECT_EQ(talk.order->memory_bytes, 1000U);
}

TEST(Gomocup, HurriesAndEnds) {
  const Gomocup gomocup;
  EXPECT_EQ(gomocup.urgency("end"), Urgency::quit);
  EXPECT_EQ(gomocup.urgency("YXSTOP"), Urgency::move_now);
  EXPECT_EQ(gomocup.urgency("TURN 1,1"), Urgency::waits);
  EXPECT_EQ(gomocup.urgency("nonsense"), Urgency::waits);
}

}  // namespace
}  // namespace inarow::protocol
