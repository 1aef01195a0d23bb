#include "grid/inline_broker.hpp"

#include <gtest/gtest.h>

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
