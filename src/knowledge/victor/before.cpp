// Before (Allis 1988, 6.8). A group without men of the opponent, none of its empty squares in the
// top row: the controller completes it, or for one of its empty squares he gets the successor. So
// the opponent cannot get all the *direct* successors. Each empty square is treated as a Claimeven
// or as a Vertical (whose upper square may be even here). Solves all groups that contain the
// successors of all empty squares, and what the Claimevens and Verticals solve.
//
// A Before of Claimevens alone is an Aftereven, which claims more; it is left to that rule.

#include "knowledge/victor/before_parts.hpp"

namespace inarow::victor {

template <class B>
void find_befores(const Situation<B>& situation, SolutionList<B>& list) {
  using Word = typename B::Word;
  using Groups = typename B::Groups;
  const B& board = situation.board;
  situation.own.for_each([&](int number) {
    const Word missing = board.group(number) & situation.empty;
    if (!can_be_treated(situation, missing)) return;
    const Groups succeeding = problems_with_successors(situation, missing);
    if (succeeding.empty()) return;
    for_each_treatment<B>(situation, missing, {}, [&](const BeforeParts<B>& parts) {
      if (parts.claimevens == parts.squares) return;
      if (succeeding.is_subset_of(parts.solves)) return;
      list.add({.rule = Rule::before,
                .group = static_cast<std::int16_t>(number),
                .squares = parts.squares,
                .claimevens = parts.claimevens,
                .solves = parts.solves | succeeding});
    });
  });
}

INAROW_VICTOR_INSTANTIATE(find_befores);

}  // namespace inarow::victor
