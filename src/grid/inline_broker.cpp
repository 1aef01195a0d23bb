#include "grid/inline_broker.hpp"

#include <algorithm>
#include <exception>

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

InlineBroker::Line::iterator InlineBroker::find(std::uint64_t number) {
  return std::find_if(line_.begin(), line_.end(),
                      [&](const Waiting& one) { return one.number == number; });
}

InlineBroker::Line::iterator InlineBroker::first_waiting() {
  auto best = line_.end();
  for (auto one = line_.begin(); one != line_.end(); ++one) {
    if (one->state != JobState::waiting) continue;
    if (best == line_.end() || one->job.priority > best->job.priority) best = one;
  }
  return best;
}

void InlineBroker::submit(const Job& job) {
  const std::lock_guard lock(mutex_);
  if (find(job.key) != line_.end()) return;
  line_.push_back(
      {.job = job, .since = Ticker::Clock::now(), .deliveries = 0, .number = ++submitted_});
  changed_.notify_one();
}

void InlineBroker::cancel(const std::string& key) { acknowledge(key); }

void InlineBroker::acknowledge(const std::string& key) {
  const std::lock_guard lock(mutex_);
  const auto place = find(key);
  if (place == line_.end()) return;
  if (place->token != nullptr) place->token->request_stop();
  line_.erase(place);
}

void InlineBroker::refuse(const Outcome& outcome, const std::string& reason) {
  (void)reason;
  const std::lock_guard lock(mutex_);
  const auto place = find(outcome.key);
  if (place == line_.end()) return;
  place->state = JobState::waiting;
  changed_.notify_one();
}

void InlineBroker::do_job(Line::iterator job, const Work& work,
                          std::unique_lock<std::mutex>& lock) {
  StopToken token(work.stop);
  Work mine = work;
  mine.stop = &token;
  const Job copy = job->job;
  const std::uint64_t number = job->number;
  job->state = JobState::leased;
  job->since = Ticker::Clock::now();
  job->token = &token;
  const int deliveries = ++job->deliveries;
  lock.unlock();
  Outcome outcome;
  std::exception_ptr failure;  // of this thread: there is no memory, for one
  try {
    outcome = outcome_of(copy, mine);
  } catch (...) {
    failure = std::current_exception();
  }
  const bool was_stopped = stopped(work.stop);  // may hold us, so not under the lock
  lock.lock();
  // It may be gone: cancelled by the search.
  job = find(number);
  if (job != line_.end()) job->token = nullptr;
  if (job != line_.end() && (was_stopped || failure != nullptr)) {
    job->state = JobState::waiting;
    --job->deliveries;
    changed_.notify_one();
  }
  if (failure != nullptr) std::rethrow_exception(failure);
  if (job == line_.end() || was_stopped) return;
  outcome.deliveries = deliveries;
  outcome.parked = deliveries >= deliveries_before_parked;
  if (outcome.parked && outcome.error.empty()) {
    outcome.error = "its answers were refused";
    outcome.answer.clear();
  }
  job->state = outcome.parked ? JobState::parked : JobState::finished;
  done_.emplace_back(number, std::move(outcome));
  changed_.notify_all();
}

std::optional<Outcome> InlineBroker::next(std::chrono::milliseconds time) {
  std::unique_lock lock(mutex_);
  if (done_.empty()) {
    if (const auto job = first_waiting(); job != line_.end()) {
      do_job(job, work_, lock);
    } else {
      changed_.wait_for(lock, time);
    }
  }
  while (!done_.empty()) {
    const auto [number, outcome] = std::move(done_.front());
    done_.pop_front();
    if (find(number) != line_.end()) return outcome;  // else it was cancelled since
  }
  return std::nullopt;
}

bool InlineBroker::help(const Work& work, std::chrono::milliseconds time) {
  std::unique_lock lock(mutex_);
  if (closed_) return false;
  if (const auto job = first_waiting(); job != line_.end()) {
    do_job(job, work, lock);
  } else {
    changed_.wait_for(lock, time);
  }
  return !closed_;
}

void InlineBroker::close() {
  const std::lock_guard lock(mutex_);
  closed_ = true;
  changed_.notify_all();
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
