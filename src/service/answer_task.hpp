#pragma once

// Tasks whose outcome is a JSON object. Every route but those that only hand out bytes is one: what
// can take long is done in the queue, with a limit of time, and ends when its client goes.

#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "service/access.hpp"
#include "service/task_queue.hpp"

namespace inarow::service {

template <class T>
using Answerable = tl::expected<T, Refusal>;

inline tl::unexpected<Refusal> refused(int status, std::string message) {
  return tl::unexpected<Refusal>(Refusal{status, std::move(message)});
}
inline tl::unexpected<Refusal> bad_request(std::string message) {
  return refused(400, std::move(message));
}
inline tl::unexpected<Refusal> bad_request(const Error& error) {
  return bad_request(error.message);
}

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
  void run() final;
  // May throw.
  virtual Answerable<std::string> find_answer() = 0;

 private:
  void set(std::string answer, int status);

  std::mutex mutex_;
  std::string answer_ = R"({"error":"cancelled before it began"})";
  int status_ = 503;
};

// One whose work is told while it goes on, as a stream of events.
class WatchedTask : public AnswerTask {
 public:
  using AnswerTask::AnswerTask;
  // The body has been read, and can be answered.
  virtual bool understood() = 0;
  // What became known since `from`, one JSON object each; counts `from` up.
  virtual std::vector<std::string> new_moves(std::size_t& from);
  // How the work stands, as JSON; after it was submitted.
  virtual std::string progress() = 0;
};

// A function that is given the task's token.
class FunctionTask final : public AnswerTask {
 public:
  using Function = std::function<Answerable<std::string>(const StopToken&)>;
  FunctionTask(double seconds, Function function)
      : AnswerTask(seconds), lasting_(seconds > short_seconds), function_(std::move(function)) {}

  static constexpr double short_seconds = 20;

 private:
  bool lasting() const override { return lasting_; }
  Answerable<std::string> find_answer() override { return function_(stop()); }

  const bool lasting_;
  Function function_;
};

// {"error":message}, whatever bytes the message has.
std::string error_json(const std::string& message);

}  // namespace inarow::service
