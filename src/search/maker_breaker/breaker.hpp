#pragma once

// Plays Breaker's proved strategy on the infinite board: in every block of the tiling where Maker
// has played, the answer that keeps that block drawn.
//
//   Breaker breaker(StripTiling(6, 4, 6), 2);
//   std::vector<Cell> answer = breaker.answer({{0, 0}, {1, 0}});

#include <map>
#include <set>

#include "search/maker_breaker/solver.hpp"
#include "search/maker_breaker/strip_tiling.hpp"

namespace inarow::maker_breaker {

class Breaker {
 public:
  // The block must be drawn with p stones a move; it is solved here.
  Breaker(const StripTiling& tiling, int p, const StopToken& stop);

  // False if the block is not drawn (or the search was stopped): then there is no strategy.
  bool ready() const { return ready_; }

  // The answer to Maker's stones, with at most as many stones; `count` stones in all, of which
  // those that the strategy does not need go near Maker's last stone, where they do no harm.
  std::vector<Cell> answer(const std::vector<Cell>& stones, int count);

  // A stone of Breaker outside the strategy (he begins): it can only help.
  void add_own(Cell cell);

 private:
  Position& position(Cell block);

  StripTiling tiling_;
  Solver solver_;
  bool ready_ = false;
  std::map<Cell, Position> blocks_;
  std::set<Cell> taken_;
};

}  // namespace inarow::maker_breaker
