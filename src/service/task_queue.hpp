#pragma once

// The server's work: tasks of many clients, a few at a time, in fair shares.
//
// So many tasks run as there are slots (cores). When somebody waits and every slot is taken, the
// task that has run longest is paused, wherever it is (base/stop.hpp), and goes on in its turn:
// nothing is done twice, and no task holds a slot, whatever it does. A task that has not run yet
// waits only for somebody's very short slice, and goes before those that have, three times
// out of four; the others take turns, client by client. So what is quickly answered is answered
// quickly, and a greedy client makes mostly itself wait.
//
// A task that has begun keeps its thread and its memory while it is paused. So only so many may
// have begun that can last long, and of one client at most a quarter of those that are still free:
// some are left for who comes next, however much others ask. The rest waits for these to end, and
// what goes beyond is refused.
//
// A task is told to stop when it has worked for its time, when it is cancelled and when the queue
// shuts down.
//
//   TaskQueue queue({.slots = 2});
//   task->listen([...] { ... });
//   if (queue.submit(client, task) != Admission::accepted) ...
//   queue.cancel(task)

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "base/stop.hpp"

namespace inarow::service {

class TaskQueue;

class Task {
 public:
  // Stops after `seconds` of work.
  explicit Task(double seconds) : seconds_(seconds) {}
  virtual ~Task() = default;
  Task(const Task&) = delete;
  Task& operator=(const Task&) = delete;

  // `changed` is called when there is something to see, also when it gets or loses its slot or is
  // finished: from any thread and under locks, so it must only pass it on. To be set before the
  // task is submitted.
  void listen(std::function<void()> changed) { changed_ = std::move(changed); }
  // run() is over, or it was cancelled before it began.
  bool finished() const { return finished_; }
  // It has a slot now.
  bool running() const { return running_; }
  // In slots; of a task that was submitted.
  double seconds_worked() const;
  // For who has nothing else to do: true if it finished within the time.
  bool wait_finished(std::chrono::milliseconds time);

 protected:
  // Whether it may keep its memory for minutes.
  virtual bool lasting() const { return true; }
  // In a thread of the queue. Returns soon after the token stops; throws nothing.
  virtual void run() = 0;
  const StopToken& stop() const { return stop_; }
  // In run(): so much is left from now, and not more than before.
  void limit_work(double seconds);
  // So that who listens looks.
  void notify() {
    if (changed_) changed_();
  }

 private:
  friend class TaskQueue;
  void finish();

  // Under the queue's lock, as the orders to the token are.
  TaskQueue* queue_ = nullptr;
  double seconds_;  // of work that are left
  double worked_ = 0;
  bool begun_ = false;
  std::string client_;
  Ticker::Clock::time_point slice_;  // since when it has had a slot
  bool resumed_ = false;             // not for the first time

  StopToken stop_;
  std::function<void()> changed_;
  std::atomic<bool> running_{false};
  std::atomic<bool> finished_{false};
};

enum class Admission { accepted, queue_full, share_full, stopping };

struct QueueLimits {
  int slots = 2;                // tasks that run at a time
  int lasting = 128;            // that have begun, running or paused, and may last long
  int waiting = 256;            // that have no slot
  int waiting_per_client = 64;  // of these
  std::chrono::milliseconds first_slice{50};  // of a task, at least
  std::chrono::milliseconds short_slice{10};  // of one that had that, while a new task waits
  std::chrono::milliseconds slice{500};       // while others wait
};

class TaskQueue {
 public:
  explicit TaskQueue(const QueueLimits& limits);
  ~TaskQueue();
  TaskQueue(const TaskQueue&) = delete;
  TaskQueue& operator=(const TaskQueue&) = delete;

  Admission submit(const std::string& client, const std::shared_ptr<Task>& task);
  // A task that waits to begin is dropped, another told to stop.
  void cancel(const std::shared_ptr<Task>& task);
  // Cancels everything and takes nothing more.
  void shut_down();
  // That, and waits until no task runs: afterwards nobody who listens is told anything, so what
  // they need may go.
  void end();
  int waiting();

 private:
  friend class Task;
  using TaskPointer = std::shared_ptr<Task>;
  // A task stands in one line: fresh or paused of its client, or running_. It goes from one to the
  // other with its node, as there may be no memory for another when its turn comes.
  using Line = std::list<TaskPointer>;
  struct Share {
    Line fresh;       // in the order in which they came
    Line paused;      // the one that waits longest first
    int begun = 0;    // running and paused
    int lasting = 0;  // of these
  };

  void work();
  // All of these under the lock.
  void fill_slots();
  // Moves the next in turn from its client's line to running_; null if nobody's turn can begin.
  TaskPointer take();
  TaskPointer take_from_turns(bool fresh);
  void give_slot(const TaskPointer& task);
  void add_thread();
  // Moves it from running_ to `line`.
  void take_slot(const TaskPointer& task, Line& line);
  // Pauses a task whose slice is over, if somebody waits for its slot.
  void make_room();
  bool can_begin(const Share& share, const Task& task) const;
  int without_slot() const;
  void forget_if_idle(const std::string& client);

  QueueLimits limits_;
  std::mutex mutex_;
  std::condition_variable wake_;  // the threads that have no task
  bool stopping_ = false;
  int fresh_ = 0;
  int begun_ = 0;
  int lasting_ = 0;
  std::map<std::string, Share> shares_;
  std::list<std::string> turns_;  // the clients of shares_; who was served goes to the back
  Line running_;                  // who got a slot first stands first
  int jumps_ = 0;                 // of fresh tasks before others, since it went by turns
  // Tasks whose thread is to begin with them. There is room for all that are fresh.
  std::vector<TaskPointer> begin_;
  int idle_ = 0;  // threads
  std::vector<std::thread> threads_;
  Ticker::Handle slices_;
};

}  // namespace inarow::service
