#include "search/maker_breaker/breaker.hpp"

#include <algorithm>
#include <cstdlib>

#include "base/bits.hpp"
#include "base/expects.hpp"

namespace inarow::maker_breaker {

Breaker::Breaker(const StripTiling& tiling, int p, const StopToken& stop)
    : tiling_(tiling), solver_(tiling.board(), definition_1(p), stop) {
  ready_ = solver_.solve(solver_.start()) == MakerBreakerValue::drawn;
}

Position& Breaker::position(Cell block) {
  return blocks_.try_emplace(block, solver_.start()).first->second;
}

void Breaker::add_own(Cell cell) {
  const StripTiling::Place place = tiling_.locate(cell);
  Position& block = position(place.block);
  block = solver_.after(block, 0, {CellSet{1} << place.cell, 0});
  taken_.insert(cell);
}

std::vector<Cell> Breaker::answer(const std::vector<Cell>& stones, int count) {
  EXPECTS(ready_);
  std::map<Cell, CellSet> moves;
  for (const Cell cell : stones) {
    const StripTiling::Place place = tiling_.locate(cell);
    moves[place.block] |= CellSet{1} << place.cell;
    taken_.insert(cell);
  }
  std::vector<Cell> answer;
  for (const auto& [where, move] : moves) {
    Position& block = position(where);
    const std::optional<BreakerMove> reply = solver_.answer(block, move);
    EXPECTS(reply.has_value());  // the block is drawn, and stays so after every answer
    block = solver_.after(block, move, *reply);
    for (CellSet rest = reply->cells; rest != 0; rest &= rest - 1) {
      answer.push_back(tiling_.cell_of({where, lowest_index(rest)}));
      taken_.insert(answer.back());
    }
  }
  // A move has a fixed number of stones; more of them never hurt.
  const Cell near = stones.empty() ? Cell{0, 0} : stones.back();
  for (int distance = 1; static_cast<int>(answer.size()) < count; ++distance) {
    for (int dy = -distance; dy <= distance && static_cast<int>(answer.size()) < count; ++dy) {
      for (int dx = -distance; dx <= distance && static_cast<int>(answer.size()) < count; ++dx) {
        const Cell cell{near.x + dx, near.y + dy};
        if (std::max(std::abs(dx), std::abs(dy)) != distance || taken_.contains(cell)) continue;
        add_own(cell);
        answer.push_back(cell);
      }
    }
  }
  return answer;
}

}  // namespace inarow::maker_breaker
