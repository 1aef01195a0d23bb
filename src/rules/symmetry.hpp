#pragma once

// Symmetries of the boards, and canonical forms of positions: of all positions that are the same
// game seen differently, the one whose sorted list of stones is smallest.
//
//   drop games            the mirror; on a cylinder also all rotations (2 * width symmetries)
//   placement games       8 of a square board, 4 of an oblong one
//   infinite boards       8, and all translations

#include <vector>

#include "rules/game_spec.hpp"

namespace inarow {

// A map of cells: x' = xx * x + xy * y + dx (modulo `wrap` if that is not 0), y' likewise.
struct Symmetry {
  int xx = 1, xy = 0, dx = 0;
  int yx = 0, yy = 1, dy = 0;
  int wrap = 0;

  Cell operator()(Cell c) const;
};
// First `inner`, then `outer`.
Symmetry composed(const Symmetry& outer, const Symmetry& inner);
Symmetry inverse(const Symmetry& symmetry);

// All symmetries that fix the board, the identity first; without the translations.
std::vector<Symmetry> symmetries(const GameSpec& spec);

// The stones sorted by cell, and a symmetry that carries the given ones there. On an infinite
// placement board the result is moved so that its smallest column and row are 0.
struct CanonicalForm {
  std::vector<Stone> stones;
  Symmetry to_canonical;
};
CanonicalForm canonical_form(const GameSpec& spec, const std::vector<Stone>& stones);
// How many symmetries carry the stones to themselves, the identity among them.
int own_symmetries(const GameSpec& spec, const std::vector<Stone>& stones);
std::vector<Stone> canonical_stones(const GameSpec& spec, const std::vector<Stone>& stones);

}  // namespace inarow
