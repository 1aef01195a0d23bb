#include "generate/generator.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "ask/tables.hpp"
#include "base/files.hpp"
#include "base/output_file.hpp"
#include "generate/distinct.hpp"
#include "generate/verify.hpp"
#include "rules/notation.hpp"

namespace inarow::puzzles {
namespace {

GenerateOptions small_run() {
  GenerateOptions options(*GameSpec::parse("drop:6x5"));
  options.self_play.players = {"human:2", "alphabeta:2"};
  options.self_play.seed = 4;
  options.maker.most_empty = 18;
  options.count = 12;
  return options;
}

std::string text_of(const Generated& made) {
  std::string text;
  for (const Puzzle& puzzle : made.puzzles) text += write_puzzle(puzzle) + "\n";
  return text;
}

TEST(Generator, MakesTheSameWithAnyNumberOfThreads) {
  const Result<Generated> one = generate(small_run(), {.threads = 1});
  const Result<Generated> two = generate(small_run(), {.threads = 3});
  ASSERT_TRUE(one && two);
  EXPECT_TRUE(one->complete);
  EXPECT_EQ(one->puzzles.size(), 12u);
  EXPECT_EQ(text_of(*one), text_of(*two));
  Collection collection;
  for (const Puzzle& puzzle : one->puzzles) {
    EXPECT_TRUE(collection.add(puzzle));
    EXPECT_TRUE(verify(puzzle, {}));
  }
}

// The journal is cut anywhere, as by kill -9; what comes out is the same.
TEST(Generator, GoesOnWhereItWasStopped) {
  const Result<Generated> whole = generate(small_run(), {.threads = 1});
  ASSERT_TRUE(whole);
  const ScratchFolder folder;
  GenerateOptions options = small_run();
  options.journal = folder.file("journal");
  GenerateOptions part = options;
  part.count = 7;
  ASSERT_TRUE(generate(part, {.threads = 1}));
  const std::string journal = *read_whole_file(options.journal);
  for (const std::size_t cut :
       {journal.size(), journal.size() - 1, journal.size() / 2, std::size_t{0}}) {
    ASSERT_TRUE(write_whole_file(options.journal, journal.substr(0, cut)));
    const Result<Generated> rest = generate(options, {.threads = 1});
    ASSERT_TRUE(rest) << rest.error().message;
    EXPECT_EQ(text_of(*rest), text_of(*whole)) << cut;
    if (cut == journal.size()) {
      EXPECT_GT(rest->games_before, 0u);
    }
  }
  options.self_play.seed = 5;
  EXPECT_FALSE(generate(options, {.threads = 1}));
}

TEST(Generator, StopsAtOnce) {
  StopToken stop;
  stop.request_stop();
  const Result<Generated> made = generate(small_run(), {.stop = &stop, .threads = 2});
  ASSERT_TRUE(made);
  EXPECT_FALSE(made->complete);
  EXPECT_TRUE(made->puzzles.empty());
}

TEST(Generator, RefusesWhatItCannotDo) {
  GenerateOptions options = small_run();
  options.self_play.players = {"nobody"};
  EXPECT_FALSE(generate(options, {}));
  EXPECT_FALSE(generate(GenerateOptions(*GameSpec::parse("cylinder:6")), {}));
  EXPECT_FALSE(generate(GenerateOptions(*GameSpec::parse("Connect(6,2,3)")), {}));
}

TEST(Records, AreReadByTheEndingOfTheFile) {
  const GameSpec spec = *GameSpec::parse("connect6");
  const std::string csv =
      "game_id,moves,winner\r\n1,\"j10,k11,i11,h11,i10\",white\r\n2,JJKKII,black\r\n3,\"zz\",x\r\n";
  const Result<Records> games = read_records("a.csv", csv, spec);
  ASSERT_TRUE(games) << games.error().message;
  ASSERT_EQ(games->games.size(), 2u);
  EXPECT_EQ(games->unreadable, 1u);
  EXPECT_EQ(format_moves(spec, games->games[0].moves()), "j10 k11i11 h11i10");
  EXPECT_EQ(format_moves(spec, games->games[1].moves()), "j10 k11i9");
  const std::string sgf = "(;GAME[Connect(19,19,6,2,1)];B[j10](;W[k11i11])(;W[a1b1]))";
  const Result<Records> tree = read_records("a.sgf", sgf + sgf, spec);
  ASSERT_TRUE(tree) << tree.error().message;
  EXPECT_EQ(tree->games.size(), 4u);
  EXPECT_EQ(read_records("a.txt", "# games\nj10 k11i11\n", spec)->games.size(), 1u);
  EXPECT_FALSE(read_records("a.csv", "a,b\n1,2\n", spec));
  EXPECT_FALSE(read_records("a.sgf", "(;", spec));
}

TEST(SelfPlay, IsTheSameByItsNumber) {
  const GameSpec spec = *GameSpec::parse("connect4");
  const SelfPlay play{.players = default_players(spec), .seed = 3};
  const Result<Game> one = self_play(spec, play, 5, nullptr);
  const Result<Game> two = self_play(spec, play, 5, nullptr);
  const Result<Game> other = self_play(spec, play, 6, nullptr);
  ASSERT_TRUE(one && two && other);
  EXPECT_EQ(one->moves(), two->moves());
  EXPECT_NE(one->moves(), other->moves());
  EXPECT_TRUE(one->over());
}

}  // namespace
}  // namespace inarow::puzzles
