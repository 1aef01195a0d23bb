#include "generate/drop_lines.hpp"

#include <algorithm>

namespace inarow::puzzles {

std::vector<Cell> DropEyes::completing(const Game& game, Player player) const {
  std::vector<Cell> cells;
  for (const std::vector<Cell>& line : table_.lines()) {
    std::optional<Cell> open;
    int missing = 0;
    for (const Cell cell : line) {
      if (game.at(cell) == player) continue;
      open = cell;
      missing += game.at(cell) ? 2 : 1;
      if (missing > 1) break;
    }
    if (missing == 1) cells.push_back(*open);
  }
  std::sort(cells.begin(), cells.end());
  cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
  return cells;
}

std::vector<Cell> DropEyes::completing_now(const Game& game, Player player) const {
  std::vector<Cell> cells = completing(game, player);
  std::erase_if(cells, [&](Cell cell) { return game.landing_cell(Column{cell.x}) != cell; });
  return cells;
}

}  // namespace inarow::puzzles
