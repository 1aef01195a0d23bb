// Lowinverse (Allis 1988, 6.5). In two columns two empty squares one above the other, the upper
// ones odd. Together they hold an even number of squares that the controller will not begin, so the
// opponent must, and the controller gets one of the upper squares. Solves all groups that contain
// both upper squares, and those that contain both squares of one column (its Verticals).

#include "knowledge/victor/rules.hpp"

namespace inarow::victor {

template <class B>
void find_lowinverses(const Situation<B>& situation, SolutionList<B>& list) {
  using Word = typename B::Word;
  const B& board = situation.board;
  const Word uppers = situation.usable & board.odd_rows() & (situation.usable << 1);
  for_each_square(uppers, [&](Word a) {
    const Word rest = uppers & static_cast<Word>(~(a | (a - 1) | board.column_of(a)));
    for_each_square(rest, [&](Word b) {
      const auto both = situation.problems_with(a, b);
      if (both.empty()) return;
      list.add({.rule = Rule::lowinverse,
                .squares = a | a >> 1 | b | b >> 1,
                .columns = board.column_of(a) | board.column_of(b),
                .under = board.below(a >> 1) | board.below(b >> 1),
                .solves = both | situation.problems_with(a, a >> 1) |
                          situation.problems_with(b, b >> 1)});
    });
  });
}

INAROW_VICTOR_INSTANTIATE(find_lowinverses);

}  // namespace inarow::victor
