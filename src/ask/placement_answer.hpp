#pragma once

// Values of placement games for the asker: exact search of small boards, wins by threats on boards
// of any size, the two together, and the defenses that remain.
//
// Exact: a value is proved, by exhaustive search or as a win by threats; otherwise it is unknown.

#include <memory>

#include "ask/answer.hpp"
#include "ask/work.hpp"
#include "search/placement/exact_solver.hpp"
#include "search/threat_space/threat_prover.hpp"

namespace inarow {

// What a thread keeps to answer questions about one game.
class PlacementSeat {
 public:
  PlacementSeat(const Question& question, const Work& work);

  bool fits(const Question& question) const { return spec_ == *question.game.spec().placement(); }
  Answer answer(const Question& question);
  // The moves of the player to move that the other one does not refute by threats.
  Answer defenses(const Question& question);

  // What the last answer was found with, for its certificate: a win by threats with its record, if
  // one was asked for, or a warm solver.
  const std::optional<threats::ThreatWin>& win() const { return win_; }
  ExactSolver& exact(const Game& game);

  // Whether exact search can answer: the board is small and has no null stones on it.
  static bool exact_fits(const Game& game);

  // A guess, for where nothing is proved; with the best moves, if all are wanted.
  Estimate estimate(const Question& question) const;

 private:
  std::optional<GameValue> by_book(const Question& question, Answer& answer) const;
  void by_threats(const Question& question, bool exact_follows, Answer& answer);
  void exactly(const Question& question, Answer& answer);
  void list_moves_exactly(const Question& question, Answer& answer);
  void list_stones_exactly(const Question& question, Answer& answer);
  void list_stones_by_threats(const Question& question, Answer& answer);
  void follow(const Game& game, Move move, Answer& answer);
  std::optional<GameValue> value_after(const Game& game, const Move& move);

  PlacementSpec spec_;
  Work work_;
  bool certified_;  // the proof takes half of the memory
  std::unique_ptr<ExactSolver> exact_;
  std::optional<threats::ThreatWin> win_;
};

}  // namespace inarow
