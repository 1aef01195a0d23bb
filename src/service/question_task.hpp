#pragma once

// The task behind every request that is a question: /api/solve, analyse, explain, defenses, move
// and prove. It asks (ask/asker.hpp) and sends what it is told, as the JSON of answer/codec.hpp.
// Exact: what is called proved is proved; a task that was stopped answers with what is known.
//
// The body is read in the task, too: a long game takes time to play through.

#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "ask/answer.hpp"
#include "ask/work.hpp"
#include "base/memory_pool.hpp"
#include "service/answer_cache.hpp"
#include "service/answer_task.hpp"
#include "service/certificate_shelf.hpp"
#include "service/request.hpp"

namespace inarow::service {

// What questions share.
struct Resources {
  Tables& tables;
  AnswerCache& cache;
  CertificateShelf& shelf;
  MemoryPool& memory;             // for what questions have of their own
  std::size_t certificate_bytes;  // larger ones are not handed out
  std::string verbatim_key;       // to find the answer by the request as it came; may be empty
};

using ReadQuestion = Result<Question>(const std::string&, const RequestLimits&);

class QuestionTask final : public WatchedTask {
 public:
  // What `read` makes of the body is asked.
  QuestionTask(std::string body, ReadQuestion* read, const RequestLimits& limits,
               const Resources& resources);

  bool understood() override;
  // The moves whose values became known.
  std::vector<std::string> new_moves(std::size_t& from) override;
  std::string progress() override;

 private:
  class Watcher final : public Observer {
   public:
    explicit Watcher(QuestionTask& task) : task_(task) {}

   private:
    void changed() override { task_.tell_moves(); }
    QuestionTask& task_;
  };

  Answerable<std::string> find_answer() override;
  void tell_moves();
  Result<std::string> text_of(const Answer& answer, const std::string& file) const;
  Result<std::string> certificate_text(ProofReport report, const std::string& file) const;
  MemoryPool::Lease take_memory() const;

  const std::string body_;
  ReadQuestion* const read_;
  const RequestLimits limits_;
  const Resources resources_;
  Watcher observer_{*this};

  std::mutex mutex_;
  std::optional<Question> question_;  // written once, under the lock
  std::size_t seen_ = 0;              // of the observer's decided moves
  std::set<Move> told_;               // those that are in moves_
  std::vector<std::string> moves_;
};

}  // namespace inarow::service
