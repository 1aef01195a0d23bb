#pragma once

// The server's work: tasks of many clients, done by a few threads in fair shares.
//
// Clients take turns, whatever the number of tasks that each has waiting; no client has all
// threads, and none may let more than its share wait. So a greedy client makes only itself wait. A
// task is told to stop when its time is up, when it is cancelled and when the queue shuts down.
//
// Long tasks of several clients could still hold all threads for minutes. So a task that can be
// paused is, when its slice of time is over and somebody waits: it is told to stop, goes to the end
// of its client's line and is run again later, with a slice twice as long. What it has found is in
// its engine's table; at worst, half of the work is done twice. For a task that has not run yet,
// the first, short slice counts, and it goes before those that have, three times out of four: what
// is quickly answered waits for a slice or two, not for the long ones.
//
//   TaskQueue queue({.threads = 3});
//   if (queue.submit(client, task) != Admission::accepted) ...
//   task->wait_finished(50ms) || queue.cancel(task)

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "base/stop.hpp"

namespace inarow::service {

class Task {
 public:
  // Stops after `seconds` of work.
  explicit Task(double seconds) : seconds_(seconds) {}
  virtual ~Task() = default;
  Task(const Task&) = delete;
  Task& operator=(const Task&) = delete;

  // True once run() is over, or the task was cancelled before it began.
  bool wait_finished(std::chrono::milliseconds timeout);
  bool started() const { return started_; }
  const StopToken& stop() const { return *stop_; }

 protected:
  // In a thread of the queue. Returns soon after the token stops; throws nothing.
  virtual void run() = 0;
  // Whether run() may be called again after it was stopped.
  virtual bool can_pause() const { return false; }
  // After run(): there is more to find.
  virtual bool unfinished() const { return false; }
  // In run(), after the token has stopped: only others are to have their turn.
  bool pausing() const { return pausing_; }
  // To be called when there is something to see, so that who waits looks.
  void notify() { changed_.notify_all(); }

 private:
  friend class TaskQueue;
  void finish();

  double seconds_;  // that are left
  double slice_ = 0;
  std::optional<StopToken> stop_{std::in_place};  // a new one for every slice
  bool cancelled_ = false;                        // under the queue's lock, as stop_ is
  std::atomic<bool> pausing_{false};
  std::atomic<bool> started_{false};
  std::mutex mutex_;
  std::condition_variable changed_;
  bool finished_ = false;
};

enum class Admission { accepted, queue_full, share_full, stopping };

struct QueueLimits {
  int threads = 2;
  int running_per_client = 1;
  int waiting = 256;
  int waiting_per_client = 16;
  double slice_seconds = 2;  // the first
};

class TaskQueue {
 public:
  explicit TaskQueue(const QueueLimits& limits);
  ~TaskQueue();
  TaskQueue(const TaskQueue&) = delete;
  TaskQueue& operator=(const TaskQueue&) = delete;

  Admission submit(const std::string& client, std::shared_ptr<Task> task);
  // A waiting task is dropped, a running one told to stop.
  void cancel(const std::shared_ptr<Task>& task);
  // Cancels everything and takes nothing more.
  void shut_down();
  int waiting();

 private:
  struct Running {
    std::shared_ptr<Task> task;
    std::string client;
    Ticker::Clock::time_point begin;
  };
  struct Share {
    std::deque<std::shared_ptr<Task>> waiting;
    int running = 0;
  };

  void work();
  // Tells a task whose slice is over to make room, if somebody waits for it; now and then.
  void make_room();
  // Ends the task's slice: it goes back into its client's line, or is finished.
  void end_slice(const Running& slice);
  // The next client's first task, with its client; null if nobody's turn can begin.
  std::shared_ptr<Task> take(std::string& client);
  std::shared_ptr<Task> take_next(std::string& client, bool fresh_only);
  void forget_if_idle(const std::string& client);

  QueueLimits limits_;
  std::mutex mutex_;
  std::condition_variable wake_;  // the working threads
  bool stopping_ = false;
  int waiting_ = 0;
  std::map<std::string, Share> shares_;
  std::list<std::string> turns_;  // the clients of shares_; who was served goes to the back
  std::list<Running> running_;
  int idle_ = 0;   // threads
  int jumps_ = 0;  // of fresh tasks before others, since it went by turns
  std::vector<std::thread> threads_;
  Ticker::Handle slices_;
};

}  // namespace inarow::service
