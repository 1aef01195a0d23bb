#include "search/maker_breaker/breaker.hpp"

#include "base/bits.hpp"
#include "base/expects.hpp"

namespace inarow::maker_breaker {

Breaker::Breaker(const StripTiling& tiling, int p, const StopToken& stop)
    : tiling_(tiling), p_(p), solver_(tiling.board(), definition_1(p), stop) {
  ready_ = solver_.solve(solver_.start()) == MakerBreakerValue::drawn;
  // A game must not end in the middle because a time limit comes; answers take no time.
  solver_.forget_stop();
}

std::unique_ptr<PlaneBreaker> Breaker::clone() const { return std::make_unique<Breaker>(*this); }

Position& Breaker::position(Cell block) {
  const auto [found, added] = blocks_.try_emplace(block, solver_.start());
  for (int i = 0; added && i < tiling_.board().cell_count(); ++i) {
    if (on_board(tiling_.cell_of({block, i}))) continue;
    found->second = solver_.after(found->second, 0, {CellSet{1} << i, 0});
  }
  return found->second;
}

void Breaker::note_own(Cell cell) {
  const StripTiling::Place place = tiling_.locate(cell);
  Position& block = position(place.block);
  block = solver_.after(block, 0, {CellSet{1} << place.cell, 0});
}

std::vector<Cell> Breaker::reply(const std::vector<Cell>& stones) {
  EXPECTS(ready_);
  std::map<Cell, CellSet> moves;
  for (const Cell cell : stones) {
    const StripTiling::Place place = tiling_.locate(cell);
    moves[place.block] |= CellSet{1} << place.cell;
  }
  std::vector<Cell> answer;
  for (const auto& [where, move] : moves) {
    Position& block = position(where);
    maker_[where] |= move;
    const std::optional<BreakerMove> reply = solver_.answer(block, move);
    EXPECTS(reply.has_value());  // the block is drawn, and stays so after every answer
    block = solver_.after(block, move, *reply);
    for (CellSet rest = reply->cells; rest != 0; rest &= rest - 1) {
      answer.push_back(tiling_.cell_of({where, lowest_index(rest)}));
    }
  }
  return answer;
}

Watch Breaker::watch() const {
  Watch watch;
  const auto cells_of = [&](Cell block, CellSet set) {
    std::vector<Cell> cells;
    for (CellSet rest = set; rest != 0; rest &= rest - 1) {
      cells.push_back(tiling_.cell_of({block, lowest_index(rest)}));
    }
    return cells;
  };
  const int lines = popcount(solver_.start().active);
  watch.missing = p_ + 1;  // otherwise he would complete the line by his next move
  for (const auto& [block, position] : blocks_) {
    watch.tiles.push_back(cells_of(block, low_bits<CellSet>(tiling_.board().cell_count())));
    const auto stones = maker_.find(block);
    if (stones == maker_.end()) continue;
    for (int i = 0; i < lines; ++i) {
      const int count = popcount(solver_.line(i) & stones->second);
      if (count == 0) continue;
      watch.lines.push_back(
          {cells_of(block, solver_.line(i)), count, (position.active >> i & 1U) == 0});
    }
  }
  return watch;
}

}  // namespace inarow::maker_breaker
