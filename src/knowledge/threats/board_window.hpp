#pragma once

// The part of a placement board that arrays cover: a finite board whole, and of an infinite board
// the rectangle around some stones, with a margin. Cells are numbered in it row by row.
//
//   BoardWindow window = BoardWindow::around(spec, stones, 2);      two lines' length on every side
//   window.cell(window.index({3, 4}))                               {3, 4}
//
// Exact: it names cells, and nothing more.

#include <array>
#include <vector>

#include "rules/game_spec.hpp"
#include "rules/placement_board.hpp"

namespace inarow::threats {

struct BoardWindow {
  int left = 0;
  int bottom = 0;
  int columns = 0;
  int rows = 0;

  // `segments`: how many times k - 1 cells (at least one) the margin of an infinite board has.
  static BoardWindow around(const PlacementSpec& spec, const std::vector<Stone>& stones,
                            int segments);

  int area() const { return columns * rows; }
  Cell cell(int index) const { return {left + index % columns, bottom + index / columns}; }
  // Of a cell inside.
  int index(Cell cell) const { return (cell.y - bottom) * columns + cell.x - left; }
  // Column and row counted from the corner of the window.
  bool has(int x, int y) const { return x >= 0 && x < columns && y >= 0 && y < rows; }
  bool contains(Cell cell) const { return has(cell.x - left, cell.y - bottom); }

  // From a cell to the next one, by direction.
  std::array<int, 4> steps() const;

  // Calls f(first cell) for the segments of k cells through a cell that lie inside.
  template <class F>
  void for_segments(int index, Direction direction, int k, F&& f) const {
    const Cell step = step_of(direction);
    for (int back = 0; back < k; ++back) {
      const int x = index % columns - back * step.x;
      const int y = index / columns - back * step.y;
      if (has(x, y) && has(x + (k - 1) * step.x, y + (k - 1) * step.y)) f(y * columns + x);
    }
  }
};

}  // namespace inarow::threats
