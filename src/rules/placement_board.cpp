#include "rules/placement_board.hpp"

#include <algorithm>

#include "base/expects.hpp"

namespace inarow {
namespace {

constexpr signed char empty_cell = -1;

}  // namespace

PlacementBoard::PlacementBoard(const PlacementSpec& spec) : spec_(spec) {
  if (spec_.board) {
    window_ = Window{0, 0, spec_.board->columns, spec_.board->rows};
    cells_.assign(window_.area(), empty_cell);
    counts_.assign(4 * window_.area(), {0, 0});
  }
}

bool PlacementBoard::contains(Cell cell) const {
  if (spec_.board) return window_.contains(cell);
  return std::abs(cell.x) <= max_coordinate && std::abs(cell.y) <= max_coordinate;
}

std::optional<Player> PlacementBoard::at(Cell cell) const {
  if (!window_.contains(cell)) return std::nullopt;
  const signed char content = cells_[window_.index(cell)];
  if (content == empty_cell) return std::nullopt;
  return static_cast<Player>(content);
}

std::pair<int, int> PlacementBoard::offsets(Cell cell, Direction d) const {
  // Both ends of a segment must be inside the window: start = cell - i * step and
  // end = start + (k - 1) * step. Each coordinate bounds i from both sides.
  const Cell step = step_of(d);
  const int reach = spec_.k - 1;
  int from = 0;
  int to = reach;
  const int right = window_.left + window_.columns - 1 - cell.x;  // cells to the right of `cell`
  const int left = cell.x - window_.left;
  const int up = window_.bottom + window_.rows - 1 - cell.y;
  const int down = cell.y - window_.bottom;
  if (step.x > 0) {
    to = std::min(to, left);
    from = std::max(from, reach - right);
  }
  if (step.y > 0) {
    to = std::min(to, down);
    from = std::max(from, reach - up);
  } else if (step.y < 0) {
    to = std::min(to, up);
    from = std::max(from, reach - down);
  }
  return {from, to};
}

void PlacementBoard::add(Cell cell, Player player, int change) {
  const auto k = static_cast<std::uint16_t>(spec_.k);
  for_segments_through(cell, [&](SegmentId segment, Cell, Direction) {
    std::uint16_t& count = counts_[segment.index][index(player)];
    if (count == k) --complete_[index(player)];
    count = static_cast<std::uint16_t>(count + change);
    if (count == k) ++complete_[index(player)];
  });
}

void PlacementBoard::place(Cell cell, Player player) {
  EXPECTS(contains(cell) && !at(cell));
  if (!spec_.board) grow_window(cell);
  cells_[window_.index(cell)] = static_cast<signed char>(player);
  add(cell, player, 1);
  ++stones_;
}

void PlacementBoard::remove(Cell cell) {
  const std::optional<Player> player = at(cell);
  EXPECTS(player.has_value());
  cells_[window_.index(cell)] = empty_cell;
  add(cell, *player, -1);
  --stones_;
}

// Makes sure that all segments through `cell` lie inside the window of an infinite board. The
// window at least doubles in the direction of growth, so that the copying is paid for by the stones
// placed.
void PlacementBoard::grow_window(Cell cell) {
  const int margin = spec_.k - 1;
  const bool empty = window_.columns == 0;
  if (!empty && window_.contains(Cell{cell.x - margin, cell.y - margin}) &&
      window_.contains(Cell{cell.x + margin, cell.y + margin})) {
    return;
  }
  const std::vector<Stone> stones = all_stones();
  int left = cell.x;
  int right = cell.x;
  int bottom = cell.y;
  int top = cell.y;
  for (const Stone& stone : stones) {
    left = std::min(left, stone.cell.x);
    right = std::max(right, stone.cell.x);
    bottom = std::min(bottom, stone.cell.y);
    top = std::max(top, stone.cell.y);
  }
  const int room = margin + std::max({8, (right - left) / 2, (top - bottom) / 2});
  window_ =
      Window{left - room, bottom - room, right - left + 1 + 2 * room, top - bottom + 1 + 2 * room};
  cells_.assign(window_.area(), empty_cell);
  counts_.assign(4 * window_.area(), {0, 0});
  complete_ = {0, 0};
  for (const Stone& stone : stones) {
    cells_[window_.index(stone.cell)] = static_cast<signed char>(stone.player);
    add(stone.cell, stone.player, 1);
  }
}

std::vector<Stone> PlacementBoard::all_stones() const {
  std::vector<Stone> stones;
  for (int x = window_.left; x < window_.left + window_.columns; ++x) {
    for (int y = window_.bottom; y < window_.bottom + window_.rows; ++y) {
      if (const std::optional<Player> player = at(Cell{x, y})) {
        stones.push_back(Stone{Cell{x, y}, *player});
      }
    }
  }
  return stones;
}

}  // namespace inarow
