// Vertical (Allis 1988, 6.3). Two empty squares one above the other, the upper one odd (were it
// even, Claimeven would claim more). When the opponent plays the lower, the controller takes the
// upper. Solves all groups that contain both. Independent of the zugzwang.

#include "knowledge/victor/rules.hpp"

namespace inarow::victor {

template <class B>
void find_verticals(const Situation<B>& situation, SolutionList<B>& list) {
  using Word = typename B::Word;
  const Word uppers = situation.usable & situation.board.odd_rows() & (situation.usable << 1);
  for_each_square(uppers, [&](Word upper) {
    const Word lower = upper >> 1;
    const auto solves = situation.problems_with(lower, upper);
    if (solves.empty()) return;
    list.add({.rule = Rule::vertical, .squares = lower | upper, .solves = solves});
  });
}

INAROW_VICTOR_INSTANTIATE(find_verticals);

}  // namespace inarow::victor
