// Claimeven (Allis 1988, 6.1). Two empty squares one above the other, the upper one even.
// When the opponent plays the lower, the controller takes the upper; he never plays the lower
// himself. Solves all groups that contain the upper square.

#include "knowledge/victor/rules.hpp"

namespace inarow::victor {

template <class B>
void find_claimevens(const Situation<B>& situation, SolutionList<B>& list) {
  using Word = typename B::Word;
  for_each_square(situation.claimable(), [&](Word upper) {
    const auto& solves = situation.problems_with(upper);
    if (solves.empty()) return;
    const Word squares = upper | (upper >> 1);
    list.add(
        {.rule = Rule::claimeven, .squares = squares, .claimevens = squares, .solves = solves});
  });
}

INAROW_VICTOR_INSTANTIATE(find_claimevens);

}  // namespace inarow::victor
