#include "service/task_queue.hpp"

#include <algorithm>

#include "base/expects.hpp"

namespace inarow::service {

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
  threads_.emplace_back([this] { watch_clocks(); });
}

TaskQueue::~TaskQueue() {
  shut_down();
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
  task->stop_.request_stop();
  const std::lock_guard lock(mutex_);
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
        task->stop_.request_stop();
        task->finish();
      }
      share.waiting.clear();
    }
    waiting_ = 0;
    for (const auto& task : running_) task->stop_.request_stop();
  }
  wake_.notify_all();
  stopped_.notify_all();
}

int TaskQueue::waiting() {
  const std::lock_guard lock(mutex_);
  return waiting_;
}

std::shared_ptr<Task> TaskQueue::take(std::string& client) {
  for (auto turn = turns_.begin(); turn != turns_.end(); ++turn) {
    Share& share = shares_.at(*turn);
    if (share.waiting.empty() || share.running >= limits_.running_per_client) continue;
    std::shared_ptr<Task> task = std::move(share.waiting.front());
    share.waiting.pop_front();
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
      wake_.wait(lock);
      continue;
    }
    running_.push_back(task);
    // Under the lock: the clock's thread reads the token.
    task->stop_.limit_time(task->seconds_);
    lock.unlock();
    task->started_ = true;
    task->run();
    task->finish();
    lock.lock();
    running_.erase(std::find(running_.begin(), running_.end(), task));
    --shares_.at(client).running;
    forget_if_idle(client);
    // A thread may have left this client's next task because of its share.
    wake_.notify_one();
  }
}

void TaskQueue::watch_clocks() {
  std::unique_lock lock(mutex_);
  while (!stopping_) {
    for (const auto& task : running_) task->stop_.stopped();
    // Searches look only at the token's flag; this thread looks at the clock for them.
    stopped_.wait_for(lock, std::chrono::milliseconds(20));
  }
}

}  // namespace inarow::service
