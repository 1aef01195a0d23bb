#pragma once

// A broker whose jobs are done by the threads that are lent to it: the one that waits for the
// outcomes, and any others that help. Each has its own token, which may be paused, as the tasks of
// the server have: who is held keeps his job, and the others go on.
//
//   InlineBroker broker({.tables = &tables, .stop = &stop});
//   search.run(broker, &stop);                 // every next() does a job, unless one is done
//
//   while (!mine.stopped() && broker.help({.tables = &tables, .stop = &mine}, 50ms)) {
//   }                                          // in another thread
//
// Of the promises of broker.hpp those about lost workers mean nothing here. A job that a stop ends
// is not answered and stays in the queue. Submit, cancel and next are one thread's; any thread may
// help and ask for the list.

#include <condition_variable>
#include <list>
#include <mutex>
#include <string>
#include <vector>

#include "ask/work.hpp"
#include "base/ticker.hpp"
#include "grid/broker.hpp"

namespace inarow::grid {

class InlineBroker final : public JobBroker {
 public:
  static constexpr const char* worker_name = "this-machine";

  explicit InlineBroker(const Work& work) : work_(work) {}

  void submit(const Job& job) override;
  void cancel(const std::string& key) override;
  // What others have done, or does the job of the highest priority that came first; without one it
  // waits a moment.
  std::optional<Outcome> next(std::chrono::milliseconds time) override;
  void acknowledge(const std::string& key) override;
  void refuse(const Outcome& outcome, const std::string& reason) override;

  // Does one job, or waits for one; false when there will be no more.
  bool help(const Work& work, std::chrono::milliseconds time);
  // Helpers go home.
  void close();

  std::vector<JobLine> jobs(std::size_t most) const;

 private:
  struct Waiting {
    Job job;
    JobState state = JobState::waiting;
    Ticker::Clock::time_point since;
    int deliveries = 0;
    std::uint64_t number = 0;    // of the submission
    StopToken* token = nullptr;  // of who works on it
  };
  using Line = std::list<Waiting>;
  Line::iterator find(const std::string& key);
  Line::iterator find(std::uint64_t number);
  // Of the highest priority, the first.
  Line::iterator first_waiting();
  // With the lock, which is open while the job is done.
  void do_job(Line::iterator job, const Work& work, std::unique_lock<std::mutex>& lock);

  const Work work_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;  // a job has come, one is done, or it is closed
  Line line_;                        // in the order in which they came
  std::list<std::pair<std::uint64_t, Outcome>> done_;
  std::uint64_t submitted_ = 0;
  bool closed_ = false;
};

}  // namespace inarow::grid
