// Highinverse (Allis 1988, 6.6). In two columns three empty squares one above the other, the upper
// ones even. After the Lowinverse below has begun in one column the controller claims the upper
// square of the other. Solves all groups that contain both upper squares, or both middle squares,
// or the middle and the upper square of one column; and, if the lower square of a column is
// directly playable, all groups that contain it and the upper square of the other column.

#include "knowledge/victor/rules.hpp"

namespace inarow::victor {

template <class B>
void find_highinverses(const Situation<B>& situation, SolutionList<B>& list) {
  using Word = typename B::Word;
  const B& board = situation.board;
  const Word uppers = situation.claimable() & (situation.usable << 2);
  for_each_square(uppers, [&](Word a) {
    const Word rest = uppers & static_cast<Word>(~(a | (a - 1) | board.column_of(a)));
    for_each_square(rest, [&](Word b) {
      const Word low_a = a >> 2;
      const Word low_b = b >> 2;
      auto goals = situation.problems_with(a, b);
      if ((low_a & situation.playable) != 0) goals |= situation.problems_with(low_a, b);
      if ((low_b & situation.playable) != 0) goals |= situation.problems_with(low_b, a);
      if (goals.empty()) return;  // then a Lowinverse does as well
      list.add({.rule = Rule::highinverse,
                .squares = a | a >> 1 | low_a | b | b >> 1 | low_b,
                .columns = board.column_of(a) | board.column_of(b),
                .under = board.below(low_a) | board.below(low_b),
                .solves = goals | situation.problems_with(a >> 1, b >> 1) |
                          situation.problems_with(a, a >> 1) | situation.problems_with(b, b >> 1)});
    });
  });
}

INAROW_VICTOR_INSTANTIATE(find_highinverses);

}  // namespace inarow::victor
