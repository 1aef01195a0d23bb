#pragma once

// All lines of a finite board: sets of k different cells in a row, Allis's *groups* (69 on 7x6),
// Wu's *segments*, and for every cell the lines through it.

#include <vector>

#include "rules/game_spec.hpp"

namespace inarow {

class LineTable {
 public:
  explicit LineTable(const GameSpec& game);  // a finite board

  // Each line's cells in order from one end to the other; the lines in the order of their
  // directions (horizontal, vertical, rising, falling) and then of their first cells.
  const std::vector<std::vector<Cell>>& lines() const { return lines_; }

  // Indices into lines() of the lines that contain the cell.
  const std::vector<int>& through(Cell cell) const { return through_[index(cell)]; }

 private:
  std::size_t index(Cell cell) const {
    return static_cast<std::size_t>(cell.y) * static_cast<std::size_t>(columns_) +
           static_cast<std::size_t>(cell.x);
  }

  int columns_;
  std::vector<std::vector<Cell>> lines_;
  std::vector<std::vector<int>> through_;
};

}  // namespace inarow
