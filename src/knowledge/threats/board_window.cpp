#include "knowledge/threats/board_window.hpp"

#include <algorithm>

namespace inarow::threats {

BoardWindow BoardWindow::around(const PlacementSpec& spec, const std::vector<Stone>& stones,
                                int segments) {
  if (spec.board) return {0, 0, spec.board->columns, spec.board->rows};
  Cell low = stones.empty() ? Cell{0, 0} : stones.front().cell;
  Cell high = low;
  for (const Stone& stone : stones) {
    low = {std::min(low.x, stone.cell.x), std::min(low.y, stone.cell.y)};
    high = {std::max(high.x, stone.cell.x), std::max(high.y, stone.cell.y)};
  }
  const int margin = segments * std::max(spec.k - 1, 1);
  return {low.x - margin, low.y - margin, high.x - low.x + 2 * margin + 1,
          high.y - low.y + 2 * margin + 1};
}

std::array<int, 4> BoardWindow::steps() const {
  std::array<int, 4> steps{};
  for (const Direction d : all_directions) {
    const Cell step = step_of(d);
    steps[static_cast<std::size_t>(d)] = step.y * columns + step.x;
  }
  return steps;
}

}  // namespace inarow::threats
