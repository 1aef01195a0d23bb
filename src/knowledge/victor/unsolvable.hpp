#pragma once

// A quick refusal before the rules are enumerated: a problem that lacks one or two squares and that
// no instance of any rule can solve. Most evaluations fail, and half of those fail for this.
//
// Changes no claim: it says true only if FindChosenSet would find a problem without a solution.

#include "knowledge/victor/solution.hpp"

namespace inarow::victor {

// Proof, rule by rule (docs/victor.md), for a problem that lacks the empty squares m, at most two,
// none of them the upper square of a usable Claimeven pair.
//   * Claimeven, the Claimeven parts of Before and Specialbefore, Aftereven's own squares, the y'
//     of a Baseclaim and the x'' and y'' of a Highinverse are upper squares of such pairs: none is
//     in m.
//   * Baseinverse, Baseclaim's y and z, Specialbefore's p and x: m is two playable squares.
//   * Vertical, Vertical parts, a column of a Lowinverse or Highinverse: m is two neighbours of one
//     column.
//   * Lowinverse's x' and y', Highinverse's x' and y': m is two odd squares above usable ones.
//   * Aftereven's squares above, Before's and Specialbefore's successors: m contains a square above
//     each empty square of an own group, so these all lie below m. (The extra square of a
//     Specialbefore only takes room in m.)
// If none of this holds, nothing solves the problem.
template <class B>
bool has_unsolvable_problem(const Situation<B>& situation) {
  using Word = typename B::Word;
  using Groups = typename B::Groups;
  const B& board = situation.board;
  const Groups claimed = board.touching(situation.claimable());
  const Word above_usable = situation.usable & board.odd_rows() & (situation.usable << 1);
  const auto has_own_group_below = [&](Word lacking) {
    Word below = 0;
    for_each_square(lacking, [&](Word square) { below |= board.below(square); });
    below &= situation.usable;
    bool found = false;
    (board.touching(below) & situation.own).for_each([&](int number) {
      found = found || (board.group(number) & situation.empty & static_cast<Word>(~below)) == 0;
    });
    return found;
  };
  bool unsolvable = false;
  (situation.problems - claimed).for_each([&](int number) {
    if (unsolvable) return;
    const Word lacking = board.group(number) & situation.empty;
    const Word first = lowest_bit(lacking);
    const Word second = lacking ^ first;
    if (more_than_one(second)) return;
    if (second != 0) {
      if (second == static_cast<Word>(first << 1)) return;
      if ((lacking & static_cast<Word>(~situation.playable)) == 0) return;
      if ((lacking & static_cast<Word>(~above_usable)) == 0) return;
    }
    unsolvable = !has_own_group_below(lacking);
  });
  return unsolvable;
}

}  // namespace inarow::victor
