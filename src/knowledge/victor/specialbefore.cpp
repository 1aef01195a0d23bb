// Specialbefore (Allis 1988, 6.9). A Before group of which one empty square is directly playable,
// and a directly playable square in another column, which takes the place of the successor: when
// the opponent plays one of the two, the controller plays the other. Solves all groups that contain
// the successors of all empty squares and the extra square, all groups that contain both playable
// squares, and what the Claimevens and Verticals of the other empty squares solve.
//
// "Another column" is read as a column without an empty square of the group: the extra square must
// not meet the other parts of the rule.

#include "knowledge/victor/before_parts.hpp"

namespace inarow::victor {

template <class B>
void find_specialbefores(const Situation<B>& situation, SolutionList<B>& list) {
  using Word = typename B::Word;
  using Groups = typename B::Groups;
  const B& board = situation.board;
  situation.own.for_each([&](int number) {
    const Word missing = board.group(number) & situation.empty;
    if ((missing & situation.playable) == 0 || !can_be_treated(situation, missing)) return;
    const Groups succeeding = problems_with_successors(situation, missing);
    if (succeeding.empty()) return;
    Word columns = 0;
    for_each_square(missing, [&](Word square) { columns |= board.column_of(square); });
    for_each_square(static_cast<Word>(situation.playable & ~columns), [&](Word extra) {
      const Groups special = succeeding & situation.problems_with(extra);
      if (special.empty()) return;
      for_each_square(static_cast<Word>(missing & situation.playable), [&](Word playable) {
        const BeforeParts<B> pair{.squares = playable | extra,
                                  .solves = situation.problems_with(playable, extra)};
        for_each_treatment(situation, static_cast<Word>(missing ^ playable), pair,
                           [&](const BeforeParts<B>& parts) {
                             if (special.is_subset_of(parts.solves)) return;
                             list.add({.rule = Rule::specialbefore,
                                       .group = static_cast<std::int16_t>(number),
                                       .squares = parts.squares,
                                       .claimevens = parts.claimevens,
                                       .special = playable | extra,
                                       .solves = parts.solves | special});
                           });
      });
    });
  });
}

INAROW_VICTOR_INSTANTIATE(find_specialbefores);

}  // namespace inarow::victor
