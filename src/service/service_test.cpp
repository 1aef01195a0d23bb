// What the server is made of, without sockets; tests/service_test.py has those.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "ask/tables.hpp"
#include "service/access.hpp"
#include "service/answer_cache.hpp"
#include "service/page_files.hpp"
#include "service/question_task.hpp"
#include "service/request.hpp"
#include "service/task_queue.hpp"

namespace inarow::service {
namespace {

using namespace std::chrono_literals;

int status(const AccessRules& rules, const RequestHead& head) {
  const auto refusal = refuse_request(rules, head);
  return refusal ? refusal->status : 200;
}

TEST(Access, LoopbackTakesOnlyLoopbackNames) {
  const AccessRules rules{"127.0.0.1", ""};
  EXPECT_EQ(status(rules, {"127.0.0.1:7878", "", ""}), 200);
  EXPECT_EQ(status(rules, {"localhost:7878", "http://localhost:7878", ""}), 200);
  EXPECT_EQ(status(rules, {"[::1]:7878", "", ""}), 200);
  EXPECT_EQ(status(rules, {"127.evil.example:7878", "", ""}), 421);
  EXPECT_EQ(status(rules, {"evil.example", "", ""}), 421);
  EXPECT_EQ(status(rules, {"192.168.1.1", "", ""}), 421);
  EXPECT_EQ(status(rules, {"", "", ""}), 421);
  EXPECT_EQ(status(rules, {"[::1", "", ""}), 421);
}

TEST(Access, OnlyItsOwnOrigin) {
  const AccessRules rules{"127.0.0.1", ""};
  EXPECT_EQ(status(rules, {"127.0.0.1:1", "http://127.0.0.1:2", ""}), 403);
  EXPECT_EQ(status(rules, {"127.0.0.1:1", "https://127.0.0.1:1", ""}), 403);
  EXPECT_EQ(status(rules, {"127.0.0.1:1", "null", ""}), 403);
}

TEST(Access, AToken) {
  const AccessRules rules{"0.0.0.0", "secret"};
  EXPECT_EQ(status(rules, {"192.168.1.1:1", "", "Bearer secret"}), 200);
  EXPECT_EQ(status(rules, {"192.168.1.1:1", "", "Bearer secreT"}), 401);
  EXPECT_EQ(status(rules, {"192.168.1.1:1", "", "secret"}), 401);
  EXPECT_EQ(status(rules, {"192.168.1.1:1", "", ""}), 401);
  EXPECT_EQ(status(rules, {"evil.example", "", "Bearer secret"}), 421);
  EXPECT_FALSE(refuse_origin(rules, {"192.168.1.1:1", "", ""}));
  EXPECT_EQ(random_token().size(), 32U);
  EXPECT_NE(random_token(), random_token());
}

std::string error_of(const Result<Question>& question) {
  return question ? "" : question.error().message;
}

TEST(ServiceRequest, IsReadStrictly) {
  const auto error = [](const std::string& body) {
    return error_of(read_solve_request(body, RequestLimits{}));
  };
  EXPECT_EQ(error(R"({"game":"connect4"})"), "");
  EXPECT_EQ(error(R"({"game":"connect4","moves":"44","score":true,"seconds":2})"), "");
  EXPECT_EQ(error(R"({"game":"connect6","moves":"j10","order":3})"), "");
  EXPECT_EQ(error(R"({"game":"connect6","moves":"j10","method":"threat"})"), "");
  EXPECT_EQ(error(R"({"game":"cylinder:6"})"), "");
  for (const char* body : {"",
                           "[]",
                           "7",
                           "{",
                           "{}",
                           R"({"game":7})",
                           R"({"game":"connect4","moves":44})",
                           R"({"game":"connect4","score":1})",
                           R"({"game":"connect4","seconds":0})",
                           R"({"game":"connect4","seconds":1e9})",
                           R"({"game":"connect4","scor":true})",
                           R"({"game":"connect4","moves":"9"})",
                           R"({"game":"connect6","order":5})",
                           R"({"game":"connect4","order":1})",
                           R"({"game":"cylinder:6","score":true})",
                           R"({"game":"connect4","method":"threat"})",
                           R"({"game":"connect4","method":"magic"})",
                           R"({"game":"connect4","certificate":{}})",
                           R"({"game":"connect4","lines":"/tmp/x"})",
                           "\xff"}) {
    EXPECT_NE(error(body), "") << body;
  }
  EXPECT_NE(error(R"({"game":"connect4","scor":true})").find("all_moves"), std::string::npos);
}

TEST(ServiceRequest, TheTimeAndTheOrderAreAlwaysLimited) {
  const RequestLimits limits{.default_seconds = 7, .max_seconds = 9};
  EXPECT_EQ(read_solve_request(R"({"game":"connect4"})", limits)->limits.seconds, 7);
  EXPECT_EQ(read_explain_request(R"({"game":"gomoku","moves":"h8"})", limits)->limits.order, 2);
  EXPECT_EQ(read_prove_request(R"({"game":"tictactoe"})", limits)->limits.order, 2);
  EXPECT_FALSE(read_defenses_request(R"({"game":"gomoku","moves":"h8","seconds":10})", limits));
  // Players of placement games use all the time that they get.
  EXPECT_EQ(read_move_request(R"({"game":"gomoku","opponent":"strong"})", limits)->limits.seconds,
            4);
}

TEST(ServiceRequest, EveryRouteAsksForOneThing) {
  const RequestLimits limits;
  const Question why = *read_explain_request(R"({"game":"connect4"})", limits);
  EXPECT_TRUE(why.wanted.why && !why.wanted.value && !why.wanted.best);
  const Question move = *read_move_request(R"({"game":"connect4"})", limits);
  EXPECT_EQ(move.move->player, "auto");
  EXPECT_FALSE(move.wanted.value);
  const Question proof = *read_prove_request(
      R"({"game":"connect4","claim":"win","for":"first","score":2,"rules":true})", limits);
  EXPECT_EQ(proof.certificate->claim, "win");
  EXPECT_EQ(proof.certificate->player, Player::first);
  EXPECT_EQ(proof.certificate->score, 2);
  EXPECT_TRUE(proof.certificate->rules && proof.certificate->path.empty());
  EXPECT_NE(error_of(read_prove_request(R"({"game":"connect4","path":"/tmp/x"})", limits)), "");
}

TEST(ServiceRequest, TheSameQuestionHasTheSameKey) {
  const auto key = [](const char* body) { return cache_key(*read_solve_request(body, {})); };
  EXPECT_EQ(key(R"({"game":"connect4","moves":"dd"})"),
            key(R"({"game":"drop:7x6","moves":"44","seconds":1})"));
  EXPECT_NE(key(R"({"game":"connect4","moves":"44"})"),
            key(R"({"game":"connect4","moves":"44","score":true})"));
  const char* position = R"({"game":"gomoku","moves":"h8"})";
  EXPECT_NE(key(position), cache_key(*read_explain_request(position, {})));
  EXPECT_NE(key(position), cache_key(*read_defenses_request(position, {})));
}

TEST(AnswerCache, ForgetsTheOneUnusedLongest) {
  AnswerCache cache(2);
  cache.store("a", "1");
  cache.store("b", "2");
  EXPECT_EQ(cache.find("a"), "1");
  cache.store("c", "3");
  EXPECT_EQ(cache.find("b"), std::nullopt);
  EXPECT_EQ(cache.find("a"), "1");
  EXPECT_EQ(cache.find("c"), "3");
}

// Runs until it is released or stopped, and writes its name down.
class Note : public Task {
 public:
  Note(std::string name, std::vector<std::string>& log, std::mutex& mutex, bool hold,
       double seconds = 60)
      : Task(seconds), name_(std::move(name)), log_(log), mutex_(mutex), hold_(hold) {}
  void release() { hold_ = false; }

 private:
  void run() override {
    {
      const std::lock_guard lock(mutex_);
      log_.push_back(name_);
    }
    while (hold_ && !stop().stopped()) std::this_thread::sleep_for(1ms);
  }
  std::string name_;
  std::vector<std::string>& log_;
  std::mutex& mutex_;
  std::atomic<bool> hold_;
};

class Queue : public testing::Test {
 protected:
  std::shared_ptr<Note> note(const std::string& name, bool hold = false, double seconds = 60) {
    return std::make_shared<Note>(name, log_, mutex_, hold, seconds);
  }
  static bool finishes(Task& task) {
    for (int i = 0; i < 500; ++i) {
      if (task.wait_finished(10ms)) return true;
    }
    return false;
  }
  static bool starts(Task& task) {
    for (int i = 0; i < 5000 && !task.started(); ++i) std::this_thread::sleep_for(1ms);
    return task.started();
  }
  std::vector<std::string> log_;
  std::mutex mutex_;
};

TEST_F(Queue, ClientsTakeTurns) {
  TaskQueue queue({1, 1, 100, 10});
  const auto first = note("first", true);
  EXPECT_EQ(queue.submit("x", first), Admission::accepted);
  ASSERT_TRUE(starts(*first));
  std::vector<std::shared_ptr<Note>> all;
  for (const char* name : {"a1", "a2", "a3", "b1", "c1", "b2"}) {
    all.push_back(note(name));
    EXPECT_EQ(queue.submit(std::string(1, name[0]), all.back()), Admission::accepted);
  }
  first->release();
  for (const auto& task : all) ASSERT_TRUE(finishes(*task));
  EXPECT_EQ(log_, (std::vector<std::string>{"first", "a1", "b1", "c1", "a2", "b2", "a3"}));
}

TEST_F(Queue, AGreedyClientLeavesAThreadToOthers) {
  TaskQueue queue({2, 1, 100, 10});
  const auto held = note("held", true);
  const auto next = note("next", true);
  EXPECT_EQ(queue.submit("greedy", held), Admission::accepted);
  EXPECT_EQ(queue.submit("greedy", next), Admission::accepted);
  ASSERT_TRUE(starts(*held));
  const auto other = note("other");
  EXPECT_EQ(queue.submit("modest", other), Admission::accepted);
  EXPECT_TRUE(finishes(*other));
  EXPECT_FALSE(next->started());
  held->release();
  EXPECT_TRUE(starts(*next));
}

TEST_F(Queue, HasLimits) {
  TaskQueue queue({1, 1, 3, 2});
  const auto held = note("held", true);
  EXPECT_EQ(queue.submit("x", held), Admission::accepted);
  ASSERT_TRUE(starts(*held));
  EXPECT_EQ(queue.submit("x", note("")), Admission::accepted);
  EXPECT_EQ(queue.submit("x", note("")), Admission::accepted);
  EXPECT_EQ(queue.submit("x", note("")), Admission::share_full);
  EXPECT_EQ(queue.submit("y", note("")), Admission::accepted);
  EXPECT_EQ(queue.submit("y", note("")), Admission::queue_full);
  EXPECT_EQ(queue.waiting(), 3);
}

TEST_F(Queue, CancelsWaitingAndRunningTasks) {
  TaskQueue queue({1, 1, 10, 10});
  const auto running = note("running", true);
  const auto waiting = note("waiting", true);
  EXPECT_EQ(queue.submit("x", running), Admission::accepted);
  ASSERT_TRUE(starts(*running));
  EXPECT_EQ(queue.submit("x", waiting), Admission::accepted);
  queue.cancel(waiting);
  EXPECT_TRUE(finishes(*waiting));
  EXPECT_FALSE(waiting->started());
  EXPECT_EQ(queue.waiting(), 0);
  queue.cancel(running);
  EXPECT_TRUE(finishes(*running));
  queue.cancel(running);  // once more does no harm
}

TEST_F(Queue, StopsATaskWhoseTimeIsUp) {
  TaskQueue queue({1, 1, 10, 10});
  const auto endless = note("endless", true, 0.05);
  EXPECT_EQ(queue.submit("x", endless), Admission::accepted);
  EXPECT_TRUE(finishes(*endless));
}

// Has so many steps to do, goes on where it was paused.
class Long final : public Task {
 public:
  explicit Long(int steps, double seconds = 60) : Task(seconds), steps_(steps) {}
  int slices() const { return slices_; }
  int left() const { return steps_; }

 private:
  void run() override {
    ++slices_;
    for (; steps_ > 0 && !stop().stopped(); --steps_) std::this_thread::sleep_for(1ms);
  }
  bool can_pause() const override { return true; }
  bool unfinished() const override { return steps_ > 0; }

  std::atomic<int> steps_;
  std::atomic<int> slices_{0};
};

TEST_F(Queue, ALongTaskMakesRoomAndGoesOn) {
  TaskQueue queue({1, 1, 10, 10, 0.05});
  const auto heavy = std::make_shared<Long>(400);
  EXPECT_EQ(queue.submit("x", heavy), Admission::accepted);
  ASSERT_TRUE(starts(*heavy));
  const auto other = note("other");
  EXPECT_EQ(queue.submit("y", other), Admission::accepted);
  EXPECT_TRUE(finishes(*other));
  EXPECT_GT(heavy->left(), 0);
  // Also for a question of the same client.
  ASSERT_TRUE(starts(*heavy));
  const auto own = note("own");
  EXPECT_EQ(queue.submit("x", own), Admission::accepted);
  EXPECT_TRUE(finishes(*own));
  EXPECT_TRUE(finishes(*heavy));
  EXPECT_EQ(heavy->left(), 0);
  EXPECT_GE(heavy->slices(), 2);
}

TEST_F(Queue, NobodyIsPausedWhileThereIsRoom) {
  TaskQueue queue({2, 1, 10, 10, 0.01});
  const auto heavy = std::make_shared<Long>(150);
  EXPECT_EQ(queue.submit("x", heavy), Admission::accepted);
  const auto other = note("other");
  EXPECT_EQ(queue.submit("y", other), Admission::accepted);
  EXPECT_TRUE(finishes(*other));
  EXPECT_TRUE(finishes(*heavy));
  EXPECT_EQ(heavy->slices(), 1);
}

TEST_F(Queue, ManyLongTasksOfOneThreadAllEnd) {
  TaskQueue queue({1, 1, 10, 10, 0.01});
  std::vector<std::shared_ptr<Long>> all;
  for (int i = 0; i < 4; ++i) {
    all.push_back(std::make_shared<Long>(100));
    EXPECT_EQ(queue.submit(std::to_string(i), all.back()), Admission::accepted);
  }
  for (const auto& task : all) {
    ASSERT_TRUE(finishes(*task));
    EXPECT_EQ(task->left(), 0);
  }
  EXPECT_EQ(queue.waiting(), 0);
}

TEST_F(Queue, AFreshTaskWaitsForAShortSliceOnly) {
  TaskQueue queue({1, 1, 20, 10, 0.05});
  std::vector<std::shared_ptr<Long>> all;
  for (int i = 0; i < 3; ++i) {
    all.push_back(std::make_shared<Long>(1'000'000));
    EXPECT_EQ(queue.submit(std::to_string(i), all.back()), Admission::accepted);
  }
  // Until their slices are longer than what is asserted below.
  const auto slices = [&] { return all[0]->slices() + all[1]->slices() + all[2]->slices(); };
  for (int i = 0; i < 3000 && slices() < 13; ++i) std::this_thread::sleep_for(5ms);
  const int before = slices();
  EXPECT_GE(before, 13);
  const auto quick = note("quick");
  EXPECT_EQ(queue.submit("x", quick), Admission::accepted);
  EXPECT_TRUE(finishes(*quick));
  // At most the one that was running, and one by turns, came before it.
  EXPECT_LE(slices(), before + 2);
}

TEST_F(Queue, APausedTaskIsCancelledAndHasNoMoreTimeThanItsOwn) {
  TaskQueue queue({1, 1, 10, 10, 0.02});
  const auto heavy = std::make_shared<Long>(1'000'000);
  const auto brief = std::make_shared<Long>(1'000'000, 0.3);
  EXPECT_EQ(queue.submit("x", heavy), Admission::accepted);
  EXPECT_EQ(queue.submit("y", brief), Admission::accepted);
  EXPECT_TRUE(finishes(*brief));
  EXPECT_GE(brief->slices(), 2);
  const auto held = note("held", true);
  EXPECT_EQ(queue.submit("z", held), Admission::accepted);
  ASSERT_TRUE(starts(*held));
  EXPECT_FALSE(heavy->started());
  queue.cancel(heavy);
  EXPECT_TRUE(finishes(*heavy));
}

TEST_F(Queue, ShutsDownWithTasksInIt) {
  const auto running = note("running", true);
  const auto waiting = note("waiting", true);
  TaskQueue queue({1, 1, 10, 10});
  EXPECT_EQ(queue.submit("x", running), Admission::accepted);
  EXPECT_EQ(queue.submit("x", waiting), Admission::accepted);
  queue.shut_down();
  EXPECT_TRUE(finishes(*running));
  EXPECT_TRUE(finishes(*waiting));
  EXPECT_EQ(queue.submit("x", note("late")), Admission::stopping);
}

class QuestionTasks : public Queue {
 protected:
  std::shared_ptr<QuestionTask> task(const char* body) {
    return std::make_shared<QuestionTask>(*read_solve_request(body, {}),
                                          Resources{.tables = tables_,
                                                    .cache = cache_,
                                                    .shelf = shelf_,
                                                    .table_bytes = std::size_t{16} << 20,
                                                    .certificate_bytes = std::size_t{1} << 20});
  }

  Tables tables_{{.table_bytes = std::size_t{16} << 20}};
  AnswerCache cache_{10};
  CertificateShelf shelf_{"", 1 << 20};
};

// The pieces of its time are too short for it to end in one of them.
TEST_F(QuestionTasks, APausedQuestionGoesOnAndTellsItsMovesOnce) {
  const char* body = R"({"game":"drop:6x5","moves":"1","score":true,"all_moves":true})";
  TaskQueue queue({.threads = 1, .running_per_client = 1, .slice_seconds = 0.001});
  const auto asked = task(body);
  EXPECT_EQ(queue.submit("x", asked), Admission::accepted);
  // Somebody waits all the time.
  for (int i = 0; i < 200 && !asked->wait_finished(0ms); ++i) {
    const auto other = note("other");
    EXPECT_EQ(queue.submit("y", other), Admission::accepted);
    ASSERT_TRUE(finishes(*other));
  }
  ASSERT_TRUE(finishes(*asked));
  EXPECT_EQ(asked->status(), 200);
  std::size_t from = 0;
  EXPECT_EQ(asked->new_moves(from).size(), 6U);
  EXPECT_EQ(asked->new_moves(from).size(), 0U);
  EXPECT_EQ(cache_.find(cache_key(*read_solve_request(body, {}))), asked->answer());
}

TEST_F(QuestionTasks, OneThatIsCancelledIsNotKept) {
  const char* body = R"({"game":"drop:9x8","score":true})";
  TaskQueue queue({.threads = 1, .running_per_client = 1});
  const auto asked = task(body);
  EXPECT_EQ(queue.submit("x", asked), Admission::accepted);
  ASSERT_TRUE(starts(*asked));
  queue.cancel(asked);
  EXPECT_TRUE(finishes(*asked));
  EXPECT_NE(asked->answer().find("\"unknown\""), std::string::npos);
  EXPECT_FALSE(cache_.find(cache_key(*read_solve_request(body, {}))));
}

TEST(Access, AcceptsBrotli) {
  EXPECT_TRUE(accepts_brotli("br"));
  EXPECT_TRUE(accepts_brotli("gzip, deflate, br, zstd"));
  EXPECT_TRUE(accepts_brotli("gzip;q=1.0, BR;q=0.5"));
  EXPECT_FALSE(accepts_brotli(""));
  EXPECT_FALSE(accepts_brotli("gzip, br;q=0"));
  EXPECT_FALSE(accepts_brotli("brotli, xbr"));
  EXPECT_FALSE(accepts_brotli("br;q=0.000"));
}

TEST(PageFiles, OnlyWhatWasThere) {
  const auto folder = std::filesystem::path(testing::TempDir()) / "inarow_page_files";
  std::filesystem::create_directories(folder / "assets");
  std::ofstream(folder / "index.html") << "<!doctype html>";
  std::ofstream(folder / "assets" / "a-1234.js") << "1";
  std::ofstream(folder / "assets" / "a-1234.js.br") << "packed";
  std::ofstream(folder / "assets" / "b.css") << "2";
  const PageFiles files(folder.string());
  EXPECT_TRUE(files.built());
  EXPECT_EQ(files.find("/"), files.find("/index.html"));
  ASSERT_NE(files.find("/assets/a-1234.js"), nullptr);
  EXPECT_TRUE(files.find("/assets/a-1234.js")->lasting);
  EXPECT_EQ(files.find("/assets/a-1234.js")->contents, "1");
  EXPECT_EQ(files.find("/assets/a-1234.js")->packed, "packed");
  EXPECT_EQ(files.find("/assets/a-1234.js.br"), nullptr);
  ASSERT_NE(files.find("/assets/b.css"), nullptr);
  EXPECT_EQ(files.find("/assets/b.css")->packed, "");
  EXPECT_EQ(files.find("/assets/../index.html"), nullptr);
  EXPECT_EQ(files.find("/assets"), nullptr);
  EXPECT_FALSE(PageFiles("/nonexistent").built());
  EXPECT_NE(PageFiles("").find("/"), nullptr);
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace inarow::service
