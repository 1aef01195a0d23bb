// The quick refusal against the enumeration of all rules, in random positions.

#include "knowledge/victor/unsolvable.hpp"

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "knowledge/victor/evaluation.hpp"
#include "knowledge/victor/rules.hpp"

namespace inarow::victor {
namespace {

struct Tally {
  int refused = 0;
  int passed = 0;
};

// A problem that no instance of any rule solves must exist where the quick test says so.
template <class B>
void compare(const Situation<B>& situation, Tally& tally) {
  if (!has_unsolvable_problem(situation)) {
    ++tally.passed;
    return;
  }
  ++tally.refused;
  SolutionList<B> solutions;
  find_solutions(situation, (1U << rule_count) - 1, solutions);
  find_winning_afterevens(situation, solutions);
  typename B::Groups solved;
  for (const Solution<B>& solution : solutions) solved |= solution.solves;
  ASSERT_FALSE(situation.problems.is_subset_of(solved));
}

template <class B>
void compare_on(const DropSpec& spec) {
  using Word = typename B::Word;
  const B board(spec);
  Random random(1988);
  Tally tally;
  std::vector<Lever<B>> levers;
  for (int round = 0; round < 4000; ++round) {
    Word first = 0;
    Word second = 0;
    const int stones = random.below(spec.width * *spec.height - 2);
    for (int i = 0; i < stones;) {
      const Word landing = board.landing_squares(first | second) &
                           board.geometry().column(Column{random.below(spec.width)});
      if (landing == 0) continue;
      (i % 2 == 0 ? first : second) |= landing;
      ++i;
    }
    if (board.geometry().has_line(first) || board.geometry().has_line(second)) continue;
    if (stones % 2 == 0) {
      compare(Situation<B>(board, second, first, board.squares(), {}), tally);
      continue;
    }
    find_levers(board, first, second, levers);
    for (const Lever<B>& lever : levers) {
      const LeverClaims<B> claims = claims_of(board, first | second, lever);
      compare(Situation<B>(board, first, second,
                           board.squares() & static_cast<Word>(~claims.columns), claims.solves),
              tally);
    }
  }
  EXPECT_GT(tally.refused, 100) << GameSpec(spec).to_string();
  EXPECT_GT(tally.passed, 100) << GameSpec(spec).to_string();
}

TEST(Unsolvable, RefusesOnlyWhatTheRulesCannotSolve) {
  compare_on<SmallBoard>({7, 6, 4, false});
  compare_on<SmallBoard>({6, 6, 4, false});
  compare_on<SmallBoard>({6, 4, 4, true});
  compare_on<SmallBoard>({6, 6, 5, false});
  compare_on<LargeBoard>({8, 8, 4, false});
}

}  // namespace
}  // namespace inarow::victor
