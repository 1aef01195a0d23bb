#include "grid/inline_broker.hpp"

#include <gtest/gtest.h>

#include <thread>

#include "ask/tables.hpp"
#include "grid/job_level_search.hpp"
#include "rules/notation.hpp"

namespace inarow::grid {
namespace {

using namespace std::chrono_literals;

Job solve_job(const std::string& key, int priority) {
  return {.key = key, .priority = priority, .question = R"({"game":"drop:4x3","moves":""})"};
}

TEST(InlineBroker, DoesTheHighestPriorityFirst) {
  Tables tables;
  InlineBroker broker({.tables = &tables});
  broker.submit(solve_job("a", 1));
  broker.submit(solve_job("b", 5));
  broker.submit(solve_job("b", 5));  // known already
  broker.submit(solve_job("c", 5));
  broker.cancel("c");
  EXPECT_EQ(broker.jobs(10).size(), 2U);
  const std::optional<Outcome> first = broker.next(1ms);
  ASSERT_TRUE(first);
  EXPECT_EQ(first->key, "b");
  EXPECT_EQ(first->error, "");
  EXPECT_NE(first->answer.find(R"("value":"draw")"), std::string::npos) << first->answer;
  broker.acknowledge("b");
  EXPECT_EQ(broker.next(1ms)->key, "a");
  EXPECT_FALSE(broker.next(1ms));
}

// Whose answers are always refused is parked, and not done for ever.
TEST(InlineBroker, ParksWhatIsAlwaysRefused) {
  Tables tables;
  InlineBroker broker({.tables = &tables});
  broker.submit(solve_job("a", 1));
  for (int i = 0; i < 3; ++i) {
    const std::optional<Outcome> outcome = broker.next(1ms);
    ASSERT_TRUE(outcome && outcome->error.empty());
    broker.refuse(*outcome, "wrong");
  }
  const std::optional<Outcome> last = broker.next(1ms);
  ASSERT_TRUE(last);
  EXPECT_TRUE(last->parked);
  EXPECT_NE(last->error, "");
}

TEST(InlineBroker, WhatIsStoppedIsNotAnswered) {
  Tables tables;
  StopToken stop;
  stop.request_stop();
  InlineBroker broker({.tables = &tables, .stop = &stop});
  broker.submit(solve_job("a", 1));
  EXPECT_FALSE(broker.next(1ms));
  ASSERT_EQ(broker.jobs(10).size(), 1U);
  EXPECT_EQ(broker.jobs(10)[0].state, JobState::waiting);
}

// What a helper has done is told to who waits, and one that is held keeps only its own job.
TEST(InlineBroker, OthersHelp) {
  Tables tables;
  InlineBroker broker({.tables = &tables});
  for (const char* key : {"a", "b", "c", "d"}) broker.submit(solve_job(key, 1));
  StopToken held;
  held.pause();
  std::thread slow([&] { broker.help({.tables = &tables, .stop = &held}, 1ms); });
  while (broker.jobs(1)[0].state == JobState::waiting) std::this_thread::yield();
  StopToken stop;
  std::thread helper([&] {
    while (!stop.stopped() && broker.help({.tables = &tables, .stop = &stop}, 1ms)) {
    }
  });
  const auto is_done = [](const JobLine& job) { return job.state == JobState::finished; };
  while (!is_done(broker.jobs(4)[1]) || !is_done(broker.jobs(4)[3])) std::this_thread::yield();
  std::string told;
  for (int i = 0; i < 3; ++i) told += broker.next(1ms)->key;
  EXPECT_EQ(told, "bcd");
  EXPECT_FALSE(broker.next(1ms));
  held.resume();
  slow.join();
  EXPECT_EQ(broker.next(1ms)->key, "a");
  broker.close();
  helper.join();
  EXPECT_FALSE(broker.help({.tables = &tables}, 1ms));
}

// The search needs its answer no more: who works on it is stopped, and nobody is told of it.
TEST(InlineBroker, ACancelledJobIsStopped) {
  Tables tables;
  InlineBroker broker({.tables = &tables});
  broker.submit({.key = "long", .priority = 1, .question = R"({"game":"drop:9x8","moves":""})"});
  std::thread helper([&] { broker.help({.tables = &tables, .memory_bytes = 64 * megabyte}, 1ms); });
  while (broker.jobs(1)[0].state == JobState::waiting) std::this_thread::yield();
  broker.cancel("long");
  helper.join();
  EXPECT_FALSE(broker.next(1ms));
  EXPECT_TRUE(broker.jobs(1).empty());
}

TEST(InlineBroker, CarriesASearchToItsEnd) {
  Tables tables;
  InlineBroker broker({.tables = &tables});
  const Game game = *read_game(*GameSpec::parse("Connect(3,3,3,1,1)"), "b2 b1 a1");
  auto search = JobLevelSearch::open(game, Player::first, {});
  ASSERT_TRUE(search) << search.error().message;
  (*search)->run(broker, nullptr);
  EXPECT_TRUE((*search)->status().totals.jobs > 0);
}

}  // namespace
}  // namespace inarow::grid
