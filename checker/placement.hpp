#pragma once

// Placement games, Connect(m,n,k,p,q) and Connect(k,p,q): the board, and claims about positions on
// it (docs/formats/placement.md).

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "certificate.hpp"

namespace check {

inline constexpr int max_side = 64;
inline constexpr int max_coordinate = 1000;  // of the header's stones on an infinite board
inline constexpr int max_k = 100;
inline constexpr int max_p = 8;

struct PlacementGame {
  int columns = 0;  // 0: infinite
  int rows = 0;
  int k = 0;
  int p = 0;
  int q = 0;

  bool infinite() const { return columns == 0; }
  // Reads the canonical text; throws Unreadable.
  static PlacementGame parse(const std::string& text);
};

// Stones on a board. A cell is the number of a place in an array, growing with the row and then
// with the column. The array covers a finite board whole; of an infinite board it covers so much
// around the header's stones that every segment through a cell on which `can_hold` allows a stone
// lies in it. Nothing is assumed about the rest of the board: whoever needs a stone there is
// refused.
class Stones {
 public:
  Stones(const PlacementGame& game, const std::vector<std::pair<int, int>>& cells);

  const PlacementGame& game() const { return game_; }
  // Whether a stone can be kept on this cell; outside a finite board it cannot.
  bool can_hold(int x, int y) const;
  bool can_hold(int cell) const { return can_hold(x_of(cell), y_of(cell)); }
  int cell(int x, int y) const { return (y - bottom_) * width_ + x - left_; }
  std::string name(int cell) const;

  bool is_empty(int cell) const { return content_[static_cast<std::size_t>(cell)] < 0; }
  const std::vector<int>& placed(int player) const {
    return placed_[static_cast<std::size_t>(player)];
  }
  int count() const { return static_cast<int>(placed_[0].size() + placed_[1].size()); }
  // The empty cells of a finite board, in order.
  std::vector<int> empty_cells() const;

  void place(int cell, int player);  // on an empty cell that can hold a stone
  void remove_last(int player);      // the last one placed by the player

  // The empty cells of every segment in which `player` has a stone and the other has none, in
  // order; one entry a segment.
  std::vector<std::vector<int>> active_segments(int player) const;
  bool has_line(int player) const;
  bool completes_line(int cell) const;  // the stone there is part of a line

 private:
  int x_of(int cell) const { return left_ + cell % width_; }
  int y_of(int cell) const { return bottom_ + cell / width_; }

  PlacementGame game_;
  int left_ = 0;
  int bottom_ = 0;
  int width_ = 0;
  int height_ = 0;
  std::vector<signed char> content_;
  std::array<std::vector<int>, 2> placed_;
};

// "At least the threshold" for the prover, 1 a win and 0 not to lose, in the header's position.
struct PlacementBound {
  int prover = 0;
  int threshold = 0;
};

// Sets up the position of a header; throws Unreadable if the moves lead to none. Then
// `to_move` is who moves there.
Stones header_position(const PlacementGame& game, const Header& header, int& to_move);

// Follows the proof of one bound; throws Refuted.
void verify_placement_bound(Stones& stones, int to_move, const PlacementBound& bound, Body& body,
                            Counts& counts);

// The two forms of proofs. `stones` is left as it was.
//
// A proof by zones also shows which stones more of the defender would not matter: the result has
// the cells of Z1, Z2, ... up to the last zone that is not the whole board.
std::vector<std::vector<int>> verify_by_zones(Stones& stones, int to_move, int attacker, Body& body,
                                              Counts& counts);
void verify_by_tree(Stones& stones, const PlacementBound& bound, Body& body, Counts& counts);

}  // namespace check
