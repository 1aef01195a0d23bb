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
#include "service/room.hpp"
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

TEST(AnswerCache, ForgetsTheOneUnusedLongestWhenThereIsNoRoom) {
  AnswerCache cache(10'000);
  const std::string large(1000, 'x');
  for (int i = 0; i < 6; ++i) {
    cache.store(std::to_string(i), large);
    EXPECT_EQ(cache.find("0"), large);
  }
  for (int i = 6; i < 9; ++i) cache.store(std::to_string(i), large);
  EXPECT_EQ(cache.find("1"), std::nullopt);
  EXPECT_EQ(cache.find("0"), large);
  EXPECT_EQ(cache.find("8"), large);
  // One that would drive out too many others is not kept.
  cache.store("huge", std::string(2000, 'x'));
  EXPECT_EQ(cache.find("huge"), std::nullopt);
}

class Guest {
 public:
  void evict() { evicted = true; }
  bool evicted = false;
};

TEST(Room, TheOneThatIsIdleLongestMakesRoom) {
  Room<Guest> room(3, 2);
  const auto a = std::make_shared<Guest>();
  const auto b = std::make_shared<Guest>();
  const auto c = std::make_shared<Guest>();
  const auto d = std::make_shared<Guest>();
  EXPECT_TRUE(room.enter(a, "x"));
  EXPECT_TRUE(room.enter(b, "x"));
  room.set_idle(a.get(), false);
  room.set_idle(a.get(), true);  // idle again, but since later
  EXPECT_TRUE(room.enter(c, "x"));
  EXPECT_TRUE(b->evicted);
  EXPECT_FALSE(a->evicted);
  EXPECT_EQ(room.size(), 2U);
  // Another address has room; then the oldest of all goes.
  EXPECT_TRUE(room.enter(d, "y"));
  EXPECT_EQ(room.size(), 3U);
  const auto e = std::make_shared<Guest>();
  EXPECT_TRUE(room.enter(e, "y"));
  EXPECT_TRUE(a->evicted);
  EXPECT_FALSE(d->evicted);
}

TEST(Room, WhoIsBusyKeepsItsPlace) {
  Room<Guest> room(2, 2);
  const auto a = std::make_shared<Guest>();
  const auto b = std::make_shared<Guest>();
  const auto c = std::make_shared<Guest>();
  EXPECT_TRUE(room.enter(a, "x"));
  EXPECT_TRUE(room.enter(b, "y"));
  room.set_idle(a.get(), false);
  room.set_idle(b.get(), false);
  EXPECT_FALSE(room.enter(c, "z"));
  room.leave(a.get());
  EXPECT_TRUE(room.enter(c, "z"));
  room.drive_out_idle();
  EXPECT_TRUE(c->evicted);
  EXPECT_FALSE(b->evicted);
  EXPECT_EQ(room.size(), 1U);
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
    for (int i = 0; i < 5000 && !task.running(); ++i) std::this_thread::sleep_for(1ms);
    return task.running();
  }
  // Slices so long that nobody is paused.
  static QueueLimits patient(int slots, int waiting = 100, int per_client = 10) {
    return {.slots = slots,
            .waiting = waiting,
            .waiting_per_client = per_client,
            .first_slice = 100s,
            .slice = 100s};
  }
  static QueueLimits hasty(int slots) {
    return {.slots = slots,
            .waiting = 20,
            .waiting_per_client = 10,
            .first_slice = 10ms,
            .slice = 20ms};
  }
  std::vector<std::string> log_;
  std::mutex mutex_;
};

TEST_F(Queue, ClientsTakeTurns) {
  TaskQueue queue(patient(1));
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

TEST_F(Queue, HasLimits) {
  TaskQueue queue(patient(1, 3, 2));
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
  TaskQueue queue(patient(1));
  const auto running = note("running", true);
  const auto waiting = note("waiting", true);
  EXPECT_EQ(queue.submit("x", running), Admission::accepted);
  ASSERT_TRUE(starts(*running));
  EXPECT_EQ(queue.submit("x", waiting), Admission::accepted);
  queue.cancel(waiting);
  EXPECT_TRUE(finishes(*waiting));
  EXPECT_EQ(std::count(log_.begin(), log_.end(), "waiting"), 0);
  EXPECT_EQ(queue.waiting(), 0);
  queue.cancel(running);
  EXPECT_TRUE(finishes(*running));
  queue.cancel(running);  // once more does no harm
}

TEST_F(Queue, StopsATaskWhoseTimeIsUp) {
  TaskQueue queue(patient(1));
  const auto endless = note("endless", true, 0.05);
  EXPECT_EQ(queue.submit("x", endless), Admission::accepted);
  EXPECT_TRUE(finishes(*endless));
}

// Has so many steps to do, and asks its token at every one.
class Long final : public Task {
 public:
  explicit Long(int steps, double seconds = 60) : Task(seconds), steps_(steps) {}
  int left() const { return steps_; }
  int runs() const { return runs_; }

 private:
  void run() override {
    ++runs_;
    for (; steps_ > 0 && !stop().stopped(); --steps_) std::this_thread::sleep_for(1ms);
  }

  std::atomic<int> steps_;
  std::atomic<int> runs_{0};
};

TEST_F(Queue, ALongTaskMakesRoomAndGoesOn) {
  TaskQueue queue(hasty(1));
  const auto heavy = std::make_shared<Long>(300);
  EXPECT_EQ(queue.submit("x", heavy), Admission::accepted);
  ASSERT_TRUE(starts(*heavy));
  // Also for a question of the same client.
  for (const char* client : {"y", "x"}) {
    const auto other = note(client, true);
    EXPECT_EQ(queue.submit(client, other), Admission::accepted);
    ASSERT_TRUE(starts(*other));
    while (heavy->running()) std::this_thread::sleep_for(1ms);
    other->release();
    EXPECT_TRUE(finishes(*other));
    EXPECT_GT(heavy->left(), 0);
  }
  EXPECT_TRUE(finishes(*heavy));
  EXPECT_EQ(heavy->left(), 0);
  EXPECT_EQ(heavy->runs(), 1) << "nothing is done twice";
}

TEST_F(Queue, WhoIsPausedDoesNothing) {
  QueueLimits limits = hasty(1);
  limits.slice = 100s;  // so that it is not its turn again
  TaskQueue queue(limits);
  const auto heavy = std::make_shared<Long>(1'000'000);
  EXPECT_EQ(queue.submit("x", heavy), Admission::accepted);
  ASSERT_TRUE(starts(*heavy));
  const auto other = note("other", true);
  EXPECT_EQ(queue.submit("y", other), Admission::accepted);
  ASSERT_TRUE(starts(*other));
  std::this_thread::sleep_for(20ms);
  const int before = heavy->left();
  std::this_thread::sleep_for(50ms);
  EXPECT_EQ(heavy->left(), before);
  EXPECT_FALSE(heavy->running());
  EXPECT_FALSE(heavy->finished());
  queue.cancel(heavy);
  EXPECT_TRUE(finishes(*heavy));
  EXPECT_GT(heavy->left(), 0);
}

TEST_F(Queue, ManyLongTasksOfOneSlotAllEnd) {
  TaskQueue queue(hasty(1));
  std::vector<std::shared_ptr<Long>> all;
  for (int i = 0; i < 6; ++i) {
    all.push_back(std::make_shared<Long>(60));
    EXPECT_EQ(queue.submit(std::to_string(i / 2), all.back()), Admission::accepted);
  }
  for (const auto& task : all) {
    ASSERT_TRUE(finishes(*task));
    EXPECT_EQ(task->left(), 0);
  }
  EXPECT_EQ(queue.waiting(), 0);
}

TEST_F(Queue, AFreshTaskWaitsForAShortSliceOnly) {
  QueueLimits limits = hasty(1);
  limits.slice = 100s;
  TaskQueue queue(limits);
  std::vector<std::shared_ptr<Long>> all;
  for (int i = 0; i < 3; ++i) {
    all.push_back(std::make_shared<Long>(1'000'000));
    EXPECT_EQ(queue.submit(std::to_string(i), all.back()), Admission::accepted);
    ASSERT_TRUE(starts(*all.back()));
  }
  for (int i = 0; i < 5; ++i) {
    const auto quick = note("quick");
    EXPECT_EQ(queue.submit("x", quick), Admission::accepted);
    EXPECT_TRUE(finishes(*quick));
  }
}

TEST_F(Queue, OneClientCannotBeginEverything) {
  QueueLimits limits = hasty(1);
  limits.lasting = 8;  // two for the first
  TaskQueue queue(limits);
  std::vector<std::shared_ptr<Note>> greedy;
  for (int i = 0; i < 4; ++i) {
    greedy.push_back(note("greedy", true));
    EXPECT_EQ(queue.submit("greedy", greedy.back()), Admission::accepted);
  }
  const auto modest = note("modest");
  EXPECT_EQ(queue.submit("modest", modest), Admission::accepted);
  EXPECT_TRUE(finishes(*modest));
  const std::lock_guard lock(mutex_);
  EXPECT_LE(log_.size(), 3U);  // two of the greedy one's
}

TEST_F(Queue, APausedTaskHasNoMoreTimeThanItsOwn) {
  TaskQueue queue(hasty(1));
  const auto heavy = std::make_shared<Long>(1'000'000);
  const auto brief = std::make_shared<Long>(1'000'000, 0.2);
  EXPECT_EQ(queue.submit("x", heavy), Admission::accepted);
  EXPECT_EQ(queue.submit("y", brief), Admission::accepted);
  EXPECT_TRUE(finishes(*brief));
  EXPECT_NEAR(brief->seconds_worked(), 0.2, 0.15);
  EXPECT_FALSE(heavy->finished());
}

TEST_F(Queue, ShutsDownWithTasksInIt) {
  const auto running = note("running", true);
  const auto paused = note("paused", true);
  const auto waiting = note("waiting", true);
  QueueLimits limits = hasty(1);
  limits.lasting = 8;  // two of a client
  TaskQueue queue(limits);
  EXPECT_EQ(queue.submit("x", running), Admission::accepted);
  EXPECT_EQ(queue.submit("y", paused), Admission::accepted);
  EXPECT_EQ(queue.submit("y", waiting), Admission::accepted);
  ASSERT_TRUE(starts(*paused));
  queue.shut_down();
  for (const auto& task : {running, paused, waiting}) EXPECT_TRUE(finishes(*task));
  EXPECT_EQ(queue.submit("x", note("late")), Admission::stopping);
}

TEST_F(Queue, TellsWhoListens) {
  TaskQueue queue(patient(1));
  std::atomic<int> told{0};
  const auto task = note("told");
  task->listen([&] { ++told; });
  EXPECT_EQ(queue.submit("x", task), Admission::accepted);
  EXPECT_TRUE(finishes(*task));
  for (int i = 0; i < 1000 && told < 3; ++i) std::this_thread::sleep_for(1ms);
  EXPECT_EQ(told, 3);  // got its slot, left it, finished
}

// Nobody is told of a task that ends after those who listen have gone: the server's connections go
// before its queue.
TEST_F(Queue, WhenItHasEndedNobodyIsTold) {
  std::atomic<bool> gone = false;
  std::atomic<int> too_late = 0;
  TaskQueue queue(hasty(2));
  for (int i = 0; i < 8; ++i) {
    const auto task = note("slow to stop", true);
    task->listen([&] { too_late += gone; });
    EXPECT_EQ(queue.submit(std::to_string(i), task), Admission::accepted);
  }
  queue.end();
  gone = true;
  std::this_thread::sleep_for(20ms);
  EXPECT_EQ(too_late, 0);
  EXPECT_EQ(queue.submit("x", note("late")), Admission::stopping);
}

class QuestionTasks : public Queue {
 protected:
  std::shared_ptr<QuestionTask> task(const char* body) {
    return std::make_shared<QuestionTask>(body, read_solve_request, RequestLimits{},
                                          Resources{.tables = tables_,
                                                    .cache = cache_,
                                                    .shelf = shelf_,
                                                    .memory = memory_,
                                                    .certificate_bytes = std::size_t{1} << 20,
                                                    .verbatim_key = "as it came"});
  }

  Tables tables_{{.table_bytes = std::size_t{16} << 20}};
  MemoryPool memory_{std::size_t{16} << 20};
  AnswerCache cache_{std::size_t{1} << 20};
  CertificateShelf shelf_{"", 1 << 20};
};

// Its slices are too short for it to end in one of them.
TEST_F(QuestionTasks, APausedQuestionGoesOnAndTellsItsMovesOnce) {
  const char* body = R"({"game":"drop:6x5","moves":"1","score":true,"all_moves":true})";
  QueueLimits limits = hasty(1);
  limits.first_slice = 1ms;
  TaskQueue queue(limits);
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
  EXPECT_EQ(cache_.find("as it came"), asked->answer());
}

TEST_F(QuestionTasks, WhatIsNoQuestionIsRefused) {
  TaskQueue queue(patient(1));
  const auto asked = task(R"({"game":"drop:6x5","moves":"9"})");
  EXPECT_EQ(queue.submit("x", asked), Admission::accepted);
  EXPECT_TRUE(finishes(*asked));
  EXPECT_EQ(asked->status(), 400);
  EXPECT_FALSE(asked->understood());
}

TEST_F(QuestionTasks, OneThatIsCancelledIsNotKept) {
  const char* body = R"({"game":"drop:9x8","score":true})";
  TaskQueue queue(patient(1));
  const auto asked = task(body);
  EXPECT_EQ(queue.submit("x", asked), Admission::accepted);
  for (int i = 0; i < 5000 && !asked->understood(); ++i) std::this_thread::sleep_for(1ms);
  queue.cancel(asked);
  EXPECT_TRUE(finishes(*asked));
  EXPECT_NE(asked->answer().find("\"unknown\""), std::string::npos);
  EXPECT_FALSE(cache_.find(cache_key(*read_solve_request(body, {}))));
}

// Its table is one of the tables that all share.
TEST_F(QuestionTasks, ExactSearchOfADropGameTakesNoMemoryFromTheOthers) {
  TaskQueue queue(patient(2));
  const std::size_t free = memory_.offered(SIZE_MAX, 1);
  const auto endless = task(R"({"game":"drop:9x8","score":true})");
  EXPECT_EQ(queue.submit("x", endless), Admission::accepted);
  for (int i = 0; i < 5000 && !endless->understood(); ++i) std::this_thread::sleep_for(1ms);
  std::this_thread::sleep_for(50ms);
  EXPECT_EQ(memory_.offered(SIZE_MAX, 1), free);
  queue.cancel(endless);
  EXPECT_TRUE(finishes(*endless));
}

// A strategy that was not found for want of memory may be found when there is more.
TEST_F(QuestionTasks, WhatTheMemoryEndedIsNotKept) {
  const char* body = R"({"game":"cylinder:4"})";
  TaskQueue queue(patient(1));
  {
    const MemoryPool::Lease all = memory_.take(SIZE_MAX, 1);
    const auto asked = task(body);
    EXPECT_EQ(queue.submit("x", asked), Admission::accepted);
    ASSERT_TRUE(finishes(*asked));
    EXPECT_NE(asked->answer().find("\"unknown\""), std::string::npos) << asked->answer();
    EXPECT_FALSE(cache_.find(cache_key(*read_solve_request(body, {}))));
  }
  const auto asked = task(body);
  EXPECT_EQ(queue.submit("x", asked), Admission::accepted);
  ASSERT_TRUE(finishes(*asked));
  EXPECT_NE(asked->answer().find("\"draw\""), std::string::npos) << asked->answer();
  EXPECT_TRUE(cache_.find(cache_key(*read_solve_request(body, {}))));
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
  EXPECT_EQ(files.find("/assets/a-1234.js")->contents->size(), 1U);
  EXPECT_EQ(*files.find("/assets/a-1234.js")->packed, "packed");
  EXPECT_EQ(files.find("/assets/a-1234.js.br"), nullptr);
  ASSERT_NE(files.find("/assets/b.css"), nullptr);
  EXPECT_EQ(files.find("/assets/b.css")->packed, nullptr);
  EXPECT_EQ(files.find("/assets/../index.html"), nullptr);
  EXPECT_EQ(files.find("/assets"), nullptr);
  EXPECT_FALSE(PageFiles("/nonexistent").built());
  EXPECT_NE(PageFiles("").find("/"), nullptr);
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace inarow::service
