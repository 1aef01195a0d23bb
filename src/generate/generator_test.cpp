#include "generate/generator.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>

#include "ask/tables.hpp"
#include "base/files.hpp"
#include "base/output_file.hpp"
#include "generate/distinct.hpp"
#include "generate/puzzle_job.hpp"
#include "generate/verify.hpp"
#include "grid/local_broker.hpp"
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

// Hands every other job a false answer: a puzzle whose solution is another move.
grid::OtherJobs lying_jobs() {
  grid::OtherJobs jobs = puzzle_jobs();
  jobs.run = [honest = jobs.run, said = std::make_shared<std::atomic<int>>(0)](
                 const std::string& job, const Work& work) -> Result<std::string> {
    Result<std::string> answer = honest(job, work);
    if (!answer || (*said)++ % 2 != 0) return answer;
    const GameSpec spec = read_puzzle_job(job)->spec;
    Result<GamePuzzles> found = read_puzzle_answer(*answer, spec);
    if (found->puzzles.empty()) return R"({"puzzles":[{"id":1}],"yield":[0,0,0,0,0,0,0]})";
    const Puzzle& puzzle = found->puzzles.front();
    for (int x = 0; x < spec.drop()->width; ++x) {
      const std::optional<Cell> cell = puzzle.game.landing_cell(Column{x});
      if (!cell || Move{*cell} == puzzle.solution) continue;
      const Move move{*cell};
      Puzzle other = puzzle;
      other.solution = move;
      other.line = {move};
      other.tries.clear();
      return R"({"puzzles":[)" + write_puzzle(other) + R"(],"yield":[0,0,0,0,0,0,0]})";
    }
    return answer;
  };
  return jobs;
}

TEST(Generator, MakesTheSameOnTheGridAlsoIfWorkersLie) {
  const Result<Generated> alone = generate(small_run(), {.threads = 1});
  ASSERT_TRUE(alone);
  for (const bool lie : {false, true}) {
    grid::LocalBroker broker;
    grid::TeamOptions team;
    team.threads = 2;
    team.others = lie ? lying_jobs() : puzzle_jobs();
    const grid::WorkerTeam workers(team, broker);
    const auto client = broker.client("puzzles");
    const Result<Generated> made = generate(small_run(), {.threads = 2}, *client, 4);
    ASSERT_TRUE(made) << made.error().message;
    EXPECT_TRUE(made->complete);
    EXPECT_EQ(text_of(*made), text_of(*alone)) << lie;
  }
}

TEST(Generator, AWorkerThatRefusesEndsIt) {
  grid::LocalBroker broker;
  grid::TeamOptions team;
  team.others = puzzle_jobs();
  team.others.run = [](const std::string&, const Work&) -> Result<std::string> {
    return failure("no paper left");
  };
  const grid::WorkerTeam workers(team, broker);
  const auto client = broker.client("puzzles");
  const Result<Generated> made = generate(small_run(), {}, *client, 4);
  ASSERT_FALSE(made);
  EXPECT_NE(made.error().message.find("no paper left"), std::string::npos);
}

TEST(PuzzleJob, IsReadBackAndRefused) {
  const GameSpec spec = *GameSpec::parse("connect6");
  PuzzleJob job{spec};
  job.number = 7;
  job.maker.order = 2;
  job.record = Record{*read_game(spec, "j10 k11i11"), 1};
  const Result<PuzzleJob> read = read_puzzle_job(write_puzzle_job(job));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(write_puzzle_job(*read), write_puzzle_job(job));
  EXPECT_EQ(read->record->first_ply, 1u);
  for (const char* bad :
       {"", "{", "[]", R"({"puzzles":1})", R"({"puzzles":{"game":"chess"}})",
        R"({"puzzles":{"game":"connect4","moves":"9"}})",
        R"({"puzzles":{"game":"connect4","order":99}})", R"({"puzzles":{"game":"cylinder:6"}})"}) {
    EXPECT_FALSE(read_puzzle_job(bad)) << bad;
    EXPECT_FALSE(read_puzzle_answer(bad, spec)) << bad;
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
  EXPECT_EQ(format_moves(spec, games->games[0].game.moves()), "j10 k11i11 h11i10");
  EXPECT_EQ(format_moves(spec, games->games[1].game.moves()), "j10 k11i9");
  const std::string sgf = "(;GAME[Connect(19,19,6,2,1)];B[j10](;W[k11i11])(;W[a1b1]))";
  const Result<Records> tree = read_records("a.sgf", sgf + sgf, spec);
  ASSERT_TRUE(tree) << tree.error().message;
  ASSERT_EQ(tree->games.size(), 4u);
  EXPECT_EQ(tree->games[0].first_ply, 0u);
  EXPECT_EQ(tree->games[1].first_ply, 2u);
  EXPECT_EQ(tree->games[2].first_ply, 0u);
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
