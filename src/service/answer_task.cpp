#include "service/answer_task.hpp"

#include <exception>
#include <new>
#include <nlohmann/json.hpp>

namespace inarow::service {

using Json = nlohmann::ordered_json;

std::string AnswerTask::answer() {
  const std::lock_guard lock(mutex_);
  return answer_;
}

int AnswerTask::status() {
  const std::lock_guard lock(mutex_);
  return status_;
}

void AnswerTask::set_answer(std::string answer, int status) {
  const std::lock_guard lock(mutex_);
  answer_ = std::move(answer);
  status_ = status;
}

void AnswerTask::set_error(int status, const std::string& message) {
  set_answer(Json{{"error", message}}.dump(-1, ' ', true, Json::error_handler_t::replace), status);
}

void AnswerTask::run() {
  try {
    answer_or_throw();
  } catch (const std::bad_alloc&) {
    set_error(500, "the server is out of memory");
  } catch (const std::exception& error) {
    set_error(500, error.what());
  }
}

}  // namespace inarow::service
