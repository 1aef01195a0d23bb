#include "service/task_queue.hpp"

#include <algorithm>

#include "base/expects.hpp"

namespace inarow::service {
namespace {

constexpr std::chrono::milliseconds look_at_slices{10};
constexpr double far_away = 1e9;  // seconds

}  // namespace

bool Task::wait_finished(std::chrono::milliseconds time) {
  const Ticker::Clock::time_point end = Ticker::Clock::now() + time;
  while (!finished_ && Ticker::Clock::now() < end) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return finished_;
}

void Task::finish() {
  running_ = false;
  finished_ = true;
  notify();
}

void Task::limit_work(double seconds) {
  const std::lock_guard lock(queue_->mutex_);
  const double used = running_ ? seconds_since(slice_) : 0;
  seconds_ = std::min(seconds_, used + seconds);
  if (running_) stop_.limit_time(seconds_ - used);
}

double Task::seconds_worked() const {
  const std::lock_guard lock(queue_->mutex_);
  return worked_ + (running_ ? seconds_since(slice_) : 0);
}

TaskQueue::TaskQueue(const QueueLimits& limits) : limits_(limits) {
  EXPECTS(limits.slots > 0 && limits.lasting >= limits.slots);
  threads_.emplace_back([this] { work(); });  // there is always one
  slices_ = Ticker::every(look_at_slices, [this] {
    const std::lock_guard lock(mutex_);
    make_room();
  });
}

TaskQueue::~TaskQueue() { end(); }

void TaskQueue::end() {
  shut_down();
  slices_.cancel();
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
}

Admission TaskQueue::submit(const std::string& client, const TaskPointer& task) {
  const std::lock_guard lock(mutex_);
  if (stopping_) return Admission::stopping;
  if (without_slot() >= limits_.waiting) return Admission::queue_full;
  const auto known = shares_.find(client);
  if (known != shares_.end()) {
    const std::size_t waiting = known->second.fresh.size() + known->second.paused.size();
    if (waiting >= static_cast<std::size_t>(limits_.waiting_per_client)) {
      return Admission::share_full;
    }
  }
  task->client_ = client;
  task->queue_ = this;
  task->stop_.limit_time(far_away);  // as pauses do not count
  begin_.reserve(begin_.size() + static_cast<std::size_t>(fresh_) + 1);
  Line line{task};
  std::list<std::string> turn{client};
  // What takes memory is done, but for this.
  shares_[client].fresh.splice(shares_[client].fresh.end(), line);
  if (known == shares_.end()) turns_.splice(turns_.end(), turn);
  ++fresh_;
  fill_slots();
  make_room();
  return Admission::accepted;
}

void TaskQueue::cancel(const TaskPointer& task) {
  const std::lock_guard lock(mutex_);
  task->stop_.request_stop();
  const auto share = shares_.find(task->client_);
  if (task->begun_ || share == shares_.end()) return;
  const auto place = std::find(share->second.fresh.begin(), share->second.fresh.end(), task);
  if (place == share->second.fresh.end()) return;
  share->second.fresh.erase(place);
  --fresh_;
  task->finish();
  forget_if_idle(std::string(task->client_));
}

void TaskQueue::shut_down() {
  const std::lock_guard lock(mutex_);
  stopping_ = true;
  for (auto& [client, share] : shares_) {
    for (const TaskPointer& task : share.fresh) {
      task->stop_.request_stop();
      task->finish();
    }
    share.fresh.clear();
    for (const TaskPointer& task : share.paused) task->stop_.request_stop();
  }
  fresh_ = 0;
  for (const TaskPointer& task : running_) task->stop_.request_stop();
  wake_.notify_all();
}

int TaskQueue::without_slot() const { return fresh_ + begun_ - static_cast<int>(running_.size()); }

int TaskQueue::waiting() {
  const std::lock_guard lock(mutex_);
  return without_slot();
}

bool TaskQueue::can_begin(const Share& share, const Task& task) const {
  const int free = limits_.lasting - lasting_;
  return !task.lasting() || (free > 0 && share.lasting < std::max(1, free / 4));
}

void TaskQueue::fill_slots() {
  while (!stopping_ && static_cast<int>(running_.size()) < limits_.slots) {
    const TaskPointer task = take();
    if (!task) return;
    give_slot(task);
  }
}

TaskQueue::TaskPointer TaskQueue::take() {
  constexpr int most_jumps = 3;
  const bool fresh_first = jumps_ < most_jumps;
  jumps_ = fresh_first ? jumps_ + 1 : 0;
  TaskPointer task = take_from_turns(fresh_first);
  return task ? task : take_from_turns(!fresh_first);
}

TaskQueue::TaskPointer TaskQueue::take_from_turns(bool fresh) {
  for (auto turn = turns_.begin(); turn != turns_.end(); ++turn) {
    Share& share = shares_.at(*turn);
    Line& line = fresh ? share.fresh : share.paused;
    const auto next = std::find_if(line.begin(), line.end(), [&](const TaskPointer& task) {
      return !fresh || can_begin(share, *task);
    });
    if (next == line.end()) continue;
    running_.splice(running_.end(), line, next);
    turns_.splice(turns_.end(), turns_, turn);
    return running_.back();
  }
  return nullptr;
}

void TaskQueue::give_slot(const TaskPointer& task) {
  task->slice_ = Ticker::Clock::now();
  task->running_ = true;
  task->stop_.limit_time(task->seconds_);
  task->notify();
  if (task->begun_) {
    task->resumed_ = true;
    return task->stop_.resume();
  }
  task->begun_ = true;
  --fresh_;
  ++begun_;
  Share& share = shares_.at(task->client_);
  ++share.begun;
  lasting_ += task->lasting();
  share.lasting += task->lasting();
  begin_.push_back(task);
  if (idle_ >= static_cast<int>(begin_.size())) {
    wake_.notify_one();
  } else {
    add_thread();
  }
}

// Where the system has no more of them, the task waits for a thread that is done with another.
void TaskQueue::add_thread() {
  try {
    threads_.emplace_back([this] { work(); });
  } catch (const std::exception&) {
    EXPECTS(!threads_.empty());
  }
}

void TaskQueue::take_slot(const TaskPointer& task, Line& line) {
  line.splice(line.end(), running_, std::find(running_.begin(), running_.end(), task));
  task->running_ = false;
  const double used = seconds_since(task->slice_);
  task->seconds_ -= used;
  task->worked_ += used;
  task->notify();
}

void TaskQueue::make_room() {
  if (stopping_ || static_cast<int>(running_.size()) < limits_.slots) return fill_slots();
  bool fresh = false;
  bool paused = false;
  for (const auto& [client, share] : shares_) {
    fresh = fresh || std::any_of(share.fresh.begin(), share.fresh.end(),
                                 [&](const auto& task) { return can_begin(share, *task); });
    paused = paused || !share.paused.empty();
  }
  if (!fresh && !paused) return;
  const Ticker::Clock::time_point now = Ticker::Clock::now();
  const auto due = std::find_if(running_.begin(), running_.end(), [&](const TaskPointer& task) {
    const auto at_least = task->resumed_ ? limits_.short_slice : limits_.first_slice;
    return now - task->slice_ >= (fresh ? at_least : limits_.slice);
  });
  if (due == running_.end()) return;
  const TaskPointer& longest = *due;  // in whichever line it stands
  take_slot(longest, shares_.at(longest->client_).paused);
  // It may have used up its time meanwhile, and its deadline must not stop it while it waits.
  longest->stop_.limit_time(longest->seconds_ > 0 ? far_away : 0);
  longest->stop_.pause();
  fill_slots();
}

void TaskQueue::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    if (begin_.empty()) {
      if (stopping_) return;
      ++idle_;
      wake_.wait(lock);
      --idle_;
      continue;
    }
    const TaskPointer task = std::move(begin_.front());
    begin_.erase(begin_.begin());
    lock.unlock();
    task->run();
    lock.lock();
    // One that looks at its token seldom, or at its end, may be done while it is paused.
    Share& share = shares_.at(task->client_);
    Line left;
    if (task->running_) {
      take_slot(task, left);
    } else {
      share.paused.remove(task);
    }
    --share.begun;
    --begun_;
    share.lasting -= task->lasting();
    lasting_ -= task->lasting();
    fill_slots();
    lock.unlock();
    task->finish();
    lock.lock();
    forget_if_idle(task->client_);
  }
}

void TaskQueue::forget_if_idle(const std::string& client) {
  const auto share = shares_.find(client);
  if (share == shares_.end() || share->second.begun > 0 || !share->second.fresh.empty()) return;
  shares_.erase(share);
  turns_.remove(client);
}

}  // namespace inarow::service
