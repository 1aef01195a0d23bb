#pragma once

// The board of placement games, for rules, pictures and tests: for every *segment* (k cells in a
// line, Wu 2010 section III) the stones of either player in it, kept up to date by `place` and
// `remove` in at most 4k additions a stone. Turns, the number of stones a move and the end of the
// game are not its business (rules/game.hpp). Threat search has a board of its own
// (knowledge/threats/threat_board.hpp), whose window does not grow.
//
//   PlacementBoard board(*GameSpec::parse("connect6")->placement());
//   board.place({9, 9}, Player::first);
//   board.stones_in(segment, Player::first);      // 0 .. k
//
// A segment is named by its direction and its first cell. On an infinite board the arrays cover a
// window. When a segment through a new stone would leave it, `place` lays it out anew around all
// stones, with room on every side; that invalidates SegmentIds. So every segment through a stone is
// inside, and segments outside have no stones.

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include "rules/game_spec.hpp"

namespace inarow {

// Cells of infinite boards must lie within this distance of the origin in both directions.
inline constexpr int max_coordinate = 1000;

enum class Direction : std::uint8_t { horizontal, vertical, rising, falling };
inline constexpr std::array<Direction, 4> all_directions{Direction::horizontal, Direction::vertical,
                                                         Direction::rising, Direction::falling};
constexpr Cell step_of(Direction d) {
  constexpr std::array<Cell, 4> steps{{{1, 0}, {0, 1}, {1, 1}, {1, -1}}};
  return steps[static_cast<std::size_t>(d)];
}

class PlacementBoard {
 public:
  // Index of a segment in the arrays of this board.
  struct SegmentId {
    std::size_t index = 0;
    friend constexpr auto operator<=>(SegmentId, SegmentId) = default;
  };

  explicit PlacementBoard(const PlacementSpec& spec);

  const PlacementSpec& spec() const { return spec_; }
  bool contains(Cell cell) const;
  std::optional<Player> at(Cell cell) const;
  int stones() const { return stones_; }

  void place(Cell cell, Player player);  // the cell is on the board and empty
  void remove(Cell cell);                // the cell holds a stone

  // Complete segments of a player; he has k or more in a row if there is any.
  int complete_segments(Player player) const { return complete_[index(player)]; }

  int stones_in(SegmentId segment, Player player) const {
    return counts_[segment.index][index(player)];
  }

  // Calls f(SegmentId, first cell, Direction) for every segment that contains the cell.
  template <class F>
  void for_segments_through(Cell cell, F&& f) const {
    for (const Direction d : all_directions) {
      const Cell step = step_of(d);
      const auto [from, to] = offsets(cell, d);
      for (int i = from; i <= to; ++i) {
        const Cell start{cell.x - i * step.x, cell.y - i * step.y};
        f(segment_id(start, d), start, d);
      }
    }
  }

  std::vector<Stone> all_stones() const;  // sorted by cell

 private:
  struct Window {
    int left = 0;
    int bottom = 0;
    int columns = 0;
    int rows = 0;
    bool contains(Cell c) const {
      return c.x >= left && c.x < left + columns && c.y >= bottom && c.y < bottom + rows;
    }
    std::size_t area() const {
      return static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows);
    }
    std::size_t index(Cell c) const {
      return static_cast<std::size_t>(c.y - bottom) * static_cast<std::size_t>(columns) +
             static_cast<std::size_t>(c.x - left);
    }
  };

  static std::size_t index(Player player) { return static_cast<std::size_t>(player); }
  SegmentId segment_id(Cell start, Direction d) const {
    return SegmentId{static_cast<std::size_t>(d) * window_.area() + window_.index(start)};
  }
  // The segments in direction d through the cell start at cell - i * step for i = from .. to.
  std::pair<int, int> offsets(Cell cell, Direction d) const;
  void add(Cell cell, Player player, int change);
  void grow_window(Cell cell);

  PlacementSpec spec_;
  Window window_;
  std::vector<signed char> cells_;                    // -1 empty, else the player
  std::vector<std::array<std::uint16_t, 2>> counts_;  // by segment, then by player
  std::array<int, 2> complete_{0, 0};
  int stones_ = 0;
};

}  // namespace inarow
