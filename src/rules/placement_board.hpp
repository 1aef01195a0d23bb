#pragma once

// The board of placement games, for rules, pictures and tests: where the stones are, and how many
// *segments* (k cells in a line, Wu 2010 section III) either player has completed. Turns, the
// number of stones a move and the end of the game are not its business (rules/game.hpp). Searches
// have boards of their own (knowledge/threats/threat_board.hpp, search/placement/line_counts.hpp).
//
//   PlacementBoard board(*GameSpec::parse("connect6")->placement());
//   board.place({9, 9}, Player::first);
//   board.stones_in(segment, Player::first);      // 0 .. k
//
// The stones lie in *pages* of 64 x 64 cells, a bit for each cell and player, which are made when
// their first stone comes: memory grows with the stones, not with their distance (ADR 3). A finite
// board is one page. An infinite one has 32 x 32 of them at most, 1 kB each.
//
//     directory_   page_of(cell): 0 for a page without stones, else its number in pages_, from 1
//     pages_       stones[player][column of the page], bit = row of the page
//
// A stone completes and a removal breaks segments only along the runs of its colour that meet in
// its cell; so both cost at most 8 (k - 1) look-ups, and few of them when the runs are short.

#include <array>
#include <cstddef>
#include <cstdint>
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
  struct SegmentId {
    Cell start;
    Direction direction = Direction::horizontal;
    friend constexpr auto operator<=>(const SegmentId&, const SegmentId&) = default;
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

  int stones_in(const SegmentId& segment, Player player) const;  // looks at its k cells

  // Calls f(SegmentId, first cell, Direction) for every segment that contains the cell.
  template <class F>
  void for_segments_through(Cell cell, F&& f) const {
    for (const Direction d : all_directions) {
      const Cell step = step_of(d);
      const auto [from, to] = offsets(cell, d);
      for (int i = from; i <= to; ++i) {
        const Cell start{cell.x - i * step.x, cell.y - i * step.y};
        f(SegmentId{start, d}, start, d);
      }
    }
  }

  std::vector<Stone> all_stones() const;  // sorted by cell

 private:
  static std::size_t index(Player player) { return static_cast<std::size_t>(player); }
  static constexpr int page_side = 64;
  struct Page {
    std::array<std::array<std::uint64_t, page_side>, 2> stones{};
  };
  // Where a cell of the board is; its coordinates counted from the corner of the first page.
  int from_left(Cell cell) const { return cell.x + origin_; }
  int from_bottom(Cell cell) const { return cell.y + origin_; }
  std::size_t page_of(Cell cell) const {
    const int page = from_left(cell) / page_side * pages_a_side_ + from_bottom(cell) / page_side;
    return static_cast<std::size_t>(page);
  }
  std::size_t column_of(Cell cell) const {
    return static_cast<std::size_t>(from_left(cell) % page_side);
  }
  std::uint64_t bit_of(Cell cell) const {
    return std::uint64_t{1} << (from_bottom(cell) % page_side);
  }

  // The segments in direction d through the cell start at cell - i * step for i = from .. to.
  std::pair<int, int> offsets(Cell cell, Direction d) const;
  int run(Cell from, Player player, Cell step) const;
  int segments_completed_by(Cell cell, Player player) const;

  PlacementSpec spec_;
  int origin_ = 0;
  int pages_a_side_ = 1;
  std::vector<std::uint16_t> directory_;
  std::vector<Page> pages_;
  std::array<int, 2> complete_{0, 0};
  int stones_ = 0;
};

}  // namespace inarow
