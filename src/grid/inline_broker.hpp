#pragma once

// A broker whose jobs are done by the thread that waits for their outcomes, one after another: for
// who has one thread and a token that may be paused, as the tasks of the server have.
//
//   InlineBroker broker({.tables = &tables, .stop = &stop});
//   search.run(broker, &stop);                 // every next() does a job
//
// Of the promises of broker.hpp those about lost workers mean nothing here. A job that the stop
// ends is not answered and stays in the queue. Submit, cancel and next are one thread's; any thread
// may ask for the list.

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
  // Does the job of the highest priority that came first; without one it sleeps a moment.
  std::optional<Outcome> next(std::chrono::milliseconds time) override;
  void acknowledge(const std::string& key) override;
  void refuse(const Outcome& outcome, const std::string& reason) override;

  std::vector<JobLine> jobs(std::size_t most) const;

 private:
  struct Waiting {
    Job job;
    JobState state = JobState::waiting;
    Ticker::Clock::time_point since;
    int deliveries = 0;
  };
  using Line = std::list<Waiting>;
  Line::iterator find(const std::string& key);

  const Work work_;
  mutable std::mutex mutex_;
  Line line_;  // in the order in which they came
};

}  // namespace inarow::grid
