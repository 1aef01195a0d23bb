// Baseinverse (Allis 1988, 6.2). Two directly playable squares: when the opponent takes one, the
// controller takes the other. Solves all groups that contain both.

#include "knowledge/victor/rules.hpp"

namespace inarow::victor {

template <class B>
void find_baseinverses(const Situation<B>& situation, SolutionList<B>& list) {
  using Word = typename B::Word;
  for_each_square(situation.playable, [&](Word a) {
    for_each_square(static_cast<Word>(situation.playable & ~(a | (a - 1))), [&](Word b) {
      const auto solves = situation.problems_with(a, b);
      if (solves.empty()) return;
      list.add({.rule = Rule::baseinverse, .squares = a | b, .solves = solves});
    });
  });
}

INAROW_VICTOR_INSTANTIATE(find_baseinverses);

}  // namespace inarow::victor
