#include "rules/placement_board.hpp"

#include <algorithm>

#include "base/bits.hpp"
#include "base/expects.hpp"

namespace inarow {

PlacementBoard::PlacementBoard(const PlacementSpec& spec) : spec_(spec) {
  static_assert(max_placement_side <= page_side);
  if (!spec_.board) {
    origin_ = max_coordinate;
    pages_a_side_ = 2 * max_coordinate / page_side + 1;
  }
  directory_.assign(static_cast<std::size_t>(pages_a_side_ * pages_a_side_), 0);
}

bool PlacementBoard::contains(Cell cell) const {
  if (spec_.board) {
    return cell.x >= 0 && cell.x < spec_.board->columns && cell.y >= 0 &&
           cell.y < spec_.board->rows;
  }
  return cell.x >= -max_coordinate && cell.x <= max_coordinate && cell.y >= -max_coordinate &&
         cell.y <= max_coordinate;
}

std::optional<Player> PlacementBoard::at(Cell cell) const {
  if (!contains(cell)) return std::nullopt;
  const std::uint16_t page = directory_[page_of(cell)];
  if (page == 0) return std::nullopt;
  const auto& stones = pages_[page - 1U].stones;
  const std::size_t column = column_of(cell);
  const std::uint64_t bit = bit_of(cell);
  for (const Player player : {Player::first, Player::second}) {
    if ((stones[index(player)][column] & bit) != 0) return player;
  }
  return std::nullopt;
}

std::pair<int, int> PlacementBoard::offsets(Cell cell, Direction d) const {
  // Both ends of a segment must be on the board: start = cell - i * step and
  // end = start + (k - 1) * step. Each coordinate bounds i from both sides.
  const Cell step = step_of(d);
  const int reach = spec_.k - 1;
  int from = 0;
  int to = reach;
  if (!spec_.board) return {from, to};
  const int right = spec_.board->columns - 1 - cell.x;  // cells to the right of `cell`
  const int left = cell.x;
  const int up = spec_.board->rows - 1 - cell.y;
  const int down = cell.y;
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

// Stones of the player that follow each other beyond `from`; more than k - 1 are not needed.
int PlacementBoard::run(Cell from, Player player, Cell step) const {
  int length = 0;
  while (length < spec_.k - 1) {
    from = Cell{from.x + step.x, from.y + step.y};
    if (at(from) != player) break;
    ++length;
  }
  return length;
}

// Segments that are complete if the player has a stone in the cell: with `before` stones on one
// side of it and `after` on the other there are before + after + 1 in a row.
int PlacementBoard::segments_completed_by(Cell cell, Player player) const {
  int segments = 0;
  for (const Direction d : all_directions) {
    const Cell step = step_of(d);
    const int after = run(cell, player, step);
    const int before = run(cell, player, Cell{-step.x, -step.y});
    segments += std::max(0, before + after + 2 - spec_.k);
  }
  return segments;
}

void PlacementBoard::place(Cell cell, Player player) {
  EXPECTS(contains(cell) && !at(cell));
  complete_[index(player)] += segments_completed_by(cell, player);
  std::uint16_t& page = directory_[page_of(cell)];
  if (page == 0) {
    pages_.emplace_back();
    page = static_cast<std::uint16_t>(pages_.size());
  }
  pages_[page - 1U].stones[index(player)][column_of(cell)] |= bit_of(cell);
  ++stones_;
}

void PlacementBoard::remove(Cell cell) {
  const std::optional<Player> player = at(cell);
  EXPECTS(player.has_value());
  complete_[index(*player)] -= segments_completed_by(cell, *player);
  pages_[directory_[page_of(cell)] - 1U].stones[index(*player)][column_of(cell)] &= ~bit_of(cell);
  --stones_;
}

int PlacementBoard::stones_in(const SegmentId& segment, Player player) const {
  const Cell step = step_of(segment.direction);
  int count = 0;
  for (int i = 0; i < spec_.k; ++i) {
    if (at(Cell{segment.start.x + i * step.x, segment.start.y + i * step.y}) == player) ++count;
  }
  return count;
}

std::vector<Stone> PlacementBoard::all_stones() const {
  std::vector<Stone> stones;
  stones.reserve(static_cast<std::size_t>(stones_));
  for (std::size_t place = 0; place < directory_.size(); ++place) {
    if (directory_[place] == 0) continue;
    const Page& page = pages_[directory_[place] - 1U];
    const int left = static_cast<int>(place) / pages_a_side_ * page_side - origin_;
    const int bottom = static_cast<int>(place) % pages_a_side_ * page_side - origin_;
    for (const Player player : {Player::first, Player::second}) {
      for (int x = 0; x < page_side; ++x) {
        std::uint64_t bits = page.stones[index(player)][static_cast<std::size_t>(x)];
        for (; bits != 0; bits &= bits - 1) {
          stones.push_back(Stone{Cell{left + x, bottom + lowest_index(bits)}, player});
        }
      }
    }
  }
  std::sort(stones.begin(), stones.end());
  return stones;
}

}  // namespace inarow
