#pragma once

// What Before and Specialbefore share: a group of the controller whose empty squares are each
// treated in one of two ways, as a Claimeven (square below, square) if that is free, or as a
// Vertical (square, square above).

#include "knowledge/victor/rules.hpp"

namespace inarow::victor {

template <class B>
struct BeforeParts {
  typename B::Word squares = 0;
  typename B::Word claimevens = 0;
  typename B::Groups solves;
};

// Calls f with the parts of every way to treat the squares `missing`. All must lie in different
// columns, below the top row, and they and their successors must be usable.
template <class B, class F>
void for_each_treatment(const Situation<B>& situation, typename B::Word missing,
                        const BeforeParts<B>& so_far, F&& f) {
  using Word = typename B::Word;
  if (missing == 0) return f(so_far);
  const Word square = lowest_bit(missing);
  const Word rest = missing ^ square;
  BeforeParts<B> vertical = so_far;
  vertical.squares |= square | square << 1;
  vertical.solves |= situation.problems_with(square, static_cast<Word>(square << 1));
  for_each_treatment(situation, rest, vertical, f);
  if ((square & situation.claimable()) != 0) {
    BeforeParts<B> claimeven = so_far;
    claimeven.squares |= square | square >> 1;
    claimeven.claimevens |= square | square >> 1;
    claimeven.solves |= situation.problems_with(square);
    for_each_treatment(situation, rest, claimeven, f);
  }
}

// True if the squares can be the empty squares of a Before group.
template <class B>
bool can_be_treated(const Situation<B>& situation, typename B::Word missing) {
  using Word = typename B::Word;
  if (missing == 0 || !situation.is_usable(missing | static_cast<Word>(missing << 1))) return false;
  // Two squares of one group share a column only if the group is vertical, and then they are
  // neighbours.
  return (missing & static_cast<Word>(missing << 1)) == 0;
}

// The problems that contain the successors of all the squares.
template <class B>
typename B::Groups problems_with_successors(const Situation<B>& situation,
                                            typename B::Word missing) {
  auto result = situation.problems;
  for_each_square(missing, [&](typename B::Word square) {
    result &= situation.problems_with(static_cast<typename B::Word>(square << 1));
  });
  return result;
}

}  // namespace inarow::victor
