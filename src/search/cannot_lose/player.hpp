#pragma once

// Plays a cannot-lose strategy on a real board.
//
//   Defender defender(strategy);
//   int column = defender.answer(3);       // A has played column 3; D plays this column
//
// In frozen columns the board grows beyond the strategy's state; the strategy need not know.

#include "search/cannot_lose/strategy.hpp"

namespace inarow::cannot_lose {

class Defender {
 public:
  explicit Defender(const Strategy& strategy) : strategy_(strategy), state_(strategy.start()) {}

  // D's column after A's move, or nothing if the strategy has no reply (a verified one always has,
  // unless the move was not legal) or D has won already.
  std::optional<int> answer(int column);

  const State& state() const { return state_; }

 private:
  const Strategy& strategy_;
  State state_;
  bool over_ = false;
};

}  // namespace inarow::cannot_lose
