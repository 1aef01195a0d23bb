#pragma once

// The task behind every request that is a question: /api/solve, analyse, explain, defenses, move
// and prove. It asks (ask/asker.hpp) and sends what it is told, as the JSON of answer/codec.hpp.
// Exact: what is called proved is proved; a task that was stopped answers with what is known.
//
// Where the search remembers (drop games of finite height: the table of the solver), the task may
// be paused: it asks the same question again in its next slice of time. Moves that were decided are
// told once.

#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "ask/answer.hpp"
#include "ask/work.hpp"
#include "service/answer_cache.hpp"
#include "service/answer_task.hpp"
#include "service/certificate_shelf.hpp"

namespace inarow::service {

// What all questions share.
struct Resources {
  Tables& tables;
  AnswerCache& cache;
  CertificateShelf& shelf;
  std::size_t table_bytes;        // of a table for one question alone, at most
  std::size_t certificate_bytes;  // larger ones are not handed out
};

class QuestionTask final : public AnswerTask {
 public:
  // The question passes check(); its seconds are those of the task.
  QuestionTask(Question question, const Resources& resources);

  // The moves whose values became known since `from`, one JSON object each; counts `from` up.
  std::vector<std::string> new_moves(std::size_t& from);
  // How the work stands, as JSON.
  std::string progress();

 private:
  class Watcher final : public Observer {
   public:
    explicit Watcher(QuestionTask& task) : task_(task) {}

   private:
    void changed() override { task_.tell_moves(); }
    QuestionTask& task_;
  };

  void answer_or_throw() override;
  bool can_pause() const override { return resumes_; }
  bool unfinished() const override { return unfinished_; }
  void tell_moves();
  Result<std::string> text_of(const Answer& answer, const std::string& file) const;
  Result<std::string> certificate_text(ProofReport report, const std::string& file) const;
  std::size_t memory_bytes() const;
  double elapsed();
  void begin_slice();
  void end_slice();

  const Question question_;
  const Resources resources_;
  const bool resumes_;
  Watcher observer_{*this};
  std::uint64_t nodes_before_ = 0;  // in the slices before
  bool unfinished_ = false;

  std::mutex mutex_;
  std::optional<Ticker::Clock::time_point> slice_;  // its beginning, while one runs
  double seconds_before_ = 0;                       // in the slices before
  std::size_t seen_ = 0;                            // of the observer's decided moves
  std::set<Move> told_;                             // those that are in moves_
  std::vector<std::string> moves_;
};

}  // namespace inarow::service
