#pragma once

// A placement board for threat search: for either player the *active segments* (k cells in a line
// without a stone of the opponent, Wu 2010 section III-A), in lists by their number of stones, kept
// up to date by `place` and `remove`.
//
// Exact counting, on finite and infinite boards; see THE WINDOW.
//
//   ThreatBoard board(spec, stones);
//   board.place(cell, Player::first);
//   for (SegmentIndex s : board.active(Player::first, 4)) ...      four stones, the rest empty
//
// A *threat segment* of a player is an active segment with at least k - p stones, and fewer than k.
//
// THE WINDOW. Cells and segments are indices into arrays that cover a finite board whole, and of an
// infinite board the rectangle around the stones that are there at first, with a wide margin. A
// stone may be placed on `safe` cells only: on an infinite board those from which no segment leaves
// the window. So every segment with a stone in it lies inside the window and is counted, and no
// other segment is in a list. What is proved from the lists does therefore not depend on the size
// of the window; a search that would need an unsafe cell for the defender has to give up.

#include <array>
#include <span>
#include <vector>

#include "knowledge/threats/board_window.hpp"
#include "rules/game_spec.hpp"

namespace inarow::threats {

using CellIndex = int;     // row * columns + column, inside the window
using SegmentIndex = int;  // 4 * first cell + direction

class ThreatBoard {
 public:
  ThreatBoard(const PlacementSpec& spec, const std::vector<Stone>& stones);

  const PlacementSpec& spec() const { return spec_; }
  int k() const { return spec_.k; }
  int p() const { return spec_.p; }
  int area() const { return window_.area(); }
  bool infinite() const { return !spec_.board.has_value(); }

  Cell cell(CellIndex index) const { return window_.cell(index); }
  CellIndex index(Cell cell) const { return window_.index(cell); }

  bool is_empty(CellIndex cell) const { return cells_[at(cell)] < 0; }
  bool is_safe(CellIndex cell) const { return safe_[at(cell)] != 0; }
  int stones() const { return stones_; }
  int empty_count() const { return area() - stones_; }  // of a finite board

  void place(CellIndex cell, Player player);  // the cell is empty and safe
  void remove(CellIndex cell);                // the cell holds a stone

  bool has_won(Player player) const { return !active(player, k()).empty(); }

  // The active segments of the player with exactly `stones` >= 1 stones of his.
  const std::vector<SegmentIndex>& active(Player player, int stones) const {
    return lists_[at(player)][at(stones)];
  }
  bool has_threat(Player player) const {
    for (int stones = first_threat(); stones < k(); ++stones) {
      if (!active(player, stones).empty()) return true;
    }
    return false;
  }
  // The smallest number of stones in a threat segment; at least 1, because an empty segment becomes
  // a win by p stones only if k <= p, where the next move wins anyway.
  int first_threat() const { return k() > p() ? k() - p() : 1; }

  // Calls f(cell) for the k cells of a segment.
  template <class F>
  void for_cells(SegmentIndex segment, F&& f) const {
    const int step = steps_[at(segment & 3)];
    CellIndex cell = segment >> 2;
    for (int i = 0; i < spec_.k; ++i, cell += step) f(cell);
  }
  template <class F>
  void for_empty_cells(SegmentIndex segment, F&& f) const {
    for_cells(segment, [&](CellIndex cell) {
      if (is_empty(cell)) f(cell);
    });
  }

  std::span<const SegmentIndex> segments_through(CellIndex cell) const {
    return std::span(through_).subspan(at(from_[at(cell)]),
                                       at(from_[at(cell + 1)] - from_[at(cell)]));
  }
  int stones_in(SegmentIndex segment, Player player) const {
    return counts_[at(segment)][at(player)];
  }

  // A number for the stones on the board; different positions may share it.
  std::uint64_t hash() const { return hash_; }

 private:
  static std::size_t at(int index) { return static_cast<std::size_t>(index); }
  static std::size_t at(Player player) { return static_cast<std::size_t>(player); }
  void insert(Player player, int stones, SegmentIndex segment);
  void erase(Player player, int stones, SegmentIndex segment);
  std::uint64_t stone_hash(CellIndex cell, Player player) const;

  PlacementSpec spec_;
  BoardWindow window_;
  std::array<int, 4> steps_;
  int stones_ = 0;
  std::uint64_t hash_ = 0;
  std::vector<signed char> cells_;  // -1 empty, else the player
  std::vector<char> safe_;
  std::vector<int> from_;  // of a cell: where its segments begin in through_
  std::vector<SegmentIndex> through_;
  std::vector<std::array<std::uint8_t, 2>> counts_;              // by segment and player
  std::array<std::vector<std::vector<SegmentIndex>>, 2> lists_;  // by player and stones
  std::array<std::vector<int>, 2> position_;                     // of a segment in its list
};

}  // namespace inarow::threats
