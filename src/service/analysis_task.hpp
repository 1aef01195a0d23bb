#pragma once

// The tasks behind /api/solve, /api/analyse and /api/explain. Exact: a value that is called proved
// is proved (analysis.hpp, explanation.hpp); a task that was stopped answers with bounds.

#include <atomic>
#include <mutex>
#include <string>
#include <vector>

#include "service/engines.hpp"
#include "service/request.hpp"
#include "service/task_queue.hpp"

namespace inarow::service {

// A task with an answer in JSON; failed() says whether it is an error object instead, status() with
// which status: 400 if it lies in the question, else 500.
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

// A task that can be watched: /api/analyse.
class WatchedTask : public AnswerTask {
 public:
  using AnswerTask::AnswerTask;
  // The moves whose values became known since `from`, one JSON object each; counts `from` up.
  virtual std::vector<std::string> new_moves(std::size_t& from) = 0;
  // How the search stands, as JSON.
  virtual std::string progress() = 0;
};

class AnalysisTask final : public WatchedTask, private MoveObserver {
 public:
  AnalysisTask(Request request, Engines& engines, AnswerCache& cache);

  std::vector<std::string> new_moves(std::size_t& from) override;
  std::string progress() override;

 private:
  void answer_or_throw() override;
  bool can_pause() const override { return true; }
  bool unfinished() const override { return !complete_; }
  void move_begins(Column column) override;
  void move_ends(const MoveScore& move) override;
  double elapsed() const;

  Request request_;
  Engines& engines_;
  AnswerCache& cache_;
  SearchMonitor monitor_;
  std::atomic<std::chrono::steady_clock::rep> start_{0};  // of this slice of time
  std::atomic<double> seconds_before_{0};                 // in the slices before
  std::uint64_t nodes_before_ = 0;
  bool complete_ = false;
  std::mutex mutex_;
  std::optional<Column> column_;  // the move whose position is being searched
  std::vector<std::string> moves_;
  std::vector<Column> told_;  // the moves that are known and in moves_
};

class ExplainTask final : public AnswerTask {
 public:
  // The rules of drop games do not look at the clock; they are done in about a second.
  ExplainTask(Request request, AnswerCache& cache);

 private:
  void answer_or_throw() override;

  Request request_;
  AnswerCache& cache_;
};

}  // namespace inarow::service
