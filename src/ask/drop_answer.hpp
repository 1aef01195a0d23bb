#pragma once

// Exact search of drop games of finite height, for the asker. Exact: see search/alphabeta.

#include "ask/answer.hpp"
#include "ask/tables.hpp"
#include "ask/work.hpp"
#include "search/alphabeta/analysis.hpp"

namespace inarow {

// What a thread keeps to answer questions about one game.
class DropSeat {
 public:
  DropSeat(const Question& question, const Work& work, Tables& tables);

  // Whether it can answer this question too.
  bool fits(const Question& question) const;
  Answer answer(const Question& question);

  // A guess, for where nothing is proved; with the best moves, if several are wanted.
  Estimate estimate(const Game& game, bool several) const;

  DropEngine* engine() const { return game_->engine.get(); }
  std::shared_ptr<const DropGame> game() const { return game_; }

 private:
  std::shared_ptr<const DropGame> game_;
  std::shared_ptr<const KnownScores> book_;
  DropAnalyst analyst_;
  const StopToken* stop_;
};

// The axioms of values that exact search finds in such positions.
std::vector<std::string> axioms_of_search(const Game& game, bool rules);

}  // namespace inarow
