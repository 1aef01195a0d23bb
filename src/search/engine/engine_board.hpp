#pragma once

// A placement board for the engine: how many segments either player has with how many stones, and
// what a stone on every cell would gain, kept up to date by `place` and `remove`.
//
// Heuristic: nothing of it may reach a value. (threat_board.hpp is the exact sibling.)
//
//   EngineBoard board(spec, stones, weights);
//   board.place(cell, Player::first);
//   board.active_count(Player::first, 3)        // his segments with three stones, none of the
//   other board.gain(cell, Player::second)            // a stone more in each of his segments
//   through it
//
// Of an infinite board it has a window around the stones, with a margin; stones outside of it are
// none of the engine's moves.
//
// A stone changes the 4k segments through its cell, and each of them the gains of its k cells: 144
// sums in Connect6. They are differences of a table by the number of stones, so that one addition
// does it.

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "knowledge/threats/board_window.hpp"
#include "rules/game_spec.hpp"
#include "search/engine/weights.hpp"

namespace inarow::engine {

using CellIndex = int;     // row * columns + column, inside the window
using SegmentIndex = int;  // 4 * first cell + direction

class EngineBoard {
 public:
  EngineBoard(const PlacementSpec& spec, const std::vector<Stone>& stones, const Weights& weights);

  const PlacementSpec& spec() const { return spec_; }
  int k() const { return spec_.k; }
  int p() const { return spec_.p; }
  int area() const { return window_.area(); }
  int stones() const { return stones_; }
  bool full() const { return stones_ == area(); }

  Cell cell(CellIndex index) const { return window_.cell(index); }
  // -1 if it lies outside of the window.
  CellIndex index(Cell cell) const { return window_.contains(cell) ? window_.index(cell) : -1; }
  bool is_empty(CellIndex cell) const { return cells_[at(cell)] < 0; }

  void place(CellIndex cell, Player player) { change<true>(cell, player, +1); }
  void remove(CellIndex cell);
  // The same without the gains, which are then those of before: three times as fast, for searches
  // that take back what they place. What was placed so is removed so.
  void place_only(CellIndex cell, Player player) { change<false>(cell, player, +1); }
  void remove_only(CellIndex cell);

  // Segments with so many stones of the player, at least one, and none of the other.
  int active_count(Player player, int stones) const { return active_[at(player)][at(stones)]; }
  // The same, one by one; stones >= lowest_listed().
  const std::vector<SegmentIndex>& active(Player player, int stones) const {
    return lists_[at(player)][at(stones)];
  }
  // A segment with so many stones becomes a threat by one move.
  int lowest_listed() const { return std::max(1, spec_.k - 2 * spec_.p); }
  // A segment with so many stones is completed by one move.
  int first_threat() const { return std::max(1, spec_.k - spec_.p); }

  // The gain counted anew: also after place_only.
  std::int32_t count_gain(CellIndex cell, Player player) const;
  std::int32_t gain(CellIndex cell, Player player) const { return gain_[at(player)][at(cell)]; }
  std::span<const std::int32_t> gains(Player player) const { return gain_[at(player)]; }

  // Whether the next move of the player completes a line.
  bool has_threat(Player player) const { return threats_[at(player)] > 0; }
  bool has_won(Player player) const { return active_[at(player)][at(spec_.k)] > 0; }
  int stones_in(SegmentIndex segment, Player player) const {
    return counts_[at(segment)][at(player)];
  }
  std::span<const SegmentIndex> segments_through(CellIndex cell) const {
    return segments_between(4 * cell, 4 * cell + 4);
  }
  // Those in the direction of this segment.
  std::span<const SegmentIndex> segments_along(CellIndex cell, SegmentIndex segment) const {
    const int line = 4 * cell + (segment & 3);
    return segments_between(line, line + 1);
  }

  template <class F>
  void for_cells(SegmentIndex segment, F&& f) const {
    const int step = steps_[at(segment & 3)];
    CellIndex cell = segment >> 2;
    for (int i = 0; i < spec_.k; ++i, cell += step) f(cell);
  }

  // A number for the stones on the board; different positions may share it.
  std::uint64_t hash() const { return hash_; }

 private:
  static std::size_t at(int index) { return static_cast<std::size_t>(index); }
  static std::size_t at(Player player) { return static_cast<std::size_t>(player); }
  std::span<const SegmentIndex> segments_between(int first, int last) const {
    return std::span(through_).subspan(at(from_[at(first)]),
                                       at(from_[at(last)] - from_[at(first)]));
  }
  template <bool with_gains>
  void change(CellIndex cell, Player player, int by);
  // The player's active segment has `before` stones and gets `after`; 0: it is not active.
  void move_segment(Player player, SegmentIndex segment, int before, int after);
  void add_gain(SegmentIndex segment, Player player, std::int32_t difference);
  // A stone more in a segment that has so many is worth so much.
  std::int32_t step_at(int stones) const { return steps_worth_[at(stones)]; }
  bool is_threat(int stones) const { return stones >= first_threat() && stones < spec_.k; }

  PlacementSpec spec_;
  threats::BoardWindow window_;
  std::array<int, 4> steps_;
  int stones_ = 0;
  std::uint64_t hash_ = 0;
  std::vector<std::int32_t> steps_worth_;
  std::vector<signed char> cells_;  // -1 empty, else the player
  std::vector<int> from_;           // of 4 * cell + direction: where the segments begin in through_
  std::vector<SegmentIndex> through_;
  std::vector<std::array<std::uint8_t, 2>> counts_;  // by segment and player
  std::array<std::vector<int>, 2> active_;           // by player and stones
  std::array<std::vector<std::int32_t>, 2> gain_;    // by player and cell, of occupied ones too
  std::array<std::vector<std::vector<SegmentIndex>>, 2> lists_;  // by player and stones
  std::array<std::vector<int>, 2> position_;                     // of a segment in its list
  std::array<int, 2> threats_{};
};

}  // namespace inarow::engine
