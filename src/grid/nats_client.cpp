// The client's side of a NatsBroker.
//
// Results are pushed by the server to a durable consumer under the client's name. It is made anew
// when a client comes, so that all that was not acknowledged comes again at once; results that went
// lost on their way come again after half a minute, and are known by their submission if they did
// not.

#include <fmt/format.h>

#include <condition_variable>
#include <deque>
#include <set>
#include <thread>
#include <unordered_map>
#include <unordered_set>

#include "base/expects.hpp"
#include "base/ticker.hpp"
#include "grid/nats_broker.hpp"
#include "grid/nats_schema.hpp"

namespace inarow::grid {
namespace {

using namespace std::chrono_literals;
using Clock = Ticker::Clock;
using Json = NatsConnection::Json;

constexpr std::int64_t tell_again_ns = 30'000'000'000;
constexpr double look_for_lost_seconds = 5;
constexpr double catch_up_seconds = 10;
constexpr std::size_t most_closed = 200'000;

// Submissions that are done with; the oldest are forgotten.
class ClosedSubmissions {
 public:
  void insert(const std::string& submission) {
    if (submission.empty() || !set_.insert(submission).second) return;
    order_.push_back(submission);
    if (order_.size() <= most_closed) return;
    set_.erase(order_.front());
    order_.pop_front();
  }
  bool contains(const std::string& submission) const { return set_.contains(submission); }

 private:
  std::unordered_set<std::string> set_;
  std::deque<std::string> order_;
};

struct Known {
  std::optional<Job> job{};  // as it was submitted here
  std::string submission{};  // empty: made before this client came back
  std::uint64_t number = 0;  // of the job in its stream; 0: not known
  std::optional<Outcome> outcome{};
  std::string of{};           // the submission that the outcome is of
  std::string acknowledge{};  // where to; empty: it is acknowledged
  int missing = 0;            // looks at the server that found neither job nor outcome
};

Outcome outcome_of(const NatsMessage& message, const std::string& key) {
  Outcome outcome{.key = key,
                  .worker = message.header(nats::worker_header),
                  .deliveries = nats::number_of(message.header(nats::deliveries_header)),
                  .seconds = std::atof(message.header(nats::seconds_header).c_str())};
  const std::string kind = message.header(nats::kind_header);
  const std::string body(message.data());
  if (kind == "answer") {
    const auto size = static_cast<std::size_t>(
        std::max(0, nats::number_of(message.header(nats::answer_bytes_header))));
    outcome.answer = body.substr(0, size);
    outcome.certificate = body.size() > size ? body.substr(size) : "";
  } else {
    outcome.error = body;
    outcome.parked = kind == "parked";
  }
  return outcome;
}

class NatsClient : public JobBroker {
 public:
  NatsClient(std::shared_ptr<NatsConnection> connection, std::string name, const LeaseRules& rules)
      : connection_(std::move(connection)), name_(std::move(name)), rules_(rules) {
    EXPECTS(is_name(name_));
    nats::ensure_streams(*connection_);
    nats::ensure_level(*connection_, 0, rules_);
    levels_.insert(0);
    learn_what_is_there();
    listen();
  }

  void submit(const Job& job) override {
    EXPECTS(is_name(job.key) && job.priority >= 0 && job.priority <= 9);
    std::string submission;
    {
      const std::lock_guard lock(mutex_);
      const auto [place, is_new] = known_.try_emplace(job.key);
      Known& known = place->second;
      known.job = job;
      if (!is_new) {
        if (known.outcome) tell(job.key);
        return;
      }
      submission = known.submission = random_name();
    }
    try {
      send(job, submission);
    } catch (...) {
      const std::lock_guard lock(mutex_);
      known_.erase(job.key);
      throw;
    }
  }

  void cancel(const std::string& key) override {
    std::string submission;
    std::uint64_t number = 0;
    bool parked = false;
    {
      const std::lock_guard lock(mutex_);
      const auto place = known_.find(key);
      if (place == known_.end()) return;
      const Known& known = place->second;
      submission = known.submission;
      number = known.number;
      parked = known.outcome && known.outcome->parked;
      if (known.outcome) {
        closed_.insert(known.of);
        if (!known.acknowledge.empty()) connection_->publish(known.acknowledge, "+ACK");
      }
      closed_.insert(submission);
      known_.erase(place);
    }
    const auto forget = [&] {
      if (number > 0) nats::erase(*connection_, nats::jobs, number);
      if (submission.empty()) return;
      connection_->store(nats::key_subject("cancelled", name_, key), submission, {}, false);
    };
    if (number > 0) {
      forget();
    } else {
      // From before this client came back: the job itself knows.
      const std::string subject = nats::job_subject("*", name_, key);
      for (const auto& [found, count] : nats::subjects(*connection_, nats::jobs, subject)) {
        const NatsMessage message = connection_->last_of(nats::jobs, found);
        if (!message) continue;
        submission = message.header(nats::submission_header);
        number = std::strtoull(message.header("Nats-Sequence").c_str(), nullptr, 10);
        {
          const std::lock_guard lock(mutex_);
          closed_.insert(submission);
        }
        forget();
      }
    }
    if (parked) {
      nats::purge(*connection_, nats::parked, nats::key_subject("parked", name_, key));
    }
  }

  std::optional<Outcome> next(std::chrono::milliseconds time) override {
    const Clock::time_point end = Clock::now() + time;
    if (seconds_since(looked_) > look_for_lost_seconds && connection_->is_connected()) {
      looked_ = Clock::now();
      look_for_lost_jobs();
    }
    std::unique_lock lock(mutex_);
    while (true) {
      while (!news_.empty()) {
        const auto place = known_.find(news_.front());
        news_.pop_front();
        if (place != known_.end() && place->second.outcome) return place->second.outcome;
      }
      if (changed_.wait_until(lock, end) == std::cv_status::timeout && news_.empty()) {
        return std::nullopt;
      }
    }
  }

  void acknowledge(const std::string& key) override {
    const std::lock_guard lock(mutex_);
    const auto place = known_.find(key);
    if (place == known_.end() || !place->second.outcome) return;
    Known& known = place->second;
    closed_.insert(known.of);
    // If this gets lost, the server tells it again, and then it is known to be closed.
    if (!known.acknowledge.empty()) connection_->publish(known.acknowledge, "+ACK");
    known.acknowledge.clear();
    if (!known.outcome->parked) known_.erase(place);
  }

  void refuse(const Outcome& outcome, const std::string& reason) override {
    if (is_name(outcome.worker)) {
      connection_->store("inarow.refused." + outcome.worker,
                         Json{{"client", name_}, {"key", outcome.key}, {"reason", reason}}.dump(
                             -1, ' ', true, Json::error_handler_t::replace),
                         {}, false);
    }
    std::optional<Job> job;
    {
      const std::lock_guard lock(mutex_);
      const auto place = known_.find(outcome.key);
      if (place == known_.end() || !place->second.outcome) return;
      job = place->second.job;
    }
    if (!job) return;
    acknowledge(outcome.key);
    submit(*job);
  }

 private:
  // Under the lock.
  void tell(const std::string& key) {
    news_.push_back(key);
    changed_.notify_all();
  }

  void send(const Job& job, const std::string& submission) {
    bool is_new_level = false;
    {
      const std::lock_guard lock(mutex_);
      is_new_level = levels_.insert(job.priority).second;
    }
    if (is_new_level) nats::ensure_level(*connection_, job.priority, rules_);
    const std::uint64_t number = connection_->store(
        nats::job_subject(std::to_string(job.priority), name_, job.key), job.question,
        {{nats::version_header, job.version},
         {nats::game_header, job.game},
         {nats::submission_header, submission},
         {nats::time_header, std::to_string(nats::unix_ms())}},
        true);
    const std::lock_guard lock(mutex_);
    const auto place = known_.find(job.key);
    if (place == known_.end()) return;
    place->second.number = number;
    // It was there already, or was sent twice because the answer went lost.
    if (number == 0) place->second.submission.clear();
  }

  // Jobs and parked jobs of this client, from before it came back.
  void learn_what_is_there() {
    for (const auto& [subject, count] :
         nats::subjects(*connection_, nats::jobs, nats::job_subject("*", name_, "*"))) {
      known_[nats::tokens(subject).back()] = {};
    }
    for (const auto& [subject, count] :
         nats::subjects(*connection_, nats::parked, nats::key_subject("parked", name_, "*"))) {
      const NatsMessage message = connection_->last_of(nats::parked, subject);
      if (!message) continue;
      const std::string key = nats::tokens(subject).back();
      Known& known = known_[key];
      known.outcome =
          Outcome{.key = key,
                  .worker = message.header(nats::worker_header),
                  .error = message.header(nats::error_header),
                  .parked = true,
                  .deliveries = nats::number_of(message.header(nats::deliveries_header))};
    }
  }

  void listen() {
    const std::string consumer = "C_" + name_;
    const std::string path = fmt::format("{}.{}", nats::results, consumer);
    Json old = connection_->api("CONSUMER.INFO." + path, nullptr);
    // One that has just gone may still be there for the server.
    for (int i = 0; i < 20 && old.value("push_bound", false); ++i) {
      std::this_thread::sleep_for(100ms);
      old = connection_->api("CONSUMER.INFO." + path, nullptr);
    }
    if (old.value("push_bound", false)) {
      throw BrokerError(fmt::format("somebody works under the name {} at the broker {} already",
                                    name_, connection_->where()));
    }
    if (!old.contains("error")) connection_->api("CONSUMER.DELETE." + path, nullptr);
    const std::string inbox = connection_->new_inbox();
    subscription_ = std::make_unique<NatsConnection::Subscription>(
        *connection_, inbox, [this](const NatsMessage& message) { take(message); });
    const Json made = connection_->api("CONSUMER.DURABLE.CREATE." + path,
                                       {{"stream_name", nats::results},
                                        {"config",
                                         {{"durable_name", consumer},
                                          {"deliver_subject", inbox},
                                          {"filter_subject", nats::result_subject(name_, "*", "*")},
                                          {"deliver_policy", "all"},
                                          {"ack_policy", "explicit"},
                                          {"ack_wait", tell_again_ns},
                                          {"max_deliver", -1},
                                          {"max_ack_pending", -1},
                                          {"replay_policy", "instant"}}}});
    nats::expect_no_error(*connection_, made, "to tell results");
    // Who submits a job again whose outcome is there must not have it done again.
    const auto waiting = made.value("num_pending", std::uint64_t{0});
    const Clock::time_point start = Clock::now();
    std::unique_lock lock(mutex_);
    while (taken_ < waiting && seconds_since(start) < catch_up_seconds) {
      changed_.wait_for(lock, 20ms);
    }
  }

  void take(const NatsMessage& message) {
    const std::vector<std::string> parts = nats::tokens(message.subject());
    if (parts.size() != 5) return;
    const std::string& key = parts[3];
    const std::string& submission = parts[4];
    const std::lock_guard lock(mutex_);
    ++taken_;
    if (closed_.contains(submission)) {
      connection_->publish(message.reply(), "+ACK");
      return;
    }
    Known& known = known_[key];
    const bool is_same = known.outcome && known.of == submission;
    if (known.outcome && !is_same && !known.acknowledge.empty()) {
      connection_->publish(known.acknowledge, "+ACK");
    }
    known.acknowledge = message.reply();
    if (is_same) return;
    known.outcome = outcome_of(message, key);
    known.of = submission;
    tell(key);
  }

  // A server that was killed may have a job again that was done, without its being delivered once
  // more: it lies below what its consumer counts as done. Such jobs, by their subjects.
  std::map<std::string, std::uint64_t> stuck_jobs(
      const std::map<std::string, std::uint64_t>& there) {
    std::map<std::string, std::uint64_t> stuck;
    std::uint64_t live = 0;
    std::uint64_t all = 0;
    std::map<int, std::uint64_t> floors;
    for (const nats::Level& level : nats::levels(*connection_)) {
      live += level.waiting + level.leased;
      floors[level.priority] = level.floor;
    }
    for (const auto& [subject, count] :
         nats::subjects(*connection_, nats::jobs, nats::job_subject("*", "*", "*"))) {
      all += count;
    }
    if (all <= live) return stuck;
    for (const auto& [subject, count] : there) {
      const NatsMessage message = connection_->last_of(nats::jobs, subject);
      if (!message) continue;
      const std::uint64_t number =
          std::strtoull(message.header("Nats-Sequence").c_str(), nullptr, 10);
      if (number <= floors[nats::number_of(nats::tokens(subject)[2])]) stuck[subject] = number;
    }
    return stuck;
  }

  // A worker that is not to be trusted can end a job without an answer; so can who empties a
  // stream. What is neither waiting nor done at two looks is submitted again.
  void look_for_lost_jobs() {
    std::map<std::string, std::uint64_t> there;
    std::map<std::string, std::uint64_t> stuck;
    try {
      there = nats::subjects(*connection_, nats::jobs, nats::job_subject("*", name_, "*"));
      if (!there.empty()) stuck = stuck_jobs(there);
    } catch (const BrokerError&) {
      return;  // next time
    }
    for (const auto& [subject, number] : stuck) {
      there.erase(subject);
      nats::erase(*connection_, nats::jobs, number);
    }
    std::set<std::string> keys;
    for (const auto& [subject, count] : there) keys.insert(nats::tokens(subject).back());
    std::vector<std::pair<Job, std::string>> lost;
    {
      const std::lock_guard lock(mutex_);
      for (auto& [key, known] : known_) {
        if (known.outcome || !known.job || keys.contains(key)) {
          known.missing = 0;
        } else if (++known.missing >= 2) {
          known.missing = 0;
          known.submission = random_name();
          lost.emplace_back(*known.job, known.submission);
        }
      }
    }
    for (const auto& [job, submission] : lost) send(job, submission);
  }

  std::shared_ptr<NatsConnection> connection_;
  const std::string name_;
  const LeaseRules rules_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::set<int> levels_;  // that are there
  std::unordered_map<std::string, Known> known_;
  std::deque<std::string> news_;  // keys
  ClosedSubmissions closed_;
  std::uint64_t taken_ = 0;
  Clock::time_point looked_ = Clock::now();
  std::unique_ptr<NatsConnection::Subscription> subscription_;  // ends before what it fills
};

}  // namespace

std::unique_ptr<JobBroker> make_nats_client(std::shared_ptr<NatsConnection> connection,
                                            const std::string& name, const LeaseRules& rules) {
  return std::make_unique<NatsClient>(std::move(connection), name, rules);
}

}  // namespace inarow::grid
