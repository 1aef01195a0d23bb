#include "service/task_queue.hpp"

#include <algorithm>

#include "base/expects.hpp"

namespace inarow::service {
namespace {

constexpr std::chrono::milliseconds look_at_slices{20};

}  // namespace

bool Task::wait_finished(std::chrono::milliseconds timeout) {
  std::unique_lock lock(mutex_);
  if (!finished_) changed_.wait_for(lock, timeout);
  return finished_;
}

void Task::finish() {
  {
    const std::lock_guard lock(mutex_);
    finished_ = true;
  }
  changed_.notify_all();
}

TaskQueue::TaskQueue(const QueueLimits& limits) : limits_(limits) {
  EXPECTS(limits.threads > 0 && limits.running_per_client > 0);
  for (int i = 0; i < limits.threads; ++i) threads_.emplace_back([this] { work(); });
  slices_ = Ticker::every(look_at_slices, [this] { make_room(); });
}

TaskQueue::~TaskQueue() {
  shut_down();
  slices_.cancel();
  for (std::thread& thread : threads_) thread.join();
}

Admission TaskQueue::submit(const std::string& client, std::shared_ptr<Task> task) {
  {
    const std::lock_guard lock(mutex_);
    if (stopping_) return Admission::stopping;
    if (waiting_ >= limits_.waiting) return Admission::queue_full;
    const auto [share, fresh] = shares_.try_emplace(client);
    if (static_cast<int>(share->second.waiting.size()) >= limits_.waiting_per_client) {
      return Admission::share_full;
    }
    if (fresh) turns_.push_back(client);
    share->second.waiting.push_back(std::move(task));
    ++waiting_;
  }
  wake_.notify_one();
  return Admission::accepted;
}

void TaskQueue::cancel(const std::shared_ptr<Task>& task) {
  const std::lock_guard lock(mutex_);
  task->cancelled_ = true;
  task->stop_->request_stop();
  for (auto& [client, share] : shares_) {
    const auto place = std::find(share.waiting.begin(), share.waiting.end(), task);
    if (place == share.waiting.end()) continue;
    share.waiting.erase(place);
    --waiting_;
    task->finish();
    forget_if_idle(std::string(client));
    return;
  }
}

void TaskQueue::shut_down() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    for (auto& [client, share] : shares_) {
      for (const auto& task : share.waiting) {
        task->stop_->request_stop();
        task->finish();
      }
      share.waiting.clear();
    }
    waiting_ = 0;
    for (const Running& slice : running_) slice.task->stop_->request_stop();
  }
  wake_.notify_all();
}

int TaskQueue::waiting() {
  const std::lock_guard lock(mutex_);
  return waiting_;
}

std::shared_ptr<Task> TaskQueue::take(std::string& client) {
  constexpr int most_jumps = 3;
  if (jumps_ < most_jumps) {
    if (std::shared_ptr<Task> task = take_next(client, true)) {
      ++jumps_;
      return task;
    }
  }
  jumps_ = 0;
  return take_next(client, false);
}

std::shared_ptr<Task> TaskQueue::take_next(std::string& client, bool fresh_only) {
  for (auto turn = turns_.begin(); turn != turns_.end(); ++turn) {
    Share& share = shares_.at(*turn);
    if (share.running >= limits_.running_per_client) continue;
    const auto place =
        std::find_if(share.waiting.begin(), share.waiting.end(),
                     [&](const auto& task) { return !fresh_only || task->slice_ == 0; });
    if (place == share.waiting.end()) continue;
    std::shared_ptr<Task> task = std::move(*place);
    share.waiting.erase(place);
    --waiting_;
    ++share.running;
    client = *turn;
    turns_.splice(turns_.end(), turns_, turn);
    return task;
  }
  return nullptr;
}

void TaskQueue::forget_if_idle(const std::string& client) {
  const auto share = shares_.find(client);
  if (share->second.running > 0 || !share->second.waiting.empty()) return;
  shares_.erase(share);
  turns_.remove(client);
}

void TaskQueue::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    std::string client;
    const std::shared_ptr<Task> task = take(client);
    if (!task) {
      if (stopping_) return;
      ++idle_;
      wake_.wait(lock);
      --idle_;
      continue;
    }
    const auto slice = running_.insert(running_.end(), {task, client, Ticker::Clock::now()});
    if (task->slice_ == 0) task->slice_ = limits_.slice_seconds;
    // Under the lock, as others may tell it to stop.
    task->stop_->limit_time(task->seconds_);
    lock.unlock();
    task->started_ = true;
    task->run();
    lock.lock();
    const Running ended = std::move(*slice);
    running_.erase(slice);
    end_slice(ended);
    // A thread may have left this client's next task because of its share.
    wake_.notify_one();
  }
}

void TaskQueue::end_slice(const Running& slice) {
  const std::shared_ptr<Task>& task = slice.task;
  Share& share = shares_.at(slice.client);
  --share.running;
  const double used = seconds_since(slice.begin);
  task->seconds_ -= used;
  if (task->pausing_ && task->unfinished() && !task->cancelled_ && !stopping_ &&
      task->seconds_ > 0) {
    task->started_ = false;
    task->pausing_ = false;
    if (used >= task->slice_) task->slice_ *= 2;
    task->stop_.emplace();
    share.waiting.push_back(task);
    ++waiting_;
    return;
  }
  task->finish();
  forget_if_idle(slice.client);
}

void TaskQueue::make_room() {
  const std::lock_guard lock(mutex_);
  if (waiting_ == 0 || stopping_) return;
  // One at a time: who is leaving makes room already.
  for (const Running& slice : running_) {
    if (slice.task->pausing_) return;
  }
  for (const std::string& client : turns_) {
    const Share& share = shares_.at(client);
    if (share.waiting.empty()) continue;
    const bool has_its_share = share.running >= limits_.running_per_client;
    if (!has_its_share && idle_ > 0) continue;
    const bool fresh = std::any_of(share.waiting.begin(), share.waiting.end(),
                                   [](const auto& task) { return task->slice_ == 0; });
    // Who began first has had most; running_ is in this order.
    const auto victim = std::find_if(running_.begin(), running_.end(), [&](const Running& slice) {
      const double due = fresh ? limits_.slice_seconds : slice.task->slice_;
      return slice.task->can_pause() && seconds_since(slice.begin) > due &&
             (!has_its_share || slice.client == client);
    });
    if (victim == running_.end()) continue;
    victim->task->pausing_ = true;
    victim->task->stop_->request_stop();
    return;
  }
}

}  // namespace inarow::service
