#pragma once

// The first player's side (Allis 1988, ch. 8). He does not control the zugzwang unless an odd
// threat gives it to him, or a pair of groups that will become one (a threat combination). Each
// gives claims in its column or columns; the nine rules must do the rest on the other columns.
//
// Wins only: used when the second player is to move.

#include <vector>

#include "knowledge/victor/board.hpp"

namespace inarow::victor {

enum class LeverKind : std::uint8_t {
  odd_threat,         // 8.2
  combination_above,  // 8.4, 1: the even square lies above the odd square of the other column
  combination_below,  // 8.4, 2: the even square lies below it
};
constexpr const char* name_of(LeverKind kind) {
  constexpr std::array names{"odd threat", "threat combination (even above odd)",
                             "threat combination (odd above even)"};
  return names[static_cast<std::size_t>(kind)];
}

// What gives the first player control of the zugzwang.
template <class B>
struct Lever {
  using Word = typename B::Word;
  LeverKind kind = LeverKind::odd_threat;
  std::int16_t group = -1;         // lacks one square (odd threat) or two odd squares
  std::int16_t second_group = -1;  // of a combination: lacks the crossing and the even square
  Word square = 0;                 // the odd threat, or the crossing square
  Word odd = 0;                    // of a combination: the odd square in the other column
  Word even = 0;                   // of a combination: the even square next to it
  bool base = false;               // of a combination: claims one of the two lowest squares
};

// The odd threats of a position in which the second player is to move.
template <class B>
void find_odd_threats(const B& board, typename B::Word first, typename B::Word second,
                      std::vector<Lever<B>>& levers);

// All levers of a position in which the second player is to move, odd threats first.
template <class B>
void find_levers(const B& board, typename B::Word first, typename B::Word second,
                 std::vector<Lever<B>>& levers);

// The groups of the second player that the lever itself solves, and the columns that the rules must
// leave alone.
template <class B>
struct LeverClaims {
  typename B::Groups solves;
  typename B::Word columns = 0;
};
template <class B>
LeverClaims<B> claims_of(const B& board, typename B::Word stones, const Lever<B>& lever);

}  // namespace inarow::victor
