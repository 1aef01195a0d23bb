// The promises of broker.hpp, held against every broker.

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <thread>

#include "answer/codec.hpp"
#include "grid/broker_under_test.hpp"
#include "grid/local_broker.hpp"
#include "grid/nats_under_test.hpp"
#include "grid/worker.hpp"
#include "rules/notation.hpp"

namespace inarow::grid {
namespace {

using namespace std::chrono_literals;

constexpr double lease_seconds = 1.0;
constexpr int deliveries = 3;
constexpr auto soon = 5s;        // what comes, comes before
constexpr auto not_yet = 150ms;  // what does not come is not waited for longer

class LocalUnderTest : public BrokerUnderTest {
 public:
  explicit LocalUnderTest(const LeaseRules& rules) : broker_(rules) {}
  std::unique_ptr<JobBroker> client(const std::string& name) override {
    return broker_.client(name);
  }
  std::unique_ptr<JobSource> source(const std::string& worker) override {
    return broker_.source(worker);
  }
  BrokerView& view() override { return broker_; }

 private:
  LocalBroker broker_;
};

Job job_of(const std::string& key, int priority = 0, const std::string& question = "{}") {
  return {.key = key,
          .priority = priority,
          .question = question,
          .version = program_version(),
          .game = "drop:7x6"};
}

class BrokerContract : public testing::TestWithParam<BrokerKind> {
 protected:
  void SetUp() override {
    broker_ = GetParam().make({.seconds = lease_seconds, .deliveries = deliveries});
    if (broker_ == nullptr) GTEST_SKIP() << "no " << GetParam().name << " on this machine";
  }

  // The job of a worker that must be there.
  static std::unique_ptr<Lease> take(JobSource& source) {
    std::unique_ptr<Lease> lease = source.lease(soon);
    EXPECT_NE(lease, nullptr);
    return lease;
  }
  static Outcome told(JobBroker& client) {
    const std::optional<Outcome> outcome = client.next(soon);
    EXPECT_TRUE(outcome.has_value());
    return outcome.value_or(Outcome{});
  }
  // Until the broker says so.
  template <class Condition>
  bool eventually(const Condition& condition) {
    for (int i = 0; i < 100; ++i) {
      if (condition()) return true;
      std::this_thread::sleep_for(50ms);
    }
    return false;
  }

  std::unique_ptr<BrokerUnderTest> broker_;
};

TEST_P(BrokerContract, AJobReachesAWorkerAndItsAnswerTheClient) {
  const auto client = broker_->client("me");
  const auto source = broker_->source("w-1");
  client->submit(job_of("a1", 3, R"({"game":"connect4"})"));
  const auto lease = take(*source);
  EXPECT_EQ(lease->job().key, "a1");
  EXPECT_EQ(lease->job().priority, 3);
  EXPECT_EQ(lease->job().question, R"({"game":"connect4"})");
  EXPECT_EQ(lease->job().version, program_version());
  EXPECT_EQ(lease->job().game, "drop:7x6");
  EXPECT_EQ(lease->client(), "me");
  EXPECT_EQ(lease->deliveries(), 1);
  EXPECT_DOUBLE_EQ(lease->lease_seconds(), lease_seconds);
  const std::string certificate("with\0bytes\xff", 11);
  lease->finish({.answer = R"({"value":"win"})", .certificate = certificate, .seconds = 1.5});
  const Outcome outcome = told(*client);
  EXPECT_EQ(outcome.key, "a1");
  EXPECT_EQ(outcome.worker, "w-1");
  EXPECT_EQ(outcome.answer, R"({"value":"win"})");
  EXPECT_EQ(outcome.certificate, certificate);
  EXPECT_EQ(outcome.error, "");
  EXPECT_FALSE(outcome.parked);
  EXPECT_DOUBLE_EQ(outcome.seconds, 1.5);
  client->acknowledge("a1");
  EXPECT_EQ(client->next(not_yet), std::nullopt);
  EXPECT_EQ(source->lease(not_yet), nullptr);
}

TEST_P(BrokerContract, HigherPrioritiesComeFirstThenOlderJobs) {
  const auto client = broker_->client("me");
  for (const auto& [key, priority] :
       {std::pair{"low1", 0}, {"high", 9}, {"low2", 0}, {"middle", 5}}) {
    client->submit(job_of(key, priority));
  }
  const auto source = broker_->source("w-1");
  for (const char* const key : {"high", "middle", "low1", "low2"}) {
    const auto lease = take(*source);
    EXPECT_EQ(lease->job().key, key);
    lease->finish("{}", 0);
  }
}

TEST_P(BrokerContract, ALeaseThatIsNotRenewedIsOver) {
  const auto client = broker_->client("me");
  const auto first = broker_->source("w-1");
  const auto second = broker_->source("w-2");
  client->submit(job_of("a1"));
  const auto late = take(*first);
  EXPECT_EQ(second->lease(not_yet), nullptr);
  const auto lease = take(*second);
  EXPECT_EQ(lease->deliveries(), 2);
  // At once, unless the first job was long on its way here.
  EXPECT_TRUE(eventually([&] { return late->is_over(); }));
  EXPECT_FALSE(late->renew());
  // The first to finish counts, and the other one is dropped.
  late->finish("\"early bird\"", 1);
  EXPECT_EQ(told(*client).answer, "\"early bird\"");
  client->acknowledge("a1");
  lease->finish("\"second\"", 1);
  EXPECT_EQ(client->next(not_yet), std::nullopt);
}

TEST_P(BrokerContract, ALeaseThatIsRenewedLasts) {
  const auto client = broker_->client("me");
  const auto first = broker_->source("w-1");
  const auto second = broker_->source("w-2");
  client->submit(job_of("a1"));
  const auto lease = take(*first);
  for (int i = 0; i < 10; ++i) {
    EXPECT_EQ(second->lease(250ms), nullptr);
    EXPECT_TRUE(lease->renew());
    EXPECT_FALSE(lease->is_over());
  }
  lease->finish("1", 0);
  EXPECT_EQ(told(*client).answer, "1");
}

TEST_P(BrokerContract, AJobThatLosesItsWorkersIsParkedAndListed) {
  const auto client = broker_->client("me");
  const auto source = broker_->source("w-1");
  client->submit(job_of("poison"));
  for (int i = 1; i <= deliveries; ++i) {
    const auto lease = take(*source);
    ASSERT_NE(lease, nullptr);
    EXPECT_EQ(lease->deliveries(), i);
  }
  EXPECT_EQ(source->lease(not_yet), nullptr);
  const Outcome outcome = told(*client);
  EXPECT_EQ(outcome.key, "poison");
  EXPECT_TRUE(outcome.parked);
  EXPECT_EQ(outcome.deliveries, deliveries);
  EXPECT_NE(outcome.error.find("delivered 3 times"), std::string::npos) << outcome.error;
  EXPECT_EQ(outcome.worker, "w-1");
  client->acknowledge("poison");

  // It stays, and submitting it again says so.
  EXPECT_EQ(broker_->view().status().parked, 1);
  std::vector<JobLine> jobs = broker_->view().jobs(10);
  ASSERT_EQ(jobs.size(), 1);
  EXPECT_EQ(jobs[0].state, JobState::parked);
  EXPECT_EQ(jobs[0].client, "me");
  EXPECT_EQ(jobs[0].error, outcome.error);
  client->submit(job_of("poison"));
  EXPECT_TRUE(told(*client).parked);
  EXPECT_EQ(source->lease(not_yet), nullptr);

  // Until somebody retries it.
  EXPECT_EQ(broker_->view().retry("poison"), 1);
  EXPECT_EQ(broker_->view().retry("poison"), 0);
  EXPECT_EQ(broker_->view().status().parked, 0);
  const auto lease = take(*source);
  EXPECT_EQ(lease->deliveries(), 1);
  lease->finish("7", 0);
  EXPECT_EQ(told(*client).answer, "7");
}

TEST_P(BrokerContract, AParkedJobCanBeCancelled) {
  const auto client = broker_->client("me");
  const auto source = broker_->source("w-1");
  client->submit(job_of("poison"));
  for (int i = 1; i <= deliveries; ++i) take(*source);
  EXPECT_EQ(source->lease(not_yet), nullptr);
  EXPECT_TRUE(told(*client).parked);
  client->acknowledge("poison");
  EXPECT_EQ(broker_->view().cancel("me/poison"), 1);
  EXPECT_EQ(broker_->view().cancel("me/poison"), 0);
  EXPECT_TRUE(broker_->view().jobs(10).empty());
}

TEST_P(BrokerContract, WhatIsHandedBackComesAgainAfterTheDelayAndIsNotLost) {
  const auto client = broker_->client("me");
  const auto source = broker_->source("w-1");
  client->submit(job_of("a1"));
  for (int i = 0; i < deliveries + 2; ++i) {
    const auto lease = take(*source);
    ASSERT_NE(lease, nullptr);
    EXPECT_EQ(lease->deliveries(), 1);
    lease->hand_back(i == 0 ? 500ms : 0ms);
    if (i == 0) {
      EXPECT_EQ(source->lease(not_yet), nullptr);
    }
  }
  take(*source)->finish("2", 0);
  EXPECT_EQ(told(*client).answer, "2");
}

TEST_P(BrokerContract, WhatFailsIsToldAsAnError) {
  const auto client = broker_->client("me");
  const auto source = broker_->source("w-1");
  client->submit(job_of("a1"));
  take(*source)->fail("no such \"game\"\nhere");
  const Outcome outcome = told(*client);
  EXPECT_EQ(outcome.error, "no such \"game\"\nhere");
  EXPECT_EQ(outcome.answer, "");
  EXPECT_FALSE(outcome.parked);
  client->acknowledge("a1");
  EXPECT_EQ(source->lease(not_yet), nullptr);
}

TEST_P(BrokerContract, TheSameKeyIsTheSameJob) {
  const auto client = broker_->client("me");
  const auto source = broker_->source("w-1");
  client->submit(job_of("a1"));
  client->submit(job_of("a1"));
  const auto lease = take(*source);
  client->submit(job_of("a1"));
  EXPECT_EQ(source->lease(not_yet), nullptr);
  lease->finish("3", 0);
  EXPECT_EQ(told(*client).answer, "3");
  client->submit(job_of("a1"));
  EXPECT_EQ(told(*client).answer, "3");
  EXPECT_EQ(source->lease(not_yet), nullptr);
  client->acknowledge("a1");
  client->submit(job_of("a1"));
  take(*source)->finish("4", 0);
  EXPECT_EQ(told(*client).answer, "4");
}

TEST_P(BrokerContract, WhatIsCancelledIsNotDelivered) {
  const auto client = broker_->client("me");
  const auto source = broker_->source("w-1");
  client->submit(job_of("a1"));
  client->submit(job_of("a2"));
  client->cancel("a1");
  const auto lease = take(*source);
  ASSERT_NE(lease, nullptr);
  EXPECT_EQ(lease->job().key, "a2");
  client->cancel("a2");
  EXPECT_TRUE(eventually([&] { return lease->is_over(); }));
  EXPECT_FALSE(lease->renew());
  lease->finish("5", 0);
  EXPECT_EQ(client->next(not_yet), std::nullopt);

  // A new job under the old key does not get the answer to the old one.
  client->submit(job_of("a3", 0, "1"));
  const auto old = take(*source);
  ASSERT_NE(old, nullptr);
  client->cancel("a3");
  client->submit(job_of("a3", 0, "2"));
  old->finish("\"old\"", 0);
  const auto fresh = take(*source);
  ASSERT_NE(fresh, nullptr);
  EXPECT_EQ(fresh->job().question, "2");
  EXPECT_TRUE(fresh->renew());
  fresh->finish("\"fresh\"", 0);
  EXPECT_EQ(told(*client).answer, "\"fresh\"");
  client->acknowledge("a3");
  EXPECT_EQ(client->next(not_yet), std::nullopt);
}

TEST_P(BrokerContract, AClientThatComesBackGetsWhatItHasNotAcknowledged) {
  const auto source = broker_->source("w-1");
  {
    const auto client = broker_->client("me");
    for (const char* const key : {"a1", "a2", "a3", "a4"}) client->submit(job_of(key));
    take(*source)->finish("1", 0);
    take(*source)->finish("2", 0);
    std::map<std::string, std::string> answers;
    for (int i = 0; i < 2; ++i) {
      const Outcome outcome = told(*client);
      answers[outcome.key] = outcome.answer;
    }
    EXPECT_EQ(answers, (std::map<std::string, std::string>{{"a1", "1"}, {"a2", "2"}}));
    client->acknowledge("a1");
  }
  take(*source)->finish("3", 0);
  const auto other = broker_->client("other");
  const auto client = broker_->client("me");
  std::map<std::string, std::string> answers;
  for (int i = 0; i < 2; ++i) {
    const Outcome outcome = told(*client);
    answers[outcome.key] = outcome.answer;
  }
  EXPECT_EQ(answers, (std::map<std::string, std::string>{{"a2", "2"}, {"a3", "3"}}));
  EXPECT_EQ(client->next(not_yet), std::nullopt);
  // It knows what it has not done yet, and submits it again.
  client->submit(job_of("a4"));
  take(*source)->finish("4", 0);
  EXPECT_EQ(source->lease(not_yet), nullptr);
  EXPECT_EQ(told(*client).answer, "4");
  EXPECT_EQ(other->next(not_yet), std::nullopt);
}

TEST_P(BrokerContract, ClientsDoNotSeeEachOther) {
  const auto one = broker_->client("one");
  const auto two = broker_->client("two");
  const auto source = broker_->source("w-1");
  one->submit(job_of("a1"));
  two->submit(job_of("a1"));
  two->cancel("a1");
  const auto lease = take(*source);
  EXPECT_EQ(lease->client(), "one");
  lease->finish("1", 0);
  EXPECT_EQ(told(*one).answer, "1");
  EXPECT_EQ(two->next(not_yet), std::nullopt);
}

TEST_P(BrokerContract, AWrongAnswerStandsAgainstItsWorkerAndTheJobIsDoneAgain) {
  const auto client = broker_->client("me");
  const auto liar = broker_->source("liar");
  client->submit(job_of("a1", 2, "what"));
  take(*liar)->finish("\"a lie\"", 0);
  client->refuse(told(*client), "the certificate is refuted");
  const auto honest = broker_->source("honest");
  const auto lease = take(*honest);
  EXPECT_EQ(lease->job().question, "what");
  lease->finish("\"true\"", 0);
  EXPECT_EQ(told(*client).answer, "\"true\"");
  std::map<std::string, std::uint64_t> refused;
  for (const WorkerLine& line : broker_->view().status().workers) refused[line.name] = line.refused;
  EXPECT_EQ(refused, (std::map<std::string, std::uint64_t>{{"honest", 0}, {"liar", 1}}));
}

TEST_P(BrokerContract, PeopleSeeWhatGoesOn) {
  const auto client = broker_->client("me");
  const auto source = broker_->source("w-1");
  for (const char* const key : {"a1", "a2", "a3"}) client->submit(job_of(key, 4));
  take(*source)->finish("1", 0);
  const auto lease = take(*source);
  BrokerStatus status;
  EXPECT_TRUE(eventually([&] {
    status = broker_->view().status();
    return status.workers.size() == 1 && status.workers[0].job == "a2" &&
           status.workers[0].done == 1;
  }));
  EXPECT_EQ(status.waiting, 1);
  EXPECT_EQ(status.leased, 1);
  EXPECT_EQ(status.finished, 1);
  EXPECT_EQ(status.parked, 0);
  EXPECT_EQ(status.workers.at(0).name, "w-1");
  EXPECT_EQ(status.workers.at(0).client, "me");
  EXPECT_LT(status.workers.at(0).last_seen, 10);
  std::map<std::string, JobState> states;
  for (const JobLine& line : broker_->view().jobs(10)) {
    states[line.key] = line.state;
    EXPECT_EQ(line.game, "drop:7x6");
    EXPECT_EQ(line.priority, 4);
    EXPECT_EQ(line.worker, line.key == "a3" ? "" : "w-1");
  }
  EXPECT_EQ(states,
            (std::map<std::string, JobState>{
                {"a1", JobState::finished}, {"a2", JobState::leased}, {"a3", JobState::waiting}}));
  EXPECT_EQ(broker_->view().jobs(2).size(), 2);
  EXPECT_EQ(broker_->view().cancel("a3"), 1);
  EXPECT_EQ(broker_->view().cancel("a2"), 1);
  EXPECT_TRUE(eventually([&] { return !lease->renew(); }));
  EXPECT_EQ(source->lease(not_yet), nullptr);
  // Their client waits for outcomes.
  std::map<std::string, std::string> errors;
  for (int i = 0; i < 3; ++i) {
    const Outcome outcome = told(*client);
    errors[outcome.key] = outcome.error;
  }
  EXPECT_EQ(errors, (std::map<std::string, std::string>{
                        {"a1", ""}, {"a2", cancelled_by_operator}, {"a3", cancelled_by_operator}}));
}

TEST_P(BrokerContract, ManyJobsAndWorkersLoseAndDoubleNothing) {
  constexpr int jobs = 300;
  constexpr int threads = 4;
  const auto client = broker_->client("me");
  std::vector<std::thread> workers;
  workers.reserve(threads);
  std::atomic<bool> done = false;
  for (int i = 0; i < threads; ++i) {
    workers.emplace_back([&, i] {
      const auto source = broker_->source("w-" + std::to_string(i));
      while (!done) {
        if (const auto lease = source->lease(50ms)) lease->finish(lease->job().question, 0);
      }
    });
  }
  std::set<std::string> left;
  for (int i = 0; i < jobs; ++i) {
    const std::string key = "k" + std::to_string(i);
    client->submit(job_of(key, i % 3, key));
    left.insert(key);
  }
  while (!left.empty()) {
    const std::optional<Outcome> outcome = client->next(soon);
    if (!outcome) break;
    EXPECT_EQ(outcome->answer, outcome->key);
    EXPECT_EQ(left.erase(outcome->key), 1) << outcome->key;
    client->acknowledge(outcome->key);
  }
  done = true;
  for (std::thread& worker : workers) worker.join();
  EXPECT_TRUE(left.empty()) << left.size();
  EXPECT_TRUE(eventually([&] {
    const BrokerStatus status = broker_->view().status();
    return status.waiting + status.leased + status.finished + status.parked == 0;
  }));
}

// The worker's loop, on every broker.

std::string asked(const std::string& game, const std::string& moves, bool certificate = false) {
  Question question{*read_game(*GameSpec::parse(game), moves)};
  if (certificate) question.certificate = CertificateWish{};
  return question_json(question);
}

class Log {
 public:
  auto teller() {
    return [this](const WorkerNews& news) {
      const std::lock_guard lock(mutex_);
      lines_.push_back(in_words(news));
      ++kinds_[news.kind];
    };
  }
  int number(WorkerNews::Kind kind) {
    const std::lock_guard lock(mutex_);
    return kinds_[kind];
  }
  std::string all() {
    const std::lock_guard lock(mutex_);
    std::string text;
    for (const std::string& line : lines_) text += line + "\n";
    return text;
  }

 private:
  std::mutex mutex_;
  std::vector<std::string> lines_;
  std::map<WorkerNews::Kind, int> kinds_;
};

class WorkerContract : public BrokerContract {
 protected:
  std::unique_ptr<WorkerTeam> team(TeamOptions options) {
    options.tell = log_.teller();
    return std::make_unique<WorkerTeam>(
        options, [this](const std::string& name) { return broker_->source(name); });
  }
  Log log_;
};

TEST_P(WorkerContract, QuestionsAreAnswered) {
  const auto client = broker_->client("me");
  const auto workers = team({.name = "team", .threads = 2});
  client->submit(job_of("four", 0, asked("drop:4x4", "")));
  client->submit(job_of("proof", 0, asked("tictactoe", "b2", true)));
  std::map<std::string, Outcome> outcomes;
  for (int i = 0; i < 2; ++i) {
    const Outcome outcome = told(*client);
    outcomes[outcome.key] = outcome;
    client->acknowledge(outcome.key);
  }
  const Result<AnswerRecord> answer = read_answer(outcomes["four"].answer);
  ASSERT_TRUE(answer) << outcomes["four"].error;
  EXPECT_EQ(answer->answer.value, GameValue::draw);
  EXPECT_EQ(outcomes["four"].certificate, "");
  EXPECT_GT(outcomes["proof"].certificate.size(), 20) << outcomes["proof"].error;
  EXPECT_TRUE(eventually([&] { return log_.number(WorkerNews::Kind::finished) == 2; }));
  EXPECT_NE(log_.all().find(": four of me (drop:7x6) done in"), std::string::npos) << log_.all();
}

TEST_P(WorkerContract, WhatNobodyCanAnswerFailsAndWhatIsNotKnownIsHandedBack) {
  const auto client = broker_->client("me");
  const auto workers = team({});
  client->submit(job_of("lines", 0, R"({"game":"connect4","lines":"/tmp/x","method":"victor"})"));
  const Outcome lines = told(*client);
  EXPECT_NE(lines.error.find("writes no files"), std::string::npos) << lines.error;
  client->acknowledge("lines");
  client->submit(job_of("bad", 0, R"({"game":"cylinder:5","method":"alphabeta","score":true})"));
  const Outcome bad = told(*client);
  EXPECT_FALSE(bad.error.empty()) << bad.answer;
  client->acknowledge("bad");
  client->submit(job_of("unreadable", 0, R"({"game":"connect4","later":1})"));
  Job other = job_of("other");
  other.version = "99.9";
  client->submit(other);
  EXPECT_TRUE(eventually([&] { return log_.number(WorkerNews::Kind::handed_back) == 2; }));
  EXPECT_EQ(client->next(not_yet), std::nullopt);
  EXPECT_NE(log_.all().find("it is of version 99.9"), std::string::npos) << log_.all();
}

TEST_P(WorkerContract, ALongJobKeepsItsLeaseAndACancelledOneStops) {
  const auto client = broker_->client("me");
  const auto workers = team({.threads = 2});
  client->submit(job_of("long", 0, asked("drop:9x8", "")));
  std::this_thread::sleep_for(std::chrono::duration<double>(2.5 * lease_seconds));
  EXPECT_EQ(log_.number(WorkerNews::Kind::begun), 1) << log_.all();
  client->cancel("long");
  EXPECT_TRUE(eventually([&] { return log_.number(WorkerNews::Kind::lost) == 1; })) << log_.all();
}

TEST_P(WorkerContract, AWorkerThatStopsHandsItsJobBack) {
  const auto client = broker_->client("me");
  auto workers = team({.name = "first"});
  client->submit(job_of("long", 0, asked("drop:9x8", "")));
  EXPECT_TRUE(eventually([&] { return log_.number(WorkerNews::Kind::begun) == 1; }));
  const auto start = std::chrono::steady_clock::now();
  workers.reset();
  EXPECT_LT(std::chrono::steady_clock::now() - start, 1s);
  EXPECT_EQ(log_.number(WorkerNews::Kind::handed_back), 1) << log_.all();
  const auto source = broker_->source("w-1");
  const auto lease = source->lease(900ms);  // less than the lease
  ASSERT_NE(lease, nullptr);
  EXPECT_EQ(lease->deliveries(), 1);
  lease->finish("1", 0);
}

TEST_P(WorkerContract, AJobMayEndWithinTheGraceTime) {
  const auto client = broker_->client("me");
  const auto workers = team({.grace_seconds = 20});
  client->submit(job_of("short", 0, R"({"game":"drop:9x8","seconds":1})"));
  EXPECT_TRUE(eventually([&] { return log_.number(WorkerNews::Kind::begun) == 1; }));
  workers->request_stop();
  workers->join();
  EXPECT_EQ(log_.number(WorkerNews::Kind::finished), 1) << log_.all();
  EXPECT_EQ(told(*client).key, "short");
}

const BrokerKind local{"LocalBroker",
                       [](const LeaseRules& rules) -> std::unique_ptr<BrokerUnderTest> {
                         return std::make_unique<LocalUnderTest>(rules);
                       }};

const BrokerKind nats{"NatsBroker",
                      [](const LeaseRules& rules) { return make_nats_under_test(rules); }};

std::string name_of_kind(const testing::TestParamInfo<BrokerKind>& info) { return info.param.name; }
INSTANTIATE_TEST_SUITE_P(Grid, BrokerContract, testing::Values(local, nats), name_of_kind);
INSTANTIATE_TEST_SUITE_P(Grid, WorkerContract, testing::Values(local, nats), name_of_kind);

}  // namespace
}  // namespace inarow::grid
