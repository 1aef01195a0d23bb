// Whole tournaments of quick players: all games are played, kept and resumed.

#include "match/tournament/tournament.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>

#include "base/files.hpp"
#include "base/output_file.hpp"
#include "match/tournament/judge.hpp"
#include "match/tournament/openings.hpp"
#include "rules/game_tree.hpp"
#include "rules/notation.hpp"

namespace inarow::tournament {
namespace {

namespace fs = std::filesystem;

class Tournaments : public ::testing::Test {
 protected:
  Tournaments() : folder_(scratch_.file("games")) {}
  void SetUp() override { ::setenv("INAROW_DATA", INAROW_TEST_DATA "/../../data", 1); }
  void TearDown() override { ::unsetenv("INAROW_DATA"); }

  Result<std::unique_ptr<Tournament>> open(const std::string& text) const {
    Result<Plan> plan = parse_plan(text);
    if (!plan) return tl::unexpected<Error>(plan.error());
    return Tournament::open(std::move(*plan),
                            {.folder = folder_, .beside = scratch_.file("."), .text = text});
  }

  // Plays to the end.
  Standings play(const std::string& text) const {
    const Result<std::unique_ptr<Tournament>> tournament = open(text);
    EXPECT_TRUE(tournament) << tournament.error().message;
    if (!tournament) return {};
    const StopToken stop;
    Observer observer;
    EXPECT_TRUE((*tournament)->run(stop, observer));
    EXPECT_TRUE((*tournament)->is_complete());
    return (*tournament)->standings();
  }

  std::string refusal(const std::string& text) const {
    const Result<std::unique_ptr<Tournament>> tournament = open(text);
    return tournament ? "" : tournament.error().message;
  }

  ScratchFolder scratch_;
  std::string folder_;
};

const std::string quick =
    "game = \"drop:5x4\"\ngames = 4\n[openings]\nmoves = [\"3\", \"2\"]\n"
    "[[player]]\nplayer = \"perfect\"\n[[player]]\nplayer = \"looks:2\"\n"
    "[[player]]\nplayer = \"looks:0\"\n";

TEST_F(Tournaments, PlayAndKeepEveryGame) {
  const Standings now = play(quick);
  EXPECT_EQ(now.finished, 12);
  EXPECT_EQ(now.lines[0].player, 0U);  // perfect
  for (int number = 1; number <= 12; ++number) {
    const Result<std::string> text = read_whole_file(fmt::format("{}/{:05}.sgf", folder_, number));
    ASSERT_TRUE(text);
    const Result<GameTree> tree = read_game_tree(*text);
    ASSERT_TRUE(tree) << tree.error().message;
    EXPECT_EQ(tree->spec.to_string(), "drop:5x4");
    // The first two games are of the opening c, the colours swapped.
    const MoveList moves = tree->moves_to(tree->end_of_main_line());
    EXPECT_EQ(moves.front(), Move{(Cell{number <= 6 ? 2 : 1, 0})}) << number;
  }
}

TEST_F(Tournaments, GoOnWhereTheyWere) {
  play(quick);
  const std::string path = folder_ + "/log.jsonl";
  const Result<std::string> whole = read_whole_file(path);
  ASSERT_TRUE(whole);
  // Killed while the sixth line was being written.
  std::size_t at = 0;
  for (int i = 0; i < 5; ++i) at = whole->find('\n', at) + 1;
  ASSERT_TRUE(write_whole_file(path, whole->substr(0, at + 17)));
  const Result<std::unique_ptr<Tournament>> tournament = open(quick);
  ASSERT_TRUE(tournament) << tournament.error().message;
  EXPECT_EQ((*tournament)->resumed(), 4);
  EXPECT_NE(refusal(quick).find("another process"), std::string::npos);
  const StopToken stop;
  Observer observer;
  ASSERT_TRUE((*tournament)->run(stop, observer));
  EXPECT_EQ((*tournament)->standings().finished, 12);
  // Every game once, and the games of seeded players are the same as before.
  const Result<std::string> again = read_whole_file(path);
  const auto moves_of = [](const std::string& text) {
    std::set<std::string> all;
    for (std::size_t from = 0; (from = text.find("\"number\"", from)) != std::string::npos;
         ++from) {
      all.insert(text.substr(from, text.find("\"seconds\"", from) - from));
    }
    return all;
  };
  EXPECT_EQ(moves_of(*again), moves_of(*whole));
  EXPECT_EQ(moves_of(*again).size(), 12U);
}

TEST_F(Tournaments, RefuseTheFolderOfAnother) {
  play(quick);
  EXPECT_NE(refusal(quick + "# changed\n").find("belongs to another tournament"),
            std::string::npos);
  const std::string path = folder_ + "/log.jsonl";
  const Result<std::string> whole = read_whole_file(path);
  ASSERT_TRUE(write_whole_file(path, *whole + "nonsense\n"));
  EXPECT_NE(refusal(quick).find("line 14: it is no game of this tournament"), std::string::npos);
}

TEST_F(Tournaments, RandomOpeningsAreThoseOfTheFirstRun) {
  const std::string text =
      "game = \"connect4\"\ngames = 6\n[openings]\nrandom = 3\nplies = 5\n[[player]]\nplayer = "
      "\"looks:1\"\n[[player]]\nplayer = \"looks:0\"\n";
  play(text);
  const Result<std::string> openings = read_whole_file(folder_ + "/openings.txt");
  ASSERT_TRUE(openings);
  EXPECT_EQ(std::count(openings->begin(), openings->end(), '\n'), 3);
  ASSERT_TRUE(write_whole_file(folder_ + "/openings.txt", "44\n45\n46\n"));
  const Result<std::unique_ptr<Tournament>> again = open(text);
  ASSERT_TRUE(again);
  EXPECT_EQ(format_moves((*again)->plan().game, (*again)->openings()[2].moves()), "46");
}

TEST_F(Tournaments, SayWhoDoesNotPlay) {
  EXPECT_NE(refusal("game = \"gomoku\"\n[[player]]\nplayer = \"perfect\"\n[[player]]\nplayer = "
                    "\"strong\"\n")
                .find("perfect: perfect plays drop games"),
            std::string::npos);
  EXPECT_NE(refusal("game = \"connect4\"\n[[player]]\nplayer = \"victor\"\n[[player]]\nplayer = "
                    "\"perfect\"\n")
                .find("victor"),
            std::string::npos);
  EXPECT_NE(refusal("game = \"connect4\"\n[[player]]\nname = \"perfect\"\ncommand = \"x\"\n"
                    "[[player]]\nplayer = \"looks:0\"\n")
                .find("already"),
            std::string::npos);
  EXPECT_NE(refusal("game = \"connect4\"\n[openings]\nmoves = [\"9\"]\n[[player]]\nplayer = "
                    "\"perfect\"\n[[player]]\nplayer = \"looks:0\"\n")
                .find("opening 1: "),
            std::string::npos);
}

TEST_F(Tournaments, AMatchEndsWhenTheTestIsDecided) {
  const Standings now = play(
      "game = \"connect4\"\nkind = \"sprt\"\ngames = 400\nconcurrency = 2\n[sprt]\nelo0 = 0\nelo1 "
      "= 200\n[[player]]\nplayer = \"looks:4\"\n[[player]]\nplayer = \"looks:0\"\n");
  EXPECT_EQ(now.sprt->state.verdict, SprtVerdict::elo1);
  EXPECT_LT(now.finished, 100);
}

TEST_F(Tournaments, EndGamesByMovesAndByProof) {
  const std::string players =
      "[[player]]\nplayer = \"looks:0\"\n[[player]]\nplayer = \"looks:1\"\n";
  EXPECT_EQ(play("game = \"connect4\"\nmost-moves = 4\n" + players).draws, 2);
  fs::remove_all(folder_);
  const std::string by_proof = "game = \"drop:5x4\"\nadjudicate = 5\nadjudicate-after = 8\n";
  const Result<std::unique_ptr<Tournament>> tournament = open(by_proof + players);
  const StopToken stop;
  Observer observer;
  ASSERT_TRUE((*tournament)->run(stop, observer));
  for (const PlayedGame& game : (*tournament)->games()) {
    EXPECT_EQ(game.ending, Ending::proof);
    EXPECT_EQ(game.moves.size(), 8U);
    EXPECT_NE(game.note.find("proved"), std::string::npos);
  }
}

TEST_F(Tournaments, AStopLeavesGamesForTheNextTime) {
  const Result<std::unique_ptr<Tournament>> tournament = open(quick);
  StopToken stop;
  stop.request_stop();
  Observer observer;
  ASSERT_TRUE((*tournament)->run(stop, observer));
  EXPECT_FALSE((*tournament)->is_complete());
  EXPECT_EQ((*tournament)->standings().finished, 0);
}

TEST_F(Tournaments, TheJudgeProvesOrSaysNothing) {
  const auto verdict = [](const char* spec, const char* moves) {
    const Game game = *read_game(*GameSpec::parse(spec), moves);
    return Judge(game.spec(), 5).verdict(game, nullptr);
  };
  EXPECT_EQ(verdict("connect4", ""), Outcome::first_wins);  // by the book
  EXPECT_EQ(verdict("connect4", "1"), Outcome::second_wins);
  EXPECT_EQ(verdict("drop:5x4", "3"), Outcome::draw);
  EXPECT_EQ(verdict("connect6", "j10 i8h9 i11k11 g10h11 k9h12 l8g13"), Outcome::first_wins);
  EXPECT_EQ(verdict("connect6", "j10 i8h9"), std::nullopt);
  EXPECT_EQ(verdict("cylinder:6", "1"), std::nullopt);
}

TEST_F(Tournaments, RandomOpeningsAreDifferentAndNotWon) {
  Plan plan;
  for (const char* spec : {"connect4", "drop:6x5", "connect6", "gomoku", "Connect(6,2,1)"}) {
    plan.game = *GameSpec::parse(spec);
    plan.openings.random = 5;
    plan.openings.plies = 3;
    const Result<std::vector<Game>> openings = make_openings(plan, "", nullptr);
    ASSERT_TRUE(openings) << spec << ": " << openings.error().message;
    EXPECT_EQ(openings->size(), 5U);
    std::set<std::string> all;
    for (const Game& game : *openings) {
      EXPECT_EQ(game.moves().size(), 3U);
      all.insert(format_moves(plan.game, game.moves()));
      if (std::string(spec) != "connect4") continue;
      EXPECT_EQ(Judge(game.spec(), 5).verdict(game, nullptr), Outcome::draw);
    }
    EXPECT_EQ(all.size(), 5U);
  }
  plan.game = *GameSpec::parse("tictactoe");
  plan.openings.random = 1000;
  EXPECT_FALSE(make_openings(plan, "", nullptr));
}

}  // namespace
}  // namespace inarow::tournament
