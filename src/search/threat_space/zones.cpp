#include "search/threat_space/zones.hpp"

#include <algorithm>

namespace inarow::threats {

Zones::Zones(const ThreatBoard& board)
    : count_(std::max(0, board.k() - 1 - board.p())),
      whole_(count_ + 1),
      words_(static_cast<std::size_t>(board.area()) / 64 + 1),
      bits_(static_cast<std::size_t>(count_) * words_, 0) {}

void Zones::add(int order, CellIndex cell) {
  for (int i = order; i <= count_; ++i) row(i)[word(cell)] |= Word64{1} << (cell % 64);
}

void Zones::unite(const Zones& other) {
  whole_ = std::min(whole_, other.whole_);
  for (std::size_t i = 0; i < bits_.size(); ++i) bits_[i] |= other.bits_[i];
}

void Zones::promote(int by) {
  for (int i = 1; i <= count_; ++i) {
    if (i + by <= count_) {
      std::copy_n(row(i + by), words_, row(i));
    } else {
      std::fill_n(row(i), words_, 0);
    }
  }
  whole_ = std::max(1, std::min(whole_, count_ + 1) - by);
}

std::vector<CellIndex> Zones::empty_cells(int order, const ThreatBoard& board) const {
  std::vector<CellIndex> cells;
  for (CellIndex cell = 0; cell < board.area(); ++cell) {
    if (contains(order, cell) && board.is_empty(cell)) cells.push_back(cell);
  }
  return cells;
}

void add_counter_segments(const ThreatBoard& board, Player defender, int extra, Zones& zones) {
  for (int order = 1; order <= zones.count(); ++order) {
    const int empty = order + extra;  // exactly; fewer were added for lower orders
    for (int e = order == 1 ? 1 : empty; e <= empty; ++e) {
      if (board.k() - e < 1) break;
      for (const SegmentIndex segment : board.active(defender, board.k() - e)) {
        board.for_empty_cells(segment, [&](CellIndex cell) { zones.add(order, cell); });
      }
    }
  }
}

void add_threat_cells(const ThreatBoard& board, Player attacker, Zones& zones) {
  for (int stones = board.first_threat(); stones < board.k(); ++stones) {
    for (const SegmentIndex segment : board.active(attacker, stones)) {
      board.for_empty_cells(segment, [&](CellIndex cell) { zones.add(1, cell); });
    }
  }
}

}  // namespace inarow::threats
