#pragma once

// Asker: one thread's seat in the room that all doors open onto. It understands a question once,
// has it answered by the layers below, and remembers nothing of it but what `work.tables` keeps and
// what makes the next question of the same game cheaper (a batch uses one seat a thread).
//
//   Tables tables;
//   StopToken stop;
//   Asker asker({.tables = &tables, .stop = &stop, .threads = 2});
//   const Result<Answer> answer = asker.ask(question);
//
// A question that cannot be answered as it is asked is refused with a sentence for a person, before
// any work. A limit or a stop is no error: the answer says what is known. Exceptions tell of a
// failing environment: std::bad_alloc, EnvironmentError. A program of another author that gives no
// move is such an environment.

#include <functional>
#include <memory>
#include <stdexcept>

#include "ask/answer.hpp"
#include "ask/question.hpp"
#include "ask/work.hpp"

namespace inarow {

// A disk that is full, a file that cannot be written, a program of another author that has crashed.
class EnvironmentError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class Asker {
 public:
  explicit Asker(const Work& work);
  ~Asker();
  Asker(Asker&&) noexcept;
  Asker& operator=(Asker&&) noexcept;
  Asker(const Asker&) = delete;
  Asker& operator=(const Asker&) = delete;

  Result<Answer> ask(const Question& question);

 private:
  class Seat;
  std::unique_ptr<Seat> seat_;
};

// Refuses what no method can answer, as ask() would, without working on it.
Result<void> check(const Question& question);
// Refuses only what could not be answered in any position of the game, for batches.
Result<void> check_game(const Question& question);

// One question, one answer.
Result<Answer> ask(const Question& question, const Work& work);

// The same question about many positions, given by their moves, by `work.threads` threads, each
// with a seat of its own. The answers are handed over as they come, by any of the threads and in
// any order, with their index; the position is gone afterwards. Text that cannot be read is refused
// in its place, without a position. After a stop the rest is not handed over.
using AnswerTaker = std::function<void(std::size_t index, const Game* game, Result<Answer> answer)>;
void ask_each(const Question& pattern, const std::vector<std::string>& moves, const Work& work,
              const AnswerTaker& take);

// Likewise, with the answers in order and their positions, a few kilobytes each; after a stop the
// rest is answered as stopped.
struct PositionAnswer {
  Game game;
  Answer answer;
};
std::vector<Result<PositionAnswer>> ask_each(const Question& pattern,
                                             const std::vector<std::string>& moves,
                                             const Work& work);

}  // namespace inarow
