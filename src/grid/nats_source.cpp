// The worker's side of a NatsBroker: pulls jobs, one at a time, from the highest level of priority
// that has any; renews, ends and hands back leases; parks what was delivered too often; tells
// `inarow grid workers` that it lives.

#include <fmt/format.h>
#include <unistd.h>

#include <thread>

#include "base/expects.hpp"
#include "base/ticker.hpp"
#include "grid/nats_broker.hpp"
#include "grid/nats_schema.hpp"

namespace inarow::grid {
namespace {

using namespace std::chrono_literals;
using Clock = Ticker::Clock;
using Json = NatsConnection::Json;
using std::chrono::milliseconds;

constexpr double levels_are_fresh_seconds = 1;
constexpr auto idle = 100ms;
constexpr auto longest_pull = 1000ms;
constexpr auto pull_among_levels = 250ms;  // before the higher levels are looked at again
constexpr auto answer_late = 1000ms;       // that the server may take beyond the pull's time
constexpr auto heart_beats = 500ms;        // at most; twice a second when something has changed
constexpr double least_heart_beat_seconds = 2;
constexpr double after_reconnection_seconds = 1;
constexpr double patience_seconds = 2;  // for what is not needed at once

std::string host_name() {
  char name[256] = {};
  if (gethostname(name, sizeof name - 1) != 0) return "unknown";
  return name;
}

// What a source and its leases share.
class Shared : public NatsListener {
 public:
  Shared(std::shared_ptr<NatsConnection> its_connection, std::string its_worker,
         std::string version)
      : connection(std::move(its_connection)),
        worker(std::move(its_worker)),
        version_(std::move(version)) {}

  // A lease that lives; by its submission. `reply`: where it is renewed.
  void add(const std::string& submission, const std::string& key, const std::string& client,
           const std::string& reply) {
    const std::lock_guard lock(mutex_);
    live_[submission] = {reply, false};
    job_ = key;
    client_ = client;
    changed_ = true;
  }
  void remove(const std::string& submission, const std::string& key) {
    const std::lock_guard lock(mutex_);
    live_.erase(submission);
    if (job_ == key) job_ = client_ = "";
    changed_ = true;
  }
  // A server that was away for longer than a lease looks, half a second after its start, for those
  // that ran out meanwhile.
  void on_reconnected() override {
    const std::lock_guard lock(mutex_);
    for (const auto& [submission, lease] : live_) connection->publish(lease.reply, "+WPI");
    changed_ = true;
  }
  void count(bool is_done) {
    const std::lock_guard lock(mutex_);
    ++(is_done ? done_ : failed_);
    changed_ = true;
  }
  void cancel(const std::string& submission) {
    const std::lock_guard lock(mutex_);
    const auto place = live_.find(submission);
    if (place != live_.end()) place->second.is_cancelled = true;
  }
  bool is_cancelled(const std::string& submission) const {
    const std::lock_guard lock(mutex_);
    const auto place = live_.find(submission);
    return place != live_.end() && place->second.is_cancelled;
  }

  // Never waits for the server: called by the Ticker.
  void beat(bool last = false) {
    Json json;
    {
      const std::lock_guard lock(mutex_);
      if (!last && !changed_ && seconds_since(beaten_) < least_heart_beat_seconds) return;
      json = {{"version", version_}, {"host", host_},     {"job", job_}, {"client", client_},
              {"done", done_},       {"failed", failed_}, {"gone", last}};
      changed_ = false;
      beaten_ = Clock::now();
    }
    connection->publish("inarow.worker." + worker,
                        json.dump(-1, ' ', true, Json::error_handler_t::replace));
  }

  const std::shared_ptr<NatsConnection> connection;
  const std::string worker;

 private:
  struct Live {
    std::string reply{};
    bool is_cancelled = false;
  };
  const std::string version_;
  const std::string host_ = host_name();
  mutable std::mutex mutex_;
  std::map<std::string, Live> live_;  // by submission
  std::string job_;
  std::string client_;
  std::uint64_t done_ = 0;
  std::uint64_t failed_ = 0;
  bool changed_ = true;
  Clock::time_point beaten_{};
};

// A job as it came.
struct Delivery {
  Job job{};
  std::string client{};
  std::string submission{};
  std::string submitted{};  // when
  std::string reply{};      // where acknowledgements go to
  std::string number{};     // in the stream
  int handed = 0;           // times that it was handed back
  int lost = 0;             // times that it came to no end
  LeaseRules rules{};
  Clock::time_point arrived{};
};

void store_result(Shared& shared, const Delivery& delivery, const char* kind,
                  const std::string& body, NatsHeaders headers) {
  headers[nats::kind_header] = kind;
  headers[nats::submission_header] = delivery.submission;
  headers[nats::game_header] = delivery.job.game;
  headers[nats::priority_header] = std::to_string(delivery.job.priority);
  headers[nats::time_header] = delivery.submitted;
  headers[nats::worker_header] = shared.worker;
  // If there is one, somebody else was faster.
  shared.connection->store(
      nats::result_subject(delivery.client, delivery.job.key, delivery.submission), body, headers,
      true);
}

// One delivery of this job came to no end, but nobody was lost by it.
void mark_handed(Shared& shared, Delivery& delivery) {
  ++delivery.handed;
  shared.connection->store(nats::key_subject("handed", delivery.client, delivery.job.key),
                           fmt::format("{} {}", delivery.number, delivery.handed), {}, false);
}

class NatsLease : public Lease {
 public:
  NatsLease(std::shared_ptr<Shared> shared, Delivery delivery)
      : shared_(std::move(shared)), delivery_(std::move(delivery)) {
    shared_->add(delivery_.submission, delivery_.job.key, delivery_.client, delivery_.reply);
  }
  ~NatsLease() override {
    if (!ended_ && !ran_out()) acknowledge("-NAK");
    shared_->remove(delivery_.submission, delivery_.job.key);
  }
  NatsLease(const NatsLease&) = delete;
  NatsLease& operator=(const NatsLease&) = delete;

  const Job& job() const override { return delivery_.job; }
  const std::string& client() const override { return delivery_.client; }
  int deliveries() const override { return delivery_.lost + 1; }
  double lease_seconds() const override { return delivery_.rules.seconds; }

  bool is_over() const override {
    return ended_ || shared_->is_cancelled(delivery_.submission) || ran_out();
  }

  bool renew() override {
    if (is_over()) return false;
    NatsConnection& connection = *shared_->connection;
    const Clock::time_point now = Clock::now();
    // While the server is away nobody else can get the job, and the work goes on.
    if (!connection.is_connected() || !acknowledge("+WPI")) return true;
    reconnections_ = connection.reconnections();
    renewed_ = now;
    try {
      // Who was not connected at that moment has not heard it.
      const std::string subject =
          nats::key_subject("cancelled", delivery_.client, delivery_.job.key);
      const NatsMessage mark = connection.last_of(nats::cancelled, subject, patience_seconds);
      if (mark && mark.data() == delivery_.submission) shared_->cancel(delivery_.submission);
    } catch (const BrokerUnreachable&) {
      return true;
    }
    return !is_over();
  }

  void finish(const Finding& finding) override {
    if (ended_) return;
    const std::size_t size = finding.answer.size() + finding.certificate.size();
    constexpr std::size_t headers_bytes = 4096;
    if (size + headers_bytes > shared_->connection->most_bytes()) {
      return fail(
          fmt::format("the answer and its certificate have {} bytes, more than the broker "
                      "takes (max_payload in its configuration)",
                      size));
    }
    end("answer", finding.answer + finding.certificate,
        {{nats::answer_bytes_header, std::to_string(finding.answer.size())},
         {nats::seconds_header, fmt::format("{}", finding.seconds)}});
  }

  void fail(const std::string& error) override {
    constexpr std::size_t longest = 10'000;
    if (!ended_) end("error", error.substr(0, longest), {});
  }

  void hand_back(milliseconds delay) override {
    if (ended_) return;
    // Once somebody else has it, this would take it from him.
    if (!ran_out()) {
      mark_handed(*shared_, delivery_);
      constexpr std::int64_t nanoseconds_a_ms = 1'000'000;
      acknowledge(delay.count() > 0
                      ? fmt::format(R"(-NAK {{"delay": {}}})", delay.count() * nanoseconds_a_ms)
                      : "-NAK");
    }
    ended_ = true;
  }

 private:
  // The lease was not renewed for its time although it could have been. The server's clock for it
  // started before ours, which sees the job a journey later; who has it must give it up before
  // somebody else gets it.
  bool ran_out() const {
    constexpr double our_share = 0.9;
    const NatsConnection& connection = *shared_->connection;
    return seconds_since(renewed_) > our_share * delivery_.rules.seconds &&
           connection.is_connected() && connection.reconnections() == reconnections_;
  }

  bool acknowledge(const std::string& word) const {
    return shared_->connection->publish(delivery_.reply, word);
  }

  void end(const char* kind, const std::string& body, NatsHeaders headers) {
    headers[nats::deliveries_header] = std::to_string(deliveries());
    // First the result: if this ends in between, the job is done again, and its result known.
    if (!shared_->is_cancelled(delivery_.submission)) {
      store_result(*shared_, delivery_, kind, body, std::move(headers));
    }
    ended_ = true;
    acknowledge("+ACK");
    shared_->count(std::string_view(kind) == "answer");
  }

  std::shared_ptr<Shared> shared_;
  Delivery delivery_;
  bool ended_ = false;
  Clock::time_point renewed_ = delivery_.arrived;
  std::uint64_t reconnections_ = shared_->connection->reconnections();
};

class NatsSource : public JobSource {
 public:
  NatsSource(std::shared_ptr<NatsConnection> connection, const std::string& worker,
             const std::string& version)
      : shared_(std::make_shared<Shared>(std::move(connection), worker, version)),
        cancellations_(*shared_->connection, "inarow.cancelled.*.*",
                       [shared = shared_.get()](const NatsMessage& message) {
                         shared->cancel(std::string(message.data()));
                       }) {
    EXPECTS(is_name(worker));
    shared_->connection->add_listener(shared_);
    shared_->beat();
    beats_ = Ticker::every(heart_beats, [shared = shared_.get()] { shared->beat(); });
  }
  ~NatsSource() override {
    beats_.cancel();
    shared_->beat(true);
  }
  NatsSource(const NatsSource&) = delete;
  NatsSource& operator=(const NatsSource&) = delete;

  std::unique_ptr<Lease> lease(milliseconds time) override {
    const Clock::time_point end = Clock::now() + time;
    while (true) {
      const auto left = std::chrono::duration_cast<milliseconds>(end - Clock::now());
      if (!may_pull()) {
        if (left.count() <= 0) return nullptr;
        std::this_thread::sleep_for(std::min<milliseconds>(left, idle));
        continue;
      }
      std::optional<Delivery> delivery = pull(std::max(left, 1ms));
      if (!delivery) {
        if (Clock::now() >= end) return nullptr;
        continue;
      }
      if (delivery->lost < delivery->rules.deliveries) {
        return std::make_unique<NatsLease>(shared_, std::move(*delivery));
      }
      park(*delivery);
    }
  }

 private:
  // Not while the server is away, and not at once when it is back: it would give out the leases of
  // others before they can renew them. (It may do so all the same if they are slow to come back;
  // then a job is done twice.)
  bool may_pull() {
    NatsConnection& connection = *shared_->connection;
    if (!connection.is_connected()) return false;
    if (connection.reconnections() != reconnections_) {
      reconnections_ = connection.reconnections();
      came_back_ = Clock::now();
      pulls_.reset();
    }
    if (came_back_ && seconds_since(*came_back_) < after_reconnection_seconds) return false;
    if (levels_.empty() || seconds_since(looked_) > levels_are_fresh_seconds) {
      levels_.clear();
      if (!is_checked_ && !nats::check_streams(connection)) return false;
      is_checked_ = true;
      levels_ = nats::levels(connection);
      looked_ = Clock::now();
    }
    return !levels_.empty();
  }

  std::optional<Delivery> pull(milliseconds time) {
    for (std::size_t i = 0; i < levels_.size(); ++i) {
      const bool is_last = i + 1 == levels_.size();
      const milliseconds longest = levels_.size() > 1 ? pull_among_levels : longest_pull;
      std::optional<Delivery> delivery =
          pull_from(levels_[i], is_last ? std::min(time, longest) : 0ms);
      if (delivery) return delivery;
    }
    return std::nullopt;
  }

  // One message or the word that there is none always comes, unless the server went away.
  std::optional<Delivery> pull_from(const nats::Level& level, milliseconds time) {
    NatsConnection& connection = *shared_->connection;
    if (pulls_ == nullptr) {
      inbox_ = connection.new_inbox();
      pulls_ = std::make_unique<NatsConnection::Subscription>(connection, inbox_);
    }
    constexpr std::int64_t nanoseconds_a_ms = 1'000'000;
    const std::string body = time.count() > 0 ? fmt::format(R"({{"batch":1,"expires":{}}})",
                                                            time.count() * nanoseconds_a_ms)
                                              : R"({"batch":1,"no_wait":true})";
    const std::string subject =
        fmt::format("$JS.API.CONSUMER.MSG.NEXT.{}.{}", nats::jobs, level.consumer);
    if (!connection.publish(subject, body, inbox_)) return std::nullopt;
    const NatsMessage message = pulls_->next(time + answer_late);
    if (!message) {
      // What comes late must not be taken for the answer to another pull.
      pulls_.reset();
      levels_.clear();
      return std::nullopt;
    }
    if (message.status() != 0) {
      constexpr int nobody = 503;  // the stream or the level is gone
      constexpr int conflict = 409;
      if (message.status() == nobody || message.status() == conflict) {
        levels_.clear();
        is_checked_ = false;
        std::this_thread::sleep_for(idle);
      }
      return std::nullopt;
    }
    return delivery_of(message, level);
  }

  std::optional<Delivery> delivery_of(const NatsMessage& message, const nats::Level& level) {
    const std::vector<std::string> subject = nats::tokens(message.subject());
    std::vector<std::string> reply = nats::tokens(message.reply());
    // $JS.ACK[.DOMAIN.ACCOUNT].STREAM.CONSUMER.DELIVERED.NUMBER...
    constexpr std::size_t plain = 9;
    const std::size_t first = reply.size() > plain ? 6 : 4;
    if (subject.size() != 5 || reply.size() < first + 2) return std::nullopt;
    Delivery delivery{.job = {.key = subject[4],
                              .priority = nats::number_of(subject[2]),
                              .question = std::string(message.data()),
                              .version = message.header(nats::version_header),
                              .game = message.header(nats::game_header)},
                      .client = subject[3],
                      .submission = message.header(nats::submission_header),
                      .submitted = message.header(nats::time_header),
                      .reply = message.reply(),
                      .number = reply[first + 1],
                      .rules = level.rules,
                      .arrived = Clock::now()};
    const int delivered = nats::number_of(reply[first]);
    if (delivered > 1) {
      const NatsMessage handed = shared_->connection->last_of(
          nats::handed, nats::key_subject("handed", delivery.client, delivery.job.key));
      const std::string text(handed ? handed.data() : "");
      const std::size_t space = text.find(' ');
      if (space != std::string::npos && text.substr(0, space) == delivery.number) {
        delivery.handed = nats::number_of(text.substr(space + 1));
      }
      // Not the worker was lost but the server: that is nothing against the job.
      if (came_back_ && delivered - 1 > delivery.handed &&
          seconds_since(*came_back_) < after_reconnection_seconds + level.rules.seconds) {
        mark_handed(*shared_, delivery);
      }
      delivery.lost = std::max(0, delivered - 1 - delivery.handed);
    }
    return delivery;
  }

  // Nobody gets it any more. It is put aside before its outcome is told and before it leaves the
  // queue, so that it is somewhere at any moment.
  void park(const Delivery& delivery) {
    const std::string error =
        fmt::format("parked: delivered {} times without an end", delivery.lost);
    const std::string deliveries = std::to_string(delivery.lost);
    NatsConnection& connection = *shared_->connection;
    connection.store(nats::key_subject("parked", delivery.client, delivery.job.key),
                     delivery.job.question,
                     {{nats::version_header, delivery.job.version},
                      {nats::game_header, delivery.job.game},
                      {nats::submission_header, delivery.submission},
                      {nats::time_header, delivery.submitted},
                      {nats::priority_header, std::to_string(delivery.job.priority)},
                      {nats::worker_header, shared_->worker},
                      {nats::deliveries_header, deliveries},
                      {nats::error_header, error}},
                     false);
    store_result(*shared_, delivery, "parked", error, {{nats::deliveries_header, deliveries}});
    connection.publish(delivery.reply, "+ACK");
  }

  std::shared_ptr<Shared> shared_;
  NatsConnection::Subscription cancellations_;
  std::vector<nats::Level> levels_;
  Clock::time_point looked_{};
  bool is_checked_ = false;
  std::uint64_t reconnections_ = shared_->connection->reconnections();
  std::optional<Clock::time_point> came_back_;  // when the server last did
  std::string inbox_;
  std::unique_ptr<NatsConnection::Subscription> pulls_;
  Ticker::Handle beats_;
};

}  // namespace

std::unique_ptr<JobSource> make_nats_source(std::shared_ptr<NatsConnection> connection,
                                            const std::string& worker, const std::string& version) {
  return std::make_unique<NatsSource>(std::move(connection), worker, version);
}

}  // namespace inarow::grid
