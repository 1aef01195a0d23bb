// Points, the crosstable, and the lines of the log.

#include "match/tournament/standings.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace inarow::tournament {
namespace {

Plan plan_of(const std::vector<std::string>& names, int games) {
  Plan plan;
  plan.games = games;
  for (const std::string& name : names) plan.players.push_back({.name = name, .player = "perfect"});
  return plan;
}

PlayedGame game_of(const Pairing& pairing, Outcome outcome, Ending ending = Ending::line) {
  PlayedGame game;
  game.pairing = pairing;
  game.outcome = outcome;
  game.ending = ending;
  game.moves = "44";
  game.slowest = {0.25, 0.5};
  return game;
}

TEST(Standings, TheCrosstableIsThatOfTheReports) {
  const Plan plan = plan_of({"BCC", "NCTU6-LITE", "BITSTRONGER"}, 2);
  const std::vector<PlayedGame> games{
      game_of({1, 0, 1, 0}, Outcome::second_wins),
      game_of({2, 1, 0, 0}, Outcome::first_wins),
      game_of({3, 0, 2, 0}, Outcome::draw),
      game_of({4, 2, 0, 0}, Outcome::first_wins),
      game_of({5, 1, 2, 0}, Outcome::second_wins, Ending::late),
      game_of({6, 2, 1, 0}, Outcome::second_wins),
  };
  const Standings now = standings_of(plan, games, 6);
  EXPECT_EQ(now.finished, 6);
  EXPECT_EQ(now.first_wins, 2);
  EXPECT_EQ(now.second_wins, 3);
  EXPECT_EQ(now.draws, 1);
  EXPECT_EQ(now.lines[0].faults, 1);
  EXPECT_EQ(now.lines[0].as_first, 1);
  EXPECT_EQ(now.lines[0].slowest, 0.5);
  const std::string table = crosstable(plan, now);
  const std::string expected =
      "#  Program      NCTU  BITS  BCC  Points  Games  Won  Drawn  Lost  Faults   Elo   95 %\n"
      "1  NCTU6-LITE      -     1    2       3      4    3      0     1       1  ";
  EXPECT_EQ(table.substr(0, expected.size()), expected) << table;
  EXPECT_NE(table.find("\n2  BITSTRONGER     1     -  1.5     2.5 "), std::string::npos) << table;
  EXPECT_NE(table.find("\n3  BCC             0   0.5    -     0.5 "), std::string::npos) << table;
}

TEST(Standings, WhoHasNotPlayedHasNoRating) {
  const Plan plan = plan_of({"one", "two"}, 2);
  const std::string table = crosstable(plan, standings_of(plan, {}, 2));
  EXPECT_NE(table.find("1  one "), std::string::npos) << table;
  EXPECT_EQ(table.find("nan"), std::string::npos) << table;
  EXPECT_EQ(table.find("inf"), std::string::npos) << table;
}

TEST(Standings, PairsAreTheTwoGamesOfAnOpening) {
  const std::vector<PlayedGame> games{
      game_of({1, 0, 1, 0}, Outcome::first_wins),  game_of({2, 1, 0, 0}, Outcome::second_wins),
      game_of({4, 1, 0, 0}, Outcome::first_wins),  game_of({3, 0, 1, 0}, Outcome::first_wins),
      game_of({5, 0, 1, 0}, Outcome::second_wins), game_of({6, 1, 0, 0}, Outcome::draw),
      game_of({7, 0, 1, 0}, Outcome::first_wins),  // its other game is not finished
  };
  EXPECT_EQ(pairs_of(games), (PairCounts{0, 1, 1, 0, 1}));
}

TEST(GameLog, LinesAreReadBackAndOthersRefused) {
  const std::vector<Pairing> schedule{{1, 0, 1, 0}, {2, 1, 0, 0}};
  PlayedGame game = game_of({2, 1, 0, 0}, Outcome::draw, Ending::most_moves);
  game.note = "it said \"\x1b\xff\n\"";
  game.seconds = {1.5, 2};
  const std::string line = log_line(game);
  EXPECT_EQ(line.find('\n'), line.size() - 1);
  const Result<PlayedGame> again = read_log_line(line, schedule);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->pairing, game.pairing);
  EXPECT_EQ(again->outcome, Outcome::draw);
  EXPECT_EQ(again->ending, Ending::most_moves);
  EXPECT_EQ(again->seconds, game.seconds);
  for (const char* bad :
       {"", "{}", "[]", "7", "{\"number\":1}", "{\"number\":\"1\"}",
        "{\"number\":0,\"first\":0,\"second\":1,\"opening\":0,\"result\":\"draw\",\"ending\":"
        "\"line\","
        "\"note\":\"\",\"moves\":\"\",\"seconds\":[0,0],\"slowest\":[0,0]}",
        "{\"number\":1,\"first\":0,\"second\":1,\"opening\":0,\"result\":\"?\",\"ending\":\"line\","
        "\"note\":\"\",\"moves\":\"\",\"seconds\":[0,0],\"slowest\":[0,0]}"}) {
    EXPECT_FALSE(read_log_line(bad, schedule)) << bad;
  }
  EXPECT_FALSE(read_log_line(line, {{1, 0, 1, 0}}));
}

}  // namespace
}  // namespace inarow::tournament
