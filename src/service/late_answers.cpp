#include "service/late_answers.hpp"

#include <fmt/format.h>

namespace inarow::service {
namespace {

using namespace std::chrono_literals;
using Clock = Ticker::Clock;

constexpr auto tell_progress = 250ms;  // between two progress events
// In the first second: somebody waits for the first that can be said.
constexpr auto tell_first_progress = 100ms;
constexpr auto look_anyway = 5s;
constexpr auto ping_every = 15s;  // so that proxies keep a silent stream open

std::string event(const char* name, const std::string& json) {
  return fmt::format("event: {}\ndata: {}\n\n", name, json);
}

template <class TaskType>
class LateAnswer : public PendingAnswer {
 public:
  LateAnswer(std::shared_ptr<TaskType> task, TaskQueue& queue, std::unique_ptr<Place> place,
             Submit submit)
      : task_(std::move(task)),
        queue_(queue),
        place_(std::move(place)),
        submit_(std::move(submit)) {}
  ~LateAnswer() override {
    if (!task_->finished()) queue_.cancel(task_);
  }
  LateAnswer(const LateAnswer&) = delete;
  LateAnswer& operator=(const LateAnswer&) = delete;

  void begin(std::function<void()> changed) final {
    task_->listen(std::move(changed));
    refusal_ = submit_(task_);
  }
  News look() final {
    if (refusal_) return {.response = std::move(refusal_)};
    return look_at_task();
  }

 protected:
  virtual News look_at_task() = 0;
  TaskType& task() { return *task_; }
  Response whole() { return {.status = task_->status(), .body = bytes_of(task_->answer() + "\n")}; }

 private:
  const std::shared_ptr<TaskType> task_;
  TaskQueue& queue_;
  const std::unique_ptr<Place> place_;
  const Submit submit_;
  std::optional<Response> refusal_;
};

class AnswerWhenDone final : public LateAnswer<AnswerTask> {
 public:
  using LateAnswer::LateAnswer;

 private:
  News look_at_task() override {
    if (task().finished()) return {.response = whole()};
    // A task tells when it is done, but for the lack of memory.
    News news;
    news.again = look_anyway;
    return news;
  }
};

class EventStream final : public LateAnswer<WatchedTask> {
 public:
  using LateAnswer::LateAnswer;

 private:
  News look_at_task() override {
    const bool finished = task().finished();
    const Clock::time_point now = Clock::now();
    News news;
    if (!begun_) {
      // What is no question is refused with its own status, if that is known soon.
      if (finished && !task().understood()) return {.response = whole()};
      if (!task().understood() && now < look_at_latest_) {
        news.again = std::chrono::ceil<std::chrono::milliseconds>(look_at_latest_ - now);
        return news;
      }
      begun_ = true;
      news.response = {.type = "text/event-stream",
                       .headers = {{"Cache-Control", "no-store"}},
                       .streamed = true};
    }
    for (const std::string& move : task().new_moves(moves_)) news.text += event("move", move);
    if (finished) {
      news.text += event(task().failed() ? "failed" : "done", task().answer());
      news.last = true;
      return news;
    }
    if (now >= progress_) {
      progress_ = now + (now < soon_ ? tell_first_progress : tell_progress);
      std::string state = task().progress();
      // A waiting task has nothing new to say.
      if (task().running() || state_ != state) news.text += event("progress", state);
      state_ = std::move(state);
    }
    if (!news.text.empty()) {
      ping_ = now + ping_every;
    } else if (now >= ping_) {
      ping_ = now + ping_every;
      news.text = ": ping\n\n";
    }
    // A task tells when it gets a slot.
    const Clock::time_point next = task().running() ? progress_ : ping_;
    news.again = std::chrono::ceil<std::chrono::milliseconds>(next - now) + 1ms;
    return news;
  }

  bool begun_ = false;
  Clock::time_point look_at_latest_ = Clock::now() + tell_progress;
  Clock::time_point progress_ = Clock::now() + tell_first_progress;
  Clock::time_point soon_ = Clock::now() + 1s;
  Clock::time_point ping_ = Clock::now() + ping_every;
  std::size_t moves_ = 0;  // that were told
  std::string state_;
};

}  // namespace

std::unique_ptr<PendingAnswer> answer_when_done(std::shared_ptr<AnswerTask> task, TaskQueue& queue,
                                                std::unique_ptr<Place> place, Submit submit) {
  return std::make_unique<AnswerWhenDone>(std::move(task), queue, std::move(place),
                                          std::move(submit));
}

std::unique_ptr<PendingAnswer> answer_in_events(std::shared_ptr<WatchedTask> task, TaskQueue& queue,
                                                std::unique_ptr<Place> place, Submit submit) {
  return std::make_unique<EventStream>(std::move(task), queue, std::move(place), std::move(submit));
}

}  // namespace inarow::service
