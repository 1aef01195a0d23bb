#include "base/ticker.hpp"

#include <pthread.h>

#include <algorithm>
#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <thread>

namespace inarow {
namespace {

class TickerThread {
 public:
  // Never destroyed: handles of static objects may outlive any order of destruction.
  static TickerThread& instance() {
    static TickerThread* const thread = [] {
      auto* const made = new TickerThread();
      // A forked process has the entries but not the thread.
      pthread_atfork([] { instance().mutex_.lock(); }, [] { instance().mutex_.unlock(); },
                     [] { instance().begin_anew(); });
      return made;
    }();
    return *thread;
  }

  std::uint64_t add(Ticker::Clock::time_point first, Ticker::Clock::duration interval,
                    std::function<void()> function) {
    const std::lock_guard lock(mutex_);
    begin();
    const std::uint64_t id = next_id_++;
    entries_.emplace(
        id, Entry{first, interval, std::make_shared<std::function<void()>>(std::move(function))});
    if (first < wake_at_) changed_.notify_all();
    return id;
  }

  bool move(std::uint64_t id, Ticker::Clock::time_point when) {
    const std::lock_guard lock(mutex_);
    const auto entry = entries_.find(id);
    if (entry == entries_.end()) return false;
    entry->second.next = when;
    if (when < wake_at_) changed_.notify_all();
    return true;
  }

  void remove(std::uint64_t id) {
    std::unique_lock lock(mutex_);
    entries_.erase(id);
    finished_.wait(lock, [&] { return running_ != id; });
  }

 private:
  void begin() {
    if (!begun_) std::thread([this] { run(); }).detach();
    begun_ = true;
  }

  // In the child of a fork, by its only thread.
  void begin_anew() {
    begun_ = false;
    running_ = 0;
    if (!entries_.empty()) begin();
    mutex_.unlock();
  }

  struct Entry {
    Ticker::Clock::time_point next;
    Ticker::Clock::duration interval;                 // zero: once
    std::shared_ptr<std::function<void()>> function;  // a copy of it takes no memory
  };

  void run() {
    std::unique_lock lock(mutex_);
    while (true) {
      const auto soonest = std::min_element(
          entries_.begin(), entries_.end(),
          [](const auto& a, const auto& b) { return a.second.next < b.second.next; });
      if (soonest == entries_.end()) {
        wake_at_ = Ticker::Clock::time_point::max();
        changed_.wait(lock);
        continue;
      }
      wake_at_ = soonest->second.next;
      if (Ticker::Clock::now() < wake_at_) {
        changed_.wait_until(lock, wake_at_);
        continue;  // entries may have come and gone
      }
      call(lock, soonest->first, soonest->second);
    }
  }

  void call(std::unique_lock<std::mutex>& lock, std::uint64_t id, Entry& entry) {
    running_ = id;
    std::shared_ptr<std::function<void()>> function;
    if (entry.interval == Ticker::Clock::duration::zero()) {
      function = std::move(entry.function);
      entries_.erase(id);
    } else {
      entry.next = Ticker::Clock::now() + entry.interval;
      function = entry.function;
    }
    lock.unlock();
    (*function)();
    function.reset();
    lock.lock();
    running_ = 0;
    finished_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable changed_;   // the thread waits
  std::condition_variable finished_;  // who removes an entry waits
  std::map<std::uint64_t, Entry> entries_;
  Ticker::Clock::time_point wake_at_ = Ticker::Clock::time_point::max();
  std::uint64_t next_id_ = 1;
  std::uint64_t running_ = 0;
  bool begun_ = false;
};

}  // namespace

Ticker::Handle& Ticker::Handle::operator=(Handle&& other) noexcept {
  if (this != &other) {
    cancel();
    id_ = other.id_;
    other.id_ = 0;
  }
  return *this;
}

void Ticker::Handle::cancel() {
  if (id_ != 0) TickerThread::instance().remove(id_);
  id_ = 0;
}

bool Ticker::Handle::move_to(Clock::time_point when) {
  return id_ != 0 && TickerThread::instance().move(id_, when);
}

Ticker::Handle Ticker::once(Clock::time_point when, std::function<void()> function) {
  return Handle(TickerThread::instance().add(when, Clock::duration::zero(), std::move(function)));
}

Ticker::Handle Ticker::every(Clock::duration interval, std::function<void()> function) {
  return Handle(
      TickerThread::instance().add(Clock::now() + interval, interval, std::move(function)));
}

Ticker::Clock::time_point seconds_from_now(double seconds) {
  constexpr double century = 3e9;
  return Ticker::Clock::now() + std::chrono::duration_cast<Ticker::Clock::duration>(
                                    std::chrono::duration<double>(std::min(seconds, century)));
}

}  // namespace inarow
