// What only a broker on other machines can meet: a server that dies, refuses, or is of another
// version. What all brokers promise is in broker_contract_test.cpp.

#include <gtest/gtest.h>

#include <thread>

#include "answer/codec.hpp"
#include "base/files.hpp"
#include "grid/nats_schema.hpp"
#include "grid/nats_under_test.hpp"
#include "grid/worker.hpp"
#include "rules/notation.hpp"

namespace inarow::grid {
namespace {

using namespace std::chrono_literals;

constexpr auto soon = 10s;
constexpr auto not_yet = 150ms;

Job job_of(const std::string& key, const std::string& question = "{}") {
  return {.key = key, .question = question, .version = program_version(), .game = "drop:7x6"};
}

class NatsBrokerTest : public testing::Test {
 protected:
  void SetUp() override {
    if (!NatsServerUnderTest::is_there()) GTEST_SKIP() << "no nats-server on this machine";
  }
  template <class Action>
  static std::string complaint(const Action& action) {
    try {
      action();
    } catch (const BrokerError& error) {
      return error.what();
    }
    return "";
  }
};

TEST_F(NatsBrokerTest, AServerThatIsKilledAndRestartedLosesNothing) {
  NatsServerUnderTest server;
  const LeaseRules rules{.seconds = 3, .deliveries = 3};
  const auto client = NatsBroker(server.options(), rules).client("me");
  NatsBroker workers(server.options(), rules);
  const auto source = workers.source("w-1");
  const auto idle = workers.source("w-2");
  for (const char* const key : {"a1", "a2", "a3"}) client->submit(job_of(key));
  source->lease(soon)->finish("1", 0);
  EXPECT_EQ(client->next(soon)->key, "a1");
  const auto lease = source->lease(soon);
  ASSERT_NE(lease, nullptr);
  server.kill();
  EXPECT_TRUE(lease->renew());
  EXPECT_FALSE(lease->is_over());
  EXPECT_EQ(idle->lease(not_yet), nullptr);
  EXPECT_EQ(client->next(not_yet), std::nullopt);
  // What is submitted, finished and leased waits until it is back.
  std::thread submission([&] { client->submit(job_of("a4")); });
  std::thread end([&] { lease->finish("2", 0); });
  std::this_thread::sleep_for(1s);
  server.start();
  submission.join();
  end.join();
  // A server that is killed may have forgotten that a job was done: it comes again, and that does
  // no harm.
  std::set<std::string> delivered;
  while (!delivered.contains("a3") || !delivered.contains("a4")) {
    const auto next = idle->lease(soon);
    ASSERT_NE(next, nullptr);
    delivered.insert(next->job().key);
    next->finish("3", 0);
  }
  std::map<std::string, std::string> answers;
  while (answers.size() < 3) {
    const std::optional<Outcome> outcome = client->next(soon);
    ASSERT_TRUE(outcome);
    EXPECT_TRUE(answers.emplace(outcome->key, outcome->answer).second) << outcome->key;
    client->acknowledge(outcome->key);
  }
  EXPECT_EQ(answers, (std::map<std::string, std::string>{{"a2", "2"}, {"a3", "3"}, {"a4", "3"}}));
  EXPECT_EQ(client->next(not_yet), std::nullopt);
}

TEST_F(NatsBrokerTest, ALeaseOutlivesTheServerForAWhile) {
  NatsServerUnderTest server;
  const LeaseRules rules{.seconds = 2, .deliveries = 3};
  const auto client = NatsBroker(server.options(), rules).client("me");
  const auto source = NatsBroker(server.options(), rules).source("w-1");
  const auto idle = NatsBroker(server.options(), rules).source("w-2");
  client->submit(job_of("a1"));
  const auto lease = source->lease(soon);
  ASSERT_NE(lease, nullptr);
  // The server writes down a moment later whom it gave the job to. One that is killed before gives
  // it out again, and it is done twice.
  std::this_thread::sleep_for(1s);
  EXPECT_TRUE(lease->renew());
  server.kill();
  // Longer than the lease: it must not look dead because nobody could renew it.
  for (int i = 0; i < 10; ++i) {
    std::this_thread::sleep_for(300ms);
    EXPECT_TRUE(lease->renew());
  }
  server.start();
  // Whoever is slow to come back may find that the server gave out the job once more. Nobody was
  // lost by that, and who was first may go on.
  for (int i = 0; i < 8; ++i) {
    if (const auto again = idle->lease(400ms)) {
      EXPECT_EQ(again->deliveries(), 1);
      again->hand_back(10s);
    }
    EXPECT_TRUE(lease->renew());
  }
  lease->finish("1", 0);
  EXPECT_EQ(client->next(soon)->answer, "1");
  EXPECT_EQ(client->next(not_yet), std::nullopt);
}

TEST_F(NatsBrokerTest, WhoIsNotThereIsTold) {
  NatsServerUnderTest server;
  NatsOptions options = server.options();
  server.kill();
  options.connect_seconds = 0.3;
  const std::string text = complaint([&] { NatsBroker broker(options); });
  EXPECT_NE(text.find("no broker answers at nats://127.0.0.1:"), std::string::npos) << text;
  // One that goes away is waited for as long as one likes.
  server.start();
  options.connect_seconds = 10;
  options.patience = 0.5;
  const auto client = NatsBroker(options).client("me");
  server.kill();
  const std::string lost = complaint([&] { client->submit(job_of("a1")); });
  EXPECT_NE(lost.find("does not answer"), std::string::npos) << lost;
}

TEST_F(NatsBrokerTest, StreamsOfAnotherVersionAreRefused) {
  NatsServerUnderTest server;
  NatsConnection connection(server.options());
  connection.api("STREAM.CREATE.INAROW_JOBS", {{"name", "INAROW_JOBS"},
                                               {"subjects", {"inarow.job.>"}},
                                               {"retention", "workqueue"},
                                               {"storage", "memory"},
                                               {"description", "inarow grid, schema 9"}});
  NatsBroker broker(server.options());
  for (const std::string& text :
       {complaint([&] { broker.client("me"); }), complaint([&] { broker.view()->status(); }),
        complaint([&] { broker.source("w-1")->lease(soon); })}) {
    EXPECT_NE(text.find("another version (\"inarow grid, schema 9\""), std::string::npos) << text;
  }
}

TEST_F(NatsBrokerTest, AServerWithoutJetStreamIsNoBroker) {
  NatsServerUnderTest server("", false);
  NatsBroker broker(server.options());
  const std::string text = complaint([&] { broker.client("me"); });
  EXPECT_NE(text.find("no JetStream"), std::string::npos) << text;
}

TEST_F(NatsBrokerTest, ANameIsOneClients) {
  NatsServerUnderTest server;
  NatsBroker broker(server.options());
  auto client = broker.client("me");
  const std::string text = complaint([&] { NatsBroker(server.options()).client("me"); });
  EXPECT_NE(text.find("works under the name me"), std::string::npos) << text;
  client.reset();
  EXPECT_EQ(complaint([&] { NatsBroker(server.options()).client("me"); }), "");
}

// The users of deploy/nats.conf.
class NatsRoles : public NatsBrokerTest {
 protected:
  void SetUp() override {
    NatsBrokerTest::SetUp();
    if (IsSkipped()) return;
    const Result<std::string> file =
        read_whole_file(std::string(INAROW_TEST_DATA) + "/../../deploy/nats.conf");
    ASSERT_TRUE(file);
    const std::size_t begin = file->find("authorization {");
    ASSERT_NE(begin, std::string::npos);
    server_.emplace("WORKER_PASSWORD: \"w\"\nCLIENT_PASSWORD: \"c\"\nOPERATOR_PASSWORD: \"o\"\n" +
                    file->substr(begin));
  }
  std::optional<NatsServerUnderTest> server_;
};

TEST_F(NatsRoles, EverybodyCanDoHisWork) {
  const LeaseRules rules{.seconds = 1, .deliveries = 1};
  const auto client = NatsBroker(server_->options("client:c"), rules).client("me");
  const auto source = NatsBroker(server_->options("worker:w")).source("w-1");
  const auto view = NatsBroker(server_->options("operator:o")).view();
  client->submit(job_of("a1"));
  client->submit(job_of("a2"));
  client->cancel("a2");
  auto lease = source->lease(soon);
  ASSERT_NE(lease, nullptr);
  lease->hand_back(0ms);
  lease = source->lease(soon);
  ASSERT_NE(lease, nullptr);
  EXPECT_EQ(lease->deliveries(), 1);
  EXPECT_TRUE(lease->renew());
  lease->finish("1", 0);
  const std::optional<Outcome> outcome = client->next(soon);
  ASSERT_TRUE(outcome);
  client->refuse(*outcome, "wrong");
  lease = source->lease(soon);
  ASSERT_NE(lease, nullptr);
  lease.reset();
  EXPECT_EQ(source->lease(not_yet), nullptr);
  EXPECT_TRUE(client->next(soon)->parked);
  client->acknowledge("a1");
  EXPECT_EQ(view->retry("a1"), 1);
  source->lease(soon)->finish("2", 0);
  EXPECT_EQ(client->next(soon)->answer, "2");
  const BrokerStatus status = view->status();
  ASSERT_EQ(status.workers.size(), 1);
  EXPECT_EQ(status.workers[0].refused, 1);
}

TEST_F(NatsRoles, AWorkerCanNeitherSubmitNorReadWhatItHasNotLeased) {
  const auto client = NatsBroker(server_->options("client:c")).client("me");
  client->submit(job_of("secret", "what only its worker may read"));
  NatsOptions options = server_->options("worker:w");
  options.patience = 3;
  const std::string text = complaint([&] { NatsBroker(options).client("impostor"); });
  EXPECT_NE(text.find("does not permit"), std::string::npos) << text;
  NatsConnection connection(options);
  EXPECT_NE(complaint([&] { connection.store("inarow.job.0.me.x", "{}", {}, false); }), "");
  EXPECT_NE(complaint([&] { connection.last_of(nats::jobs, "inarow.job.0.me.secret"); }), "");
  EXPECT_NE(complaint([&] { connection.api("STREAM.MSG.GET.INAROW_JOBS", {{"seq", 1}}); }), "");
  NatsConnection::Subscription spy(connection, "inarow.job.>");
  NatsConnection::Subscription listener(connection, "_INBOX_client.>");
  client->submit(job_of("another"));
  EXPECT_FALSE(spy.next(300ms));
  EXPECT_FALSE(listener.next(100ms));
}

TEST_F(NatsRoles, WrongCredentialsAreRefused) {
  for (const char* const user : {"", "worker:wrong", "nobody:w", "token"}) {
    const std::string text = complaint([&] { NatsBroker broker(server_->options(user)); });
    EXPECT_NE(text.find("refuses these credentials"), std::string::npos) << text;
    EXPECT_EQ(text.find("wrong"), std::string::npos) << text;
  }
}

TEST(BrokerAddress, IsReadAndShownWithoutItsSecrets) {
  const Result<BrokerAddress> address =
      read_address({.url = "nats://ann:se:cret@one.example,tls://two.example:99/"});
  ASSERT_TRUE(address);
  EXPECT_EQ(address->in_words(), "nats://one.example:4222,tls://two.example:99");
  EXPECT_EQ(address->user, "ann");
  EXPECT_EQ(address->password, "se:cret");
  EXPECT_TRUE(address->tls);
  EXPECT_EQ(read_address({.url = "nats://word@[::1]:5"})->token, "word");
  EXPECT_EQ(read_address({.url = "nats://word@[::1]:5"})->in_words(), "nats://[::1]:5");
  for (const char* const url :
       {"", "one.example", "http://one.example", "nats://", "nats://:4222", "nats://a:b@",
        "nats://one:0", "nats://one:99999", "nats://one:x", "nats://one two", "nats://one,"}) {
    if (*url == '\0') continue;
    EXPECT_FALSE(read_address({.url = url})) << url;
  }
  const Result<BrokerAddress> bad = read_address({.url = "nats://ann:secret@one:x"});
  EXPECT_EQ(bad.error().message.find("secret"), std::string::npos) << bad.error().message;
  EXPECT_FALSE(read_address({.url = "nats://one", .credentials = "/nowhere/at/all"}));
  EXPECT_FALSE(read_address({.url = "nats://one", .tls_cert = "cert.pem"}));
}

}  // namespace
}  // namespace inarow::grid
