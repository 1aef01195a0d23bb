#include "search/maker_breaker/band_breaker.hpp"

#include <algorithm>

#include "base/expects.hpp"

namespace inarow::maker_breaker {

BandBreaker::BandBreaker(int p) : p_(p) {
  const std::vector<BandStep> steps = derive(p);
  length_ = steps.back().length;
  base_ = steps.front().length;
  for (std::size_t i = 1; i + 1 < steps.size(); ++i) {
    partitions_.emplace_back(steps[i - 1].length, steps[i].rule == BandRule::corners);
  }
  std::reverse(partitions_.begin(), partitions_.end());
}

std::unique_ptr<PlaneBreaker> BandBreaker::clone() const {
  return std::make_unique<BandBreaker>(*this);
}

bool BandBreaker::active(int strip, const BandLine& line) const {
  if (broken_.contains({strip, line})) return false;
  // Cells of a line lie in a row: the board has all if it has the two ends.
  const int n = line.number;
  const BandCell last =
      line.is_row ? BandCell{strip, n, n + length_ - 1} : BandCell{strip, n - length_ + 1, n};
  return on_board(plane_cell(length_, {strip, n, n})) && on_board(plane_cell(length_, last));
}

std::vector<Cell> BandBreaker::cells_of(const Line& line) const {
  std::vector<Cell> cells;
  for (int i = 0; i < length_; ++i) {
    const int n = line.line.number;
    cells.push_back(plane_cell(length_, line.line.is_row ? BandCell{line.strip, n, n + i}
                                                         : BandCell{line.strip, n - i, n}));
  }
  return cells;
}

// The lines of a square's corner, in the numbers of the widest band.
std::pair<int, int> BandBreaker::global_corner(const Square& square) const {
  auto [x, s] = partitions_[square.halves.size()].corner(square.number);
  for (std::size_t i = square.halves.size(); i > 0; --i) {
    x = partitions_[i - 1].row_of(square.halves[i - 1], x);
    s = partitions_[i - 1].column_of(square.halves[i - 1], s);
  }
  return {x, s};
}

SquareReply BandBreaker::reply_in_part(const BandCell& stone) {
  const bool row_active = active(stone.strip, {true, stone.x});
  const bool column_active = active(stone.strip, {false, stone.s});
  Square square{stone.strip, {}, 0};
  int x = stone.x;
  int s = stone.s;
  for (const BandPartition& partition : partitions_) {
    const std::optional<int> number = partition.square(x, s);
    if (!number) {
      const BandPartition::Place place = partition.place(x, s);
      square.halves.push_back(place.half);
      x = place.x;
      s = place.s;
      continue;
    }
    square.number = *number;
    SquareQuestion question{stone.x, stone.s, row_active, column_active, {}, {}};
    if (const auto found = stoned_.find(square);
        found != stoned_.end() && active(stone.strip, found->second)) {
      question.stoned = found->second;
    }
    if (partition.width() % 2 == 0) {
      const std::pair<int, int> corner = global_corner(square);
      if (active(stone.strip, {true, corner.first}) &&
          active(stone.strip, {false, corner.second})) {
        question.corner = corner;
      }
    }
    const SquareReply reply = square_reply(question);
    stoned_.erase(square);
    if (reply.stoned) stoned_.emplace(square, *reply.stoned);
    return reply;
  }
  // A band that is not cut: the cell is given to one of its lines.
  SquareReply reply;
  const bool to_row = s - x < base_ / 2;
  if (to_row ? row_active : column_active) {
    reply.exclusive = to_row ? BandLine{true, stone.x} : BandLine{false, stone.s};
  }
  return reply;
}

Cell BandBreaker::free_cell(const Line& line) const {
  std::optional<Cell> best;
  int most = -1;
  for (const Cell cell : cells_of(line)) {
    if (taken(cell) || own_.contains(cell)) continue;
    // Among free cells the one whose other line Maker has filled most.
    const BandCell place = band_cell(length_, cell);
    const Line other{place.strip,
                     line.line.is_row ? BandLine{false, place.s} : BandLine{true, place.x}};
    const auto stones = maker_stones_.find(other);
    const int count = stones == maker_stones_.end() || broken_.contains(other) ? 0 : stones->second;
    if (count > most) {
      most = count;
      best = cell;
    }
  }
  // The line had at most L - p - 1 stones before Maker's move of p.
  EXPECTS(best.has_value());
  return *best;
}

void BandBreaker::note_own(Cell cell) {
  const BandCell place = band_cell(length_, cell);
  broken_.insert({place.strip, {true, place.x}});
  broken_.insert({place.strip, {false, place.s}});
  tiles_.insert({floor_div(cell.x, length_), place.strip});
}

void BandBreaker::place(Cell cell, std::vector<Cell>& answer) {
  answer.push_back(cell);
  own_.insert(cell);
  note_own(cell);
}

std::vector<Cell> BandBreaker::reply(const std::vector<Cell>& stones) {
  EXPECTS(static_cast<int>(stones.size()) <= p_);
  own_.clear();
  std::vector<BandCell> open;  // stones not answered yet, the next one last
  for (const Cell cell : stones) {
    open.push_back(band_cell(length_, cell));
    const BandCell& stone = open.back();
    ++maker_stones_[{stone.strip, {true, stone.x}}];
    ++maker_stones_[{stone.strip, {false, stone.s}}];
    tiles_.insert({floor_div(cell.x, length_), stone.strip});
  }
  std::vector<Cell> answer;
  const auto break_line = [&](int strip, const BandLine& line) {
    if (active(strip, line)) place(free_cell({strip, line}), answer);
  };
  while (!open.empty()) {
    const BandCell stone = open.back();
    open.pop_back();
    const SquareReply reply = reply_in_part(stone);
    if (reply.exclusive) break_line(stone.strip, *reply.exclusive);
    if (!reply.cell) continue;
    const BandCell wanted{stone.strip, reply.cell->first, reply.cell->second};
    const auto later = std::find(open.begin(), open.end(), wanted);
    if (later == open.end()) {
      const Cell cell = plane_cell(length_, wanted);
      // Both of its lines were active, and Maker's stones on them lie elsewhere.
      EXPECTS(!taken(cell) && !own_.contains(cell));
      place(cell, answer);
    } else {
      open.erase(later);
      break_line(stone.strip, {true, wanted.x});
      break_line(stone.strip, {false, wanted.s});
    }
  }
  EXPECTS(answer.size() <= stones.size());
  return answer;
}

Watch BandBreaker::watch() const {
  Watch watch;
  watch.missing = p_ + 1;
  for (const Cell tile : tiles_) {
    std::vector<Cell>& cells = watch.tiles.emplace_back();
    for (int y = 0; y < length_; ++y) {
      for (int x = 0; x < length_; ++x) {
        cells.push_back({tile.x * length_ + x, tile.y * length_ + y});
      }
    }
  }
  for (const auto& [line, count] : maker_stones_) {
    watch.lines.push_back({cells_of(line), count, !active(line.strip, line.line)});
  }
  return watch;
}

}  // namespace inarow::maker_breaker
