#pragma once

// Plays Breaker's proved strategy on the infinite board tiled by blocks: in every block where Maker
// has played, the answer that keeps that block drawn.
//
//   Breaker breaker(StripTiling(6, 4, 6), 2, stop);
//   std::vector<Cell> answer = breaker.answer({{0, 0}, {1, 0}}, 2);

#include <map>

#include "search/maker_breaker/plane_breaker.hpp"
#include "search/maker_breaker/solver.hpp"
#include "search/maker_breaker/strip_tiling.hpp"

namespace inarow::maker_breaker {

class Breaker final : public PlaneBreaker {
 public:
  // The block must be drawn with p stones a move; it is solved here.
  Breaker(const StripTiling& tiling, int p, const StopToken& stop);

  // False if the block is not drawn (or the search was stopped): then there is no strategy.
  bool ready() const { return ready_; }

  Watch watch() const override;
  std::unique_ptr<PlaneBreaker> clone() const override;

 private:
  std::vector<Cell> reply(const std::vector<Cell>& stones) override;
  void note_own(Cell cell) override;
  Position& position(Cell block);

  StripTiling tiling_;
  int p_;
  MakerBreakerSolver solver_;
  bool ready_ = false;
  std::map<Cell, Position> blocks_;
  std::map<Cell, CellSet> maker_;  // his stones by block
};

}  // namespace inarow::maker_breaker
