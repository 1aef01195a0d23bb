// Baseclaim (Allis 1988, 6.7). Three directly playable squares and the square above the second,
// which must be even. Solves all groups that contain the first playable square and the square above
// the second, and all groups that contain the second and the third playable square.
//
// In the squares of a solution the first playable square is marked as `special`.

#include "knowledge/victor/rules.hpp"

namespace inarow::victor {

template <class B>
void find_baseclaims(const Situation<B>& situation, SolutionList<B>& list) {
  using Word = typename B::Word;
  const Word seconds = situation.playable & (situation.claimable() >> 1);
  for_each_square(seconds, [&](Word second) {
    const Word above = second << 1;
    for_each_square(static_cast<Word>(situation.playable & ~second), [&](Word first) {
      const auto claimed = situation.problems_with(first, above);
      if (claimed.empty()) return;
      for_each_square(static_cast<Word>(situation.playable & ~(second | first)), [&](Word third) {
        const auto based = situation.problems_with(second, third);
        if (based.empty()) return;
        list.add({.rule = Rule::baseclaim,
                  .squares = first | second | above | third,
                  .claimevens = second | above,
                  .special = first,
                  .solves = claimed | based});
      });
    });
  });
}

INAROW_VICTOR_INSTANTIATE(find_baseclaims);

}  // namespace inarow::victor
