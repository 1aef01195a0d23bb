#include "grid/job_level_search.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <limits>
#include <thread>

#include "answer/codec.hpp"
#include "ask/asker.hpp"
#include "grid/local_broker.hpp"
#include "grid/worker.hpp"
#include "rules/notation.hpp"

namespace inarow::grid {
namespace {

using namespace std::chrono_literals;

// With a sanitizer a job that has to find a win by threats needs so many times the seconds.
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
constexpr double slowness = 10;
#else
constexpr double slowness = 1;
#endif

class Folder {
 public:
  Folder() {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    path_ = std::filesystem::path(testing::TempDir()) / (std::string("jobs_") + test->name());
    std::filesystem::remove_all(path_);
    std::filesystem::create_directories(path_);
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  std::string file(const char* name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

Game position(const char* game, const char* moves = "") {
  return *read_game(*GameSpec::parse(game), moves);
}

std::unique_ptr<JobLevelSearch> search_of(const Game& game, Player attacker,
                                          JobLevelOptions options) {
  Result<std::unique_ptr<JobLevelSearch>> search = JobLevelSearch::open(game, attacker, options);
  EXPECT_TRUE(search.has_value()) << (search ? "" : search.error().message);
  return search ? std::move(*search) : nullptr;
}

constexpr int unlimited = std::numeric_limits<int>::max();

// Until so many jobs were done, or the time is up.
void run_with_threads(JobLevelSearch& search, int threads, double seconds = 60,
                      int jobs = unlimited) {
  LocalBroker broker;
  TeamOptions team;
  team.threads = threads;
  // With a sanitizer, clearing large tables takes much of the time.
  if (slowness > 1) team.memory_bytes = std::size_t{256} << 20;
  const WorkerTeam workers(team, broker);
  StopToken stop;
  stop.limit_time(seconds);
  search.listen([&](const JobRecord&) {
    if (--jobs == 0) stop.request_stop();
  });
  search.run(*broker.client(search.name()), &stop);
  search.listen({});
}

// What the tree says is what one search says, with a certificate that was walked through.
TEST(JobLevelSearch, SmallGamesHaveTheValueOfTheDirectSearch) {
  const Folder folder;
  for (const auto& [text, moves] : std::vector<std::pair<const char*, const char*>>{
           {"drop:4x4", ""}, {"drop:5x4", "3"}, {"drop:4x5", "12"}, {"drop:5x5", "33"}}) {
    const Game game = position(text, moves);
    Question question{game};
    const Result<Answer> direct = ask(question, {});
    ASSERT_TRUE(direct.has_value() && direct->value);
    for (const Player attacker : {Player::first, Player::second}) {
      for (const Policy policy : {Policy::win, Policy::loss, Policy::greedy, Policy::equivalence}) {
        const auto search = search_of(game, attacker, {.policy = policy, .job_seconds = 0.02});
        run_with_threads(*search, 2);
        ASSERT_TRUE(search->winner().has_value()) << text << name_of(policy);
        const GameValue his = game.to_move() == attacker
                                  ? *direct->value
                                  : static_cast<GameValue>(-static_cast<int>(*direct->value));
        EXPECT_EQ(*search->winner() == attacker, his == GameValue::win) << text << moves;
        const auto report = search->write(folder.file("it.cert"), {});
        ASSERT_TRUE(report.has_value()) << report.error().message;
        EXPECT_EQ(report->ending, ProofEnding::written);
      }
    }
  }
}

TEST(JobLevelSearch, ProvesAnOpeningOfConnect6) {
  const Folder folder;
  const Game game = position("connect6", "j10 g7m13");
  const auto search = search_of(game, Player::first, {.job_seconds = 0.5 * slowness});
  run_with_threads(*search, 2, 60 + 20 * slowness);
  ASSERT_EQ(search->winner(), Player::first);
  EXPECT_GT(search->status().totals.jobs, 1U);
  const auto report = search->write(folder.file("it.cert"), {});
  ASSERT_TRUE(report.has_value()) << report.error().message;
  EXPECT_EQ(report->ending, ProofEnding::written);
  EXPECT_GT(report->positions, 100U);
}

// A worker that says "won" without a proof, with the proof of something else, about another
// position, with a move that is not legal, or nonsense.
TEST(JobLevelSearch, DoesNotBelieveALiar) {
  LocalBroker broker;
  const Game game = position("drop:4x4", "12");
  const auto search = search_of(game, Player::first, {.job_seconds = 0.02, .parallel = 1});
  StopToken stop;
  stop.limit_time(60);
  std::atomic<bool> over = false;
  std::atomic<int> lies = 0;
  const auto source = broker.source("liar");
  std::thread liar([&] {
    while (!over && lies < 6) {
      const std::unique_ptr<Lease> lease = source->lease(100ms);
      if (!lease) continue;
      const Result<Question> question = read_question(lease->job().question);
      ASSERT_TRUE(question.has_value());
      Answer answer;
      answer.complete = true;
      answer.expansion.emplace();
      Game about = question->game;
      switch (lies++ % 6) {
        case 0:
          answer.value = GameValue::win;
          break;
        case 1:
          answer.value = GameValue::loss;
          answer.expansion->proof = "\x40\x01\x02\x03";
          break;
        case 2:
          ASSERT_TRUE(about.play({*about.landing_cell(Column{0})}).has_value());
          break;
        case 3:
          answer.expansion->moves.push_back({{Cell{0, 3}}, 0.5});
          break;
        case 4:
          answer.expansion.reset();
          break;
        default:
          lease->finish("{}", 0);
          continue;
      }
      lease->finish(answer_json(about, answer), 0);
    }
  });
  std::thread honest([&] {
    while (!over && lies < 6) std::this_thread::sleep_for(1ms);
    Tables tables;
    const auto jobs = broker.source("honest");
    StopToken end;
    Worker worker(*jobs, {.name = "honest", .tables = &tables, .stop = &end});
    while (!over) worker.run_one(20ms);
  });
  search->run(*broker.client(search->name()), &stop);
  over = true;
  liar.join();
  honest.join();
  EXPECT_EQ(lies, 6);
  EXPECT_EQ(search->status().totals.refused, 6U);
  const Result<Answer> direct = ask(Question{game}, {});
  ASSERT_TRUE(search->winner().has_value());
  EXPECT_EQ(*search->winner() == Player::first, *direct->value == GameValue::win);
  std::uint64_t against = 0;
  for (const WorkerLine& worker : broker.status().workers) {
    if (worker.name == "liar") against = worker.refused;
  }
  EXPECT_EQ(against, 6U);
}

TEST(JobLevelSearch, GoesOnWithItsTree) {
  const Folder folder;
  const Game game = position("drop:5x5", "3");
  const JobLevelOptions options{.job_seconds = 0.005, .tree_path = folder.file("it.tree")};
  std::uint64_t jobs = 0;
  int times = 0;
  std::optional<Player> winner;
  while (!winner && times < 10 * slowness) {
    const auto search = search_of(game, Player::first, options);
    ASSERT_NE(search, nullptr);
    EXPECT_EQ(search->status().totals.jobs, jobs);
    run_with_threads(*search, 2, 10, times < 3 ? 3 : unlimited);
    EXPECT_GE(search->status().totals.jobs, jobs);
    jobs = search->status().totals.jobs;
    winner = search->winner();
    ++times;
  }
  ASSERT_TRUE(winner.has_value());
  EXPECT_GT(times, 1);
  // Decided trees are decided when they are read, and their proof is in the file.
  const auto again = search_of(game, Player::first, options);
  EXPECT_EQ(again->winner(), winner);
  const auto report = again->write(folder.file("it.cert"), {});
  ASSERT_TRUE(report.has_value()) << report.error().message;
  EXPECT_EQ(report->ending, ProofEnding::written);
}

TEST(JobLevelSearch, AWinWithZonesGoesOnWithItsTree) {
  const Folder folder;
  const Game game = position("Connect(6,2,3)", "0,0 0,1 2,0");
  const JobLevelOptions options{
      .job_seconds = 0.1 * slowness, .order = 1, .tree_path = folder.file("it.tree")};
  std::optional<Player> winner;
  for (int times = 0; !winner && times < 60; ++times) {
    const auto search = search_of(game, Player::first, options);
    ASSERT_NE(search, nullptr);
    run_with_threads(*search, 2, 1.5 * slowness);
    winner = search->winner();
  }
  ASSERT_EQ(winner, Player::first);
  const auto again = search_of(game, Player::first, options);
  const auto report = again->write(folder.file("it.cert"), {});
  ASSERT_TRUE(report.has_value()) << report.error().message;
  EXPECT_EQ(report->ending, ProofEnding::written);
}

TEST(TreeStore, RefusesWhatIsNotItsOwn) {
  const Folder folder;
  const Game game = position("drop:4x4", "12");
  const std::string path = folder.file("it.tree");
  const auto refusal = [&](const Game& of, Player attacker) {
    const auto opened = JobLevelSearch::open(of, attacker, {.tree_path = path});
    return opened ? std::string() : opened.error().message;
  };
  {
    const auto search = search_of(game, Player::first, {.job_seconds = 0.02, .tree_path = path});
    EXPECT_NE(refusal(game, Player::first).find("another search is at work"), std::string::npos);
    run_with_threads(*search, 1);
  }
  EXPECT_EQ(refusal(game, Player::first), "");
  EXPECT_NE(refusal(game, Player::second).find("is the tree of"), std::string::npos);
  EXPECT_NE(refusal(position("drop:4x4", "1"), Player::first).find("is the tree of"),
            std::string::npos);
  // A file of something else, a damaged one, one that cannot be.
  std::ofstream(path, std::ios::trunc) << "this is no database, whatever its name says\n"
                                       << std::string(4096, 'x');
  EXPECT_NE(refusal(game, Player::first).find("no file of a job-level search"), std::string::npos);
  EXPECT_FALSE(
      JobLevelSearch::open(game, Player::first, {.tree_path = folder.file("no/such/it.tree")}));
}

TEST(TreeStore, FindsDamage) {
  const Folder folder;
  const Game game = position("drop:5x4", "3");
  const std::string path = folder.file("it.tree");
  {
    const auto search = search_of(game, Player::first, {.job_seconds = 0.01, .tree_path = path});
    run_with_threads(*search, 2);
  }
  std::string bytes;
  {
    std::ifstream in(path, std::ios::binary);
    bytes.assign(std::istreambuf_iterator<char>(in), {});
  }
  ASSERT_GT(bytes.size(), 8192U);
  // Cut off in the middle.
  std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes.substr(0, bytes.size() / 2);
  EXPECT_FALSE(JobLevelSearch::open(game, Player::first, {.tree_path = path}));
  // Of a later version: the user version of the header.
  std::string later = bytes;
  later[63] = 99;
  std::ofstream(path, std::ios::binary | std::ios::trunc) << later;
  const auto opened = JobLevelSearch::open(game, Player::first, {.tree_path = path});
  ASSERT_FALSE(opened);
  EXPECT_NE(opened.error().message.find("later version"), std::string::npos)
      << opened.error().message;
}

}  // namespace
}  // namespace inarow::grid
