#pragma once

// Tasks whose outcome is a JSON object, and what a route has to say to a request.

#include <memory>
#include <mutex>
#include <string>

#include "base/result.hpp"
#include "service/access.hpp"
#include "service/task_queue.hpp"

namespace inarow::service {

// A task with an answer in JSON; failed() says whether it is an error object instead, status() with
// which status: 400 if it lies in the question, 503 if the time was too short, else 500.
class AnswerTask : public Task {
 public:
  using Task::Task;
  // Of a finished task.
  std::string answer();
  int status();
  bool failed() { return status() != 200; }

 protected:
  void set_answer(std::string answer, int status = 200);
  void set_error(int status, const std::string& message);
  void run() final;
  virtual void answer_or_throw() = 0;

 private:
  std::mutex mutex_;
  std::string answer_ = R"({"error":"cancelled before it began"})";
  int status_ = 500;
};

// The answer if it is known already, else the task that finds it.
struct Reply {
  std::string now;
  std::shared_ptr<AnswerTask> later;
};

template <class T>
using Answerable = tl::expected<T, Refusal>;

inline tl::unexpected<Refusal> bad_request(std::string message) {
  return tl::unexpected<Refusal>(Refusal{400, std::move(message)});
}
inline tl::unexpected<Refusal> bad_request(const Error& error) {
  return bad_request(error.message);
}

}  // namespace inarow::service
