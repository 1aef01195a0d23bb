#pragma once

// Answers of tasks in the queue, for the listener: one object when the task is done, or a stream of
// events while it runs. When such an answer goes away, its task is cancelled.

#include <atomic>
#include <memory>

#include "service/answer_task.hpp"
#include "service/http_message.hpp"

namespace inarow::service {

// Is counted as long as it lives.
class Place {
 public:
  explicit Place(std::atomic<int>& taken) : taken_(taken) { ++taken_; }
  ~Place() { --taken_; }
  Place(const Place&) = delete;
  Place& operator=(const Place&) = delete;

 private:
  std::atomic<int>& taken_;
};

// How such an answer begins: gives the task its turn, or a refusal.
using Submit = std::function<std::optional<Response>(const std::shared_ptr<Task>&)>;

std::unique_ptr<PendingAnswer> answer_when_done(std::shared_ptr<AnswerTask> task, TaskQueue& queue,
                                                std::unique_ptr<Place> place, Submit submit);
std::unique_ptr<PendingAnswer> answer_in_events(std::shared_ptr<WatchedTask> task, TaskQueue& queue,
                                                std::unique_ptr<Place> place, Submit submit);

}  // namespace inarow::service
