#include "grid/local_broker.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <random>
#include <set>
#include <tuple>
#include <utility>

#include "base/expects.hpp"
#include "base/ticker.hpp"

namespace inarow::grid {

const char* name_of(JobState state) {
  constexpr const char* names[] = {"waiting", "leased", "finished", "parked"};
  return names[static_cast<std::size_t>(state)];
}

std::string random_name() {
  static std::mutex mutex;
  static std::mt19937_64 random{std::random_device{}()};
  const std::lock_guard lock(mutex);
  return fmt::format("{:016x}", random());
}

bool is_name(const std::string& text) {
  constexpr std::size_t longest = 100;
  return !text.empty() && text.size() <= longest &&
         std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                  c == '-' || c == '_';
         });
}

namespace {

using Clock = Ticker::Clock;
using Time = Clock::time_point;

struct Entry {
  Job job;
  std::string client;
  // The number of the submission, in order; a job that was cancelled and submitted again has
  // another one.
  std::uint64_t number = 0;
  JobState state = JobState::waiting;
  int lost = 0;             // deliveries that came to no end
  std::uint64_t lease = 0;  // the number of the present one
  std::string worker;
  Time since{};  // submitted, or leased
  Time until{};  // the end of the lease, or of the wait after it was handed back
  Outcome outcome{};
};

using EntryId = std::pair<std::string, std::string>;  // client, key

}  // namespace

// Everything under one lock: a job takes milliseconds at least, the lock a microsecond.
class LocalBroker::Queue {
 public:
  explicit Queue(const LeaseRules& rules) : rules_(rules) {}

  // The client's side.

  void attach(const std::string& client) {
    const std::lock_guard lock(mutex_);
    std::deque<std::string>& news = news_[client];
    news.clear();
    for (const auto& [id, entry] : entries_) {
      if (id.first == client && unacknowledged_.contains(id)) news.push_back(id.second);
    }
  }

  void submit(const std::string& client, const Job& job) {
    const std::lock_guard lock(mutex_);
    const EntryId id{client, job.key};
    const auto [place, is_new] = entries_.try_emplace(id);
    Entry& entry = place->second;
    if (!is_new) {
      if (has_outcome(entry)) tell(id);
      return;
    }
    entry.job = job;
    entry.client = client;
    entry.number = ++submitted_;
    enqueue(entry);
  }

  void cancel(const EntryId& id) {
    const std::lock_guard lock(mutex_);
    const auto place = entries_.find(id);
    if (place == entries_.end()) return;
    take_out(place->second);
    unacknowledged_.erase(id);
    entries_.erase(place);
    changed_.notify_all();
  }

  std::optional<Outcome> next(const std::string& client, std::chrono::milliseconds time) {
    std::unique_lock lock(mutex_);
    const Time end = Clock::now() + time;
    while (true) {
      expire();
      std::deque<std::string>& news = news_[client];
      while (!news.empty()) {
        const auto place = entries_.find({client, news.front()});
        news.pop_front();
        // It may have been cancelled or retried since.
        if (place != entries_.end() && has_outcome(place->second)) return place->second.outcome;
      }
      if (Clock::now() >= end) return std::nullopt;
      wait(lock, end);
    }
  }

  void acknowledge(const EntryId& id) {
    const std::lock_guard lock(mutex_);
    const auto place = entries_.find(id);
    if (place == entries_.end() || !has_outcome(place->second)) return;
    unacknowledged_.erase(id);
    // Parked ones stay until somebody decides.
    if (place->second.state == JobState::finished) entries_.erase(place);
  }

  void refuse(const std::string& client, const Outcome& outcome) {
    const std::lock_guard lock(mutex_);
    ++workers_[outcome.worker].line.refused;
    const EntryId id{client, outcome.key};
    const auto place = entries_.find(id);
    if (place == entries_.end() || place->second.state != JobState::finished) return;
    again(id, place->second);
  }

  // The worker's side.

  void greet(const std::string& worker) {
    const std::lock_guard lock(mutex_);
    WorkerState& state = workers_[worker];
    state.line.name = worker;
    state.seen = Clock::now();
    state.gone = false;
  }
  void take_leave(const std::string& worker) {
    const std::lock_guard lock(mutex_);
    workers_[worker].gone = true;
  }

  struct Delivery {
    Job job;
    std::string client;
    std::uint64_t number = 0;
    std::uint64_t lease = 0;
    int deliveries = 1;
  };

  std::optional<Delivery> lease(const std::string& worker, std::chrono::milliseconds time) {
    std::unique_lock lock(mutex_);
    const Time end = Clock::now() + time;
    while (true) {
      expire();
      workers_[worker].seen = Clock::now();
      if (!waiting_.empty()) break;
      if (Clock::now() >= end) return std::nullopt;
      wait(lock, end);
    }
    Entry& entry = *std::get<2>(*waiting_.begin());
    waiting_.erase(waiting_.begin());
    entry.state = JobState::leased;
    entry.lease = ++leases_;
    entry.worker = worker;
    entry.since = Clock::now();
    entry.until = entry.since + duration(rules_.seconds);
    timed_.insert({entry.until, entry.number, &entry});
    WorkerLine& line = workers_[worker].line;
    line.job = entry.job.key;
    line.client = entry.client;
    return Delivery{entry.job, entry.client, entry.number, entry.lease, entry.lost + 1};
  }

  bool renew(const Delivery& delivery) {
    const std::lock_guard lock(mutex_);
    expire();
    Entry* const entry = held(delivery);
    if (entry == nullptr) return false;
    workers_[entry->worker].seen = Clock::now();
    timed_.erase({entry->until, entry->number, entry});
    entry->until = Clock::now() + duration(rules_.seconds);
    timed_.insert({entry->until, entry->number, entry});
    return true;
  }

  bool is_over(const Delivery& delivery) {
    const std::lock_guard lock(mutex_);
    const Entry* const entry = held(delivery);
    return entry == nullptr || entry->until <= Clock::now();
  }

  void end(const Delivery& delivery, const std::string& worker, Outcome outcome) {
    const std::lock_guard lock(mutex_);
    WorkerLine& line = workers_[worker].line;
    ++(outcome.error.empty() ? line.done : line.failed);
    leave(worker, delivery);
    Entry* const entry = submission(delivery);
    // Cancelled, or somebody else was faster.
    if (entry == nullptr || has_outcome(*entry)) return;
    take_out(*entry);
    outcome.key = delivery.job.key;
    outcome.worker = worker;
    outcome.deliveries = delivery.deliveries;
    conclude(*entry, JobState::finished, std::move(outcome));
  }

  void hand_back(const Delivery& delivery, const std::string& worker,
                 std::chrono::milliseconds delay, bool lost) {
    const std::lock_guard lock(mutex_);
    leave(worker, delivery);
    Entry* const entry = held(delivery);
    if (entry == nullptr) return;
    take_out(*entry);
    if (lost) {
      lose(*entry);
    } else if (delay.count() > 0) {
      entry->state = JobState::waiting;
      entry->worker.clear();
      entry->until = Clock::now() + delay;
      timed_.insert({entry->until, entry->number, entry});
    } else {
      enqueue(*entry);
    }
    changed_.notify_all();
  }

  double lease_seconds() const { return rules_.seconds; }

  // For people.

  BrokerStatus status() {
    const std::lock_guard lock(mutex_);
    expire();
    BrokerStatus status;
    for (const auto& [id, entry] : entries_) {
      std::uint64_t* const counts[] = {&status.waiting, &status.leased, &status.finished,
                                       &status.parked};
      ++*counts[static_cast<std::size_t>(entry.state)];
    }
    for (auto& [name, worker] : workers_) {
      if (worker.gone) continue;
      worker.line.last_seen = seconds_since(worker.seen);
      status.workers.push_back(worker.line);
    }
    return status;
  }

  std::vector<JobLine> jobs(std::size_t most) {
    const std::lock_guard lock(mutex_);
    expire();
    std::vector<JobLine> lines;
    for (const bool parked : {true, false}) {
      for (const auto& [id, entry] : entries_) {
        if (lines.size() >= most) return lines;
        if ((entry.state == JobState::parked) != parked) continue;
        lines.push_back({.key = id.second,
                         .client = id.first,
                         .game = entry.job.game,
                         .state = entry.state,
                         .priority = entry.job.priority,
                         .deliveries = entry.lost + (entry.state == JobState::leased ? 1 : 0),
                         .worker = entry.worker,
                         .error = entry.outcome.error,
                         .seconds = seconds_since(entry.since)});
      }
    }
    return lines;
  }

  // The jobs that a person means by KEY or CLIENT/KEY.
  std::vector<EntryId> named(const std::string& text) {
    const std::lock_guard lock(mutex_);
    std::vector<EntryId> ids;
    for (const auto& [id, entry] : entries_) {
      if (id.second == text || id.first + "/" + id.second == text) ids.push_back(id);
    }
    return ids;
  }

  int cancel_by_operator(const EntryId& id) {
    const std::lock_guard lock(mutex_);
    const auto place = entries_.find(id);
    if (place == entries_.end() || place->second.state == JobState::finished) return 0;
    if (place->second.state == JobState::parked) {
      unacknowledged_.erase(id);
      entries_.erase(place);
    } else {
      take_out(place->second);
      conclude(place->second, JobState::finished,
               {.key = id.second, .error = cancelled_by_operator});
    }
    return 1;
  }

  int retry(const EntryId& id) {
    const std::lock_guard lock(mutex_);
    const auto place = entries_.find(id);
    if (place == entries_.end() || place->second.state != JobState::parked) return 0;
    again(id, place->second);
    return 1;
  }

 private:
  // First come the highest priorities, then the oldest submissions.
  using Rank = std::tuple<int, std::uint64_t, Entry*>;
  using Timed = std::tuple<Time, std::uint64_t, Entry*>;
  struct WorkerState {
    WorkerLine line;
    Time seen{};
    bool gone = false;
  };

  static Clock::duration duration(double seconds) {
    return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  }
  static bool has_outcome(const Entry& entry) {
    return entry.state == JobState::finished || entry.state == JobState::parked;
  }

  // All of these under the lock.

  void wait(std::unique_lock<std::mutex>& lock, Time end) {
    if (!timed_.empty()) end = std::min(end, std::get<0>(*timed_.begin()));
    changed_.wait_until(lock, end);
  }

  void enqueue(Entry& entry) {
    entry.state = JobState::waiting;
    entry.worker.clear();
    entry.since = Clock::now();
    waiting_.insert({-entry.job.priority, entry.number, &entry});
    changed_.notify_all();
  }

  // Out of the lists of what waits for a worker or for a time.
  void take_out(Entry& entry) {
    waiting_.erase({-entry.job.priority, entry.number, &entry});
    timed_.erase({entry.until, entry.number, &entry});
  }

  void expire() {
    while (!timed_.empty() && std::get<0>(*timed_.begin()) <= Clock::now()) {
      Entry& entry = *std::get<2>(*timed_.begin());
      timed_.erase(timed_.begin());
      entry.state == JobState::leased ? lose(entry) : enqueue(entry);
    }
  }

  void lose(Entry& entry) {
    if (++entry.lost < rules_.deliveries) return enqueue(entry);
    conclude(entry, JobState::parked,
             {.key = entry.job.key,
              .worker = entry.worker,
              .error = fmt::format("parked: delivered {} times without an end", entry.lost),
              .parked = true,
              .deliveries = entry.lost});
  }

  void conclude(Entry& entry, JobState state, Outcome outcome) {
    entry.state = state;
    entry.outcome = std::move(outcome);
    const EntryId id{entry.client, entry.job.key};
    unacknowledged_.insert(id);
    tell(id);
  }

  void tell(const EntryId& id) {
    news_[id.first].push_back(id.second);
    changed_.notify_all();
  }

  // As if it were new.
  void again(const EntryId& id, Entry& entry) {
    unacknowledged_.erase(id);
    entry.outcome = {};
    entry.lost = 0;
    entry.number = ++submitted_;
    enqueue(entry);
  }

  Entry* submission(const Delivery& delivery) {
    const auto place = entries_.find({delivery.client, delivery.job.key});
    if (place == entries_.end() || place->second.number != delivery.number) return nullptr;
    return &place->second;
  }
  Entry* held(const Delivery& delivery) {
    Entry* const entry = submission(delivery);
    const bool same =
        entry != nullptr && entry->state == JobState::leased && entry->lease == delivery.lease;
    return same ? entry : nullptr;
  }

  void leave(const std::string& worker, const Delivery& delivery) {
    WorkerLine& line = workers_[worker].line;
    if (line.job != delivery.job.key) return;
    line.job.clear();
    line.client.clear();
  }

  const LeaseRules rules_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<EntryId, Entry> entries_;  // their addresses stay
  std::set<Rank> waiting_;
  std::set<Timed> timed_;  // leases, and jobs that wait after they were handed back
  std::set<EntryId> unacknowledged_;
  std::map<std::string, std::deque<std::string>> news_;  // keys with outcomes, by client
  std::map<std::string, WorkerState> workers_;
  std::uint64_t submitted_ = 0;
  std::uint64_t leases_ = 0;
};

class LocalBroker::Client : public JobBroker {
 public:
  Client(std::shared_ptr<Queue> queue, std::string name)
      : queue_(std::move(queue)), name_(std::move(name)) {
    queue_->attach(name_);
  }
  void submit(const Job& job) override {
    EXPECTS(is_name(job.key) && job.priority >= 0 && job.priority <= 9);
    queue_->submit(name_, job);
  }
  void cancel(const std::string& key) override { queue_->cancel({name_, key}); }
  std::optional<Outcome> next(std::chrono::milliseconds time) override {
    return queue_->next(name_, time);
  }
  void acknowledge(const std::string& key) override { queue_->acknowledge({name_, key}); }
  void refuse(const Outcome& outcome, const std::string& reason) override {
    (void)reason;
    queue_->refuse(name_, outcome);
  }

 private:
  std::shared_ptr<Queue> queue_;
  std::string name_;
};

class LocalBroker::LocalLease : public Lease {
 public:
  LocalLease(std::shared_ptr<Queue> queue, std::string worker, Queue::Delivery delivery)
      : queue_(std::move(queue)), worker_(std::move(worker)), delivery_(std::move(delivery)) {}
  ~LocalLease() override { give_up(std::chrono::milliseconds(0), true); }
  LocalLease(const LocalLease&) = delete;
  LocalLease& operator=(const LocalLease&) = delete;

  const Job& job() const override { return delivery_.job; }
  const std::string& client() const override { return delivery_.client; }
  int deliveries() const override { return delivery_.deliveries; }
  double lease_seconds() const override { return queue_->lease_seconds(); }
  bool renew() override { return !ended_ && queue_->renew(delivery_); }
  bool is_over() const override { return ended_ || queue_->is_over(delivery_); }
  void finish(const Finding& finding) override {
    end({.answer = finding.answer, .certificate = finding.certificate, .seconds = finding.seconds});
  }
  void fail(const std::string& error) override { end({.error = error}); }
  void hand_back(std::chrono::milliseconds delay) override { give_up(delay, false); }

 private:
  void end(Outcome outcome) {
    if (std::exchange(ended_, true)) return;
    queue_->end(delivery_, worker_, std::move(outcome));
  }
  void give_up(std::chrono::milliseconds delay, bool lost) {
    if (std::exchange(ended_, true)) return;
    queue_->hand_back(delivery_, worker_, delay, lost);
  }

  std::shared_ptr<Queue> queue_;
  std::string worker_;
  Queue::Delivery delivery_;
  bool ended_ = false;
};

class LocalBroker::Source : public JobSource {
 public:
  Source(std::shared_ptr<Queue> queue, std::string worker)
      : queue_(std::move(queue)), worker_(std::move(worker)) {
    queue_->greet(worker_);
  }
  ~Source() override { queue_->take_leave(worker_); }
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;

  std::unique_ptr<Lease> lease(std::chrono::milliseconds time) override {
    std::optional<Queue::Delivery> delivery = queue_->lease(worker_, time);
    if (!delivery) return nullptr;
    return std::make_unique<LocalLease>(queue_, worker_, std::move(*delivery));
  }

 private:
  std::shared_ptr<Queue> queue_;
  std::string worker_;
};

LocalBroker::LocalBroker(const LeaseRules& rules) : queue_(std::make_shared<Queue>(rules)) {}
LocalBroker::~LocalBroker() = default;

std::unique_ptr<JobBroker> LocalBroker::client(const std::string& name) {
  EXPECTS(is_name(name));
  return std::make_unique<Client>(queue_, name);
}
std::unique_ptr<JobSource> LocalBroker::source(const std::string& worker) {
  EXPECTS(is_name(worker));
  return std::make_unique<Source>(queue_, worker);
}
BrokerStatus LocalBroker::status() { return queue_->status(); }
std::vector<JobLine> LocalBroker::jobs(std::size_t most) { return queue_->jobs(most); }
int LocalBroker::cancel(const std::string& key) {
  int number = 0;
  for (const auto& id : queue_->named(key)) number += queue_->cancel_by_operator(id);
  return number;
}
int LocalBroker::retry(const std::string& key) {
  int number = 0;
  for (const auto& id : queue_->named(key)) number += queue_->retry(id);
  return number;
}

}  // namespace inarow::grid
