#include "service/answer_task.hpp"

#include <exception>
#include <new>
#include <nlohmann/json.hpp>

namespace inarow::service {

using Json = nlohmann::ordered_json;

std::string error_json(const std::string& message) {
  return Json{{"error", message}}.dump(-1, ' ', true, Json::error_handler_t::replace);
}

std::string AnswerTask::answer() {
  const std::lock_guard lock(mutex_);
  return answer_;
}

int AnswerTask::status() {
  const std::lock_guard lock(mutex_);
  return status_;
}

std::vector<std::string> WatchedTask::new_moves(std::size_t& from) {
  (void)from;
  return {};
}

void AnswerTask::set(std::string answer, int status) {
  const std::lock_guard lock(mutex_);
  answer_ = std::move(answer);
  status_ = status;
}

void AnswerTask::run() {
  try {
    Answerable<std::string> found = find_answer();
    found ? set(std::move(*found), 200)
          : set(error_json(found.error().message), found.error().status);
  } catch (const std::bad_alloc&) {
    set(error_json("the server is out of memory"), 503);
  } catch (const std::exception& error) {
    set(error_json(error.what()), 500);
  }
}

}  // namespace inarow::service
