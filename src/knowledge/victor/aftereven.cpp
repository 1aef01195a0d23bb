// Aftereven (Allis 1988, 6.4). A group that the controller will complete with the even squares of
// Claimevens alone: every empty square of it is even and the square below is empty. Above the last
// square that completes it nothing is played, so in at least one of its columns the opponent gets
// nothing above. Solves, besides what its Claimevens solve, all groups that have a square above the
// empty square of the group in every Aftereven column.
//
// With an Aftereven in the chosen set the controller does not only hold the game, he wins it
// (9.2 mentions this and leaves it undone; docs/victor.md says why it holds).

#include "knowledge/victor/rules.hpp"

namespace inarow::victor {
namespace {

template <class B, class Keep>
void find(const Situation<B>& situation, SolutionList<B>& list, Keep&& keep) {
  using Word = typename B::Word;
  using Groups = typename B::Groups;
  const B& board = situation.board;
  const Word claimable = situation.claimable();
  situation.own.for_each([&](int number) {
    const Word missing = board.group(number) & situation.empty;
    if ((missing & static_cast<Word>(~claimable)) != 0) return;
    Groups claimed;
    Groups above = situation.problems;
    for_each_square(missing, [&](Word square) {
      claimed |= situation.problems_with(square);
      Groups higher;
      for_each_square(board.above(square), [&](Word s) { higher |= situation.problems_with(s); });
      above &= higher;
    });
    if (!keep(above - claimed)) return;
    const Word squares = missing | (missing >> 1);
    list.add({.rule = Rule::aftereven,
              .group = static_cast<std::int16_t>(number),
              .squares = squares,
              .claimevens = squares,
              .solves = claimed | above});
  });
}

}  // namespace

template <class B>
void find_afterevens(const Situation<B>& situation, SolutionList<B>& list) {
  find(situation, list, [](const auto& gained) { return !gained.empty(); });
}

template <class B>
void find_winning_afterevens(const Situation<B>& situation, SolutionList<B>& list) {
  find(situation, list, [](const auto&) { return true; });
}

INAROW_VICTOR_INSTANTIATE(find_afterevens);
INAROW_VICTOR_INSTANTIATE(find_winning_afterevens);

}  // namespace inarow::victor
