#include "grid/inline_broker.hpp"

#include <algorithm>
#include <thread>

#include "answer/codec.hpp"
#include "ask/asker.hpp"

namespace inarow::grid {
namespace {

constexpr int deliveries_before_parked = 4;

// The answer as JSON, or why there is none.
Outcome outcome_of(const Job& job, const Work& work) {
  Outcome outcome{.key = job.key, .worker = InlineBroker::worker_name};
  const Ticker::Clock::time_point start = Ticker::Clock::now();
  const Result<Question> question = read_question(job.question);
  if (!question) {
    outcome.error = question.error().message;
    return outcome;
  }
  const Result<Answer> answer = ask(*question, work);
  if (answer) {
    outcome.answer = answer_json(question->game, *answer);
  } else {
    outcome.error = answer.error().message;
  }
  outcome.seconds = seconds_since(start);
  return outcome;
}

}  // namespace

InlineBroker::Line::iterator InlineBroker::find(const std::string& key) {
  return std::find_if(line_.begin(), line_.end(),
                      [&](const Waiting& one) { return one.job.key == key; });
}

void InlineBroker::submit(const Job& job) {
  const std::lock_guard lock(mutex_);
  if (find(job.key) != line_.end()) return;
  line_.push_back({job, JobState::waiting, Ticker::Clock::now(), 0});
}

void InlineBroker::cancel(const std::string& key) { acknowledge(key); }

void InlineBroker::acknowledge(const std::string& key) {
  const std::lock_guard lock(mutex_);
  const auto place = find(key);
  if (place != line_.end()) line_.erase(place);
}

void InlineBroker::refuse(const Outcome& outcome, const std::string& reason) {
  (void)reason;
  const std::lock_guard lock(mutex_);
  const auto place = find(outcome.key);
  if (place != line_.end()) place->state = JobState::waiting;
}

std::optional<Outcome> InlineBroker::next(std::chrono::milliseconds time) {
  std::unique_lock lock(mutex_);
  Waiting* best = nullptr;
  for (Waiting& one : line_) {
    if (one.state != JobState::waiting) continue;
    if (best == nullptr || one.job.priority > best->job.priority) best = &one;
  }
  if (best == nullptr) {
    lock.unlock();
    std::this_thread::sleep_for(time);
    return std::nullopt;
  }
  // Only this thread takes jobs away, so it stays where it is.
  best->state = JobState::leased;
  best->since = Ticker::Clock::now();
  const int deliveries = ++best->deliveries;
  const Job job = best->job;
  lock.unlock();
  Outcome outcome = outcome_of(job, work_);
  const bool was_stopped = stopped(work_.stop);  // may hold us, so not under the lock
  lock.lock();
  if (was_stopped) {
    best->state = JobState::waiting;
    --best->deliveries;
    return std::nullopt;
  }
  outcome.deliveries = deliveries;
  outcome.parked = deliveries >= deliveries_before_parked;
  if (outcome.parked && outcome.error.empty()) {
    outcome.error = "its answers were refused";
    outcome.answer.clear();
  }
  best->state = outcome.parked ? JobState::parked : JobState::finished;
  return outcome;
}

std::vector<JobLine> InlineBroker::jobs(std::size_t most) const {
  const std::lock_guard lock(mutex_);
  std::vector<JobLine> lines;
  for (const Waiting& one : line_) {
    if (lines.size() >= most) break;
    JobLine line;
    line.key = one.job.key;
    line.game = one.job.game;
    line.state = one.state;
    line.priority = one.job.priority;
    line.deliveries = one.deliveries;
    if (one.state == JobState::leased) line.worker = worker_name;
    line.seconds = seconds_since(one.since);
    lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace inarow::grid
