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
  const threats::BoardWindow& window() const { return window_; }
  int area() const { return window_.area(); }
  int stones() const { return stones_; }
  bool full() const { return stones_ == area(); }

  Cell cell(CellIndex index) const { return window_.cell(index); }
  // -1 if it lies outside of the window.
  CellIndex index(Cell cell) const { return window_.contains(cell) ? window_.index(cell) : -1; }
  bool is_empty(CellIndex cell) const { return cells_[at(cell)] < 0; }

  void place(CellIndex cell, Player player) { change<true, +1>(cell, player); }
  void remove(CellIndex cell);
  // The same without the gains, which are then those of before: three times as fast, for searches
  // that take back what they place. What was placed so is removed so.
  void place_only(CellIndex cell, Player player) { change<false, +1>(cell, player); }
  void remove_only(CellIndex cell);

  // Segments with so many stones of the player, at least one, and none of the other.
  int active_count(Player player, int stones) const {
    return sides_[at(player)].active[at(stones)];
  }
  // The same, one by one; stones >= lowest_listed().
  std::span<const SegmentIndex> active(Player player, int stones) const {
    const Side& side = sides_[at(player)];
    return std::span(side.lists).subspan(at(list_of(stones)), at(side.active[at(stones)]));
  }
  // A segment with so many stones becomes a threat by one move.
  int lowest_listed() const { return lowest_listed_; }
  // A segment with so many stones is completed by one move.
  int first_threat() const { return first_threat_; }

  // The gain counted anew: also after place_only.
  std::int32_t count_gain(CellIndex cell, Player player) const;
  std::int32_t gain(CellIndex cell, Player player) const {
    return sides_[at(player)].gains[at(cell)];
  }
  std::span<const std::int32_t> gains(Player player) const { return sides_[at(player)].gains; }

  // Whether the next move of the player completes a line.
  bool has_threat(Player player) const {
    for (int stones = first_threat_; stones < spec_.k; ++stones) {
      if (active_count(player, stones) > 0) return true;
    }
    return false;
  }
  bool has_won(Player player) const { return active_count(player, spec_.k) > 0; }
  int stones_in(SegmentIndex segment, Player player) const {
    return counts_[at(segment)][at(player)];
  }
  std::span<const SegmentIndex> segments_through(CellIndex cell) const {
    return segments_between(4 * cell, 4 * cell + 4);
  }
  // From a cell of the segment to the next one.
  int step_of(SegmentIndex segment) const { return steps_[at(segment & 3)]; }

  template <class F>
  void for_cells(SegmentIndex segment, F&& f) const {
    const int step = step_of(segment);
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
  template <bool with_gains, int by>
  void change(CellIndex cell, Player player);
  // What one player has.
  struct Side {
    std::vector<int> active;          // by stones: how many segments
    std::vector<SegmentIndex> lists;  // the same one by one, from list_of(stones) on
    std::vector<int> position;        // of a segment in the list that it is in
    std::vector<std::int32_t> gains;  // by cell, of occupied ones too
  };

  // The segment becomes active with so many stones, or is no longer.
  void enter(Side& side, SegmentIndex segment, int stones);
  void leave(Side& side, SegmentIndex segment, int stones);
  void add_gain(SegmentIndex segment, Side& side, std::int32_t difference);
  int list_of(int stones) const { return stones * all_segments_; }
  // A stone more in a segment that has so many is worth so much.
  std::int32_t step_at(int stones) const { return steps_worth_[at(stones)]; }

  PlacementSpec spec_;
  threats::BoardWindow window_;
  std::array<int, 4> steps_;
  int lowest_listed_;
  int first_threat_;
  int all_segments_;  // numbers of segments lie below
  int stones_ = 0;
  std::uint64_t hash_ = 0;
  std::vector<std::int32_t> steps_worth_;
  std::vector<signed char> cells_;  // -1 empty, else the player
  std::vector<int> from_;           // of 4 * cell + direction: where the segments begin in through_
  std::vector<SegmentIndex> through_;
  std::vector<std::array<std::uint8_t, 2>> counts_;  // by segment and player
  std::array<Side, 2> sides_;
};

}  // namespace inarow::engine
