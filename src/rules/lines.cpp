#include "rules/lines.hpp"

#include <algorithm>
#include <set>

#include "base/expects.hpp"
#include "rules/placement_board.hpp"

namespace inarow {

LineTable::LineTable(const GameSpec& game) {
  const std::optional<BoardSize> size = game.finite_board();
  EXPECTS(size.has_value());
  columns_ = size->columns;
  through_.resize(static_cast<std::size_t>(size->columns) * static_cast<std::size_t>(size->rows));
  const bool wraps = game.drop() != nullptr && game.drop()->cylinder;
  // On a narrow cylinder the same set of cells can arise twice: on width 2 the two diagonals
  // coincide, on width 1 the diagonals are the column, and a horizontal ring of exactly k columns
  // is one line wherever it starts.
  std::set<std::vector<Cell>> seen;
  for (const Direction d : all_directions) {
    const Cell step = step_of(d);
    for (int x = 0; x < size->columns; ++x) {
      for (int y = 0; y < size->rows; ++y) {
        std::vector<Cell> line;
        for (int i = 0; i < game.k(); ++i) {
          Cell cell{x + i * step.x, y + i * step.y};
          if (wraps) cell.x %= size->columns;
          if (cell.x >= size->columns || cell.y < 0 || cell.y >= size->rows) break;
          line.push_back(cell);
        }
        std::vector<Cell> sorted = line;
        std::sort(sorted.begin(), sorted.end());
        const bool different = std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end();
        if (static_cast<int>(line.size()) != game.k() || !different) continue;
        if (!seen.insert(std::move(sorted)).second) continue;
        for (const Cell cell : line) {
          through_[index(cell)].push_back(static_cast<int>(lines_.size()));
        }
        lines_.push_back(std::move(line));
      }
    }
  }
}

}  // namespace inarow
