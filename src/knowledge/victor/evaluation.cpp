#include "knowledge/victor/evaluation.hpp"

#include "knowledge/victor/rules.hpp"

namespace inarow::victor {

template <class B>
void find_solutions(const Situation<B>& situation, unsigned rules, SolutionList<B>& list) {
  using Finder = void (*)(const Situation<B>&, SolutionList<B>&);
  constexpr std::array<Finder, rule_count> finders{
      find_claimevens<B>, find_baseinverses<B>, find_verticals<B>,
      find_afterevens<B>, find_lowinverses<B>,  find_highinverses<B>,
      find_baseclaims<B>, find_befores<B>,      find_specialbefores<B>};
  for (std::size_t i = 0; i < finders.size(); ++i) {
    if ((rules >> i & 1U) != 0) finders[i](situation, list);
  }
}

template <class B>
bool Evaluator<B>::solve(const Situation<B>& situation) {
  solutions_.clear();
  find_solutions(situation, rules_, solutions_);
  return search_.find(solutions_, situation.problems, {}, budget_);
}

template <class B>
bool Evaluator<B>::second_holds(Word first, Word second) {
  const Situation<B> situation(board_, second, first, board_.squares(), {});
  claim_ = solve(situation) ? Claim::second_not_lose : Claim::none;
  return claim_ != Claim::none;
}

template <class B>
bool Evaluator<B>::second_wins(Word first, Word second) {
  claim_ = Claim::none;
  const Situation<B> situation(board_, second, first, board_.squares(), {});
  solutions_.clear();
  find_winning_afterevens(situation, solutions_);
  const int winners = static_cast<int>(solutions_.size());
  if (winners == 0) return false;
  find_solutions(situation, rules_, solutions_);
  for (int i = 0; i < winners; ++i) {
    const std::array forced{i};
    if (search_.find(solutions_, situation.problems, forced, budget_)) {
      claim_ = Claim::second_wins;
      return true;
    }
  }
  return false;
}

template <class B>
bool Evaluator<B>::first_wins(Word first, Word second) {
  claim_ = Claim::none;
  find_levers(board_, first, second, levers_);
  for (lever_ = 0; lever_ < levers_.size(); ++lever_) {
    const LeverClaims<B> claims = claims_of(board_, first | second, levers_[lever_]);
    const Situation<B> situation(board_, first, second,
                                 board_.squares() & static_cast<Word>(~claims.columns),
                                 claims.solves);
    if (solve(situation)) {
      claim_ = Claim::first_wins;
      return true;
    }
  }
  return false;
}

template <class B>
Reason<B> Evaluator<B>::reason() const {
  Reason<B> result;
  result.claim = claim_;
  if (claim_ == Claim::none) return result;
  if (claim_ == Claim::first_wins) result.lever = levers_[lever_];
  for (const int i : search_.chosen()) {
    result.rules.push_back(solutions_[static_cast<std::size_t>(i)]);
  }
  return result;
}

template <class B>
typename Evaluator<B>::Partial Evaluator<B>::partial_second(Word first, Word second) {
  const Situation<B> situation(board_, second, first, board_.squares(), {});
  search_.keep_best(true);
  solve(situation);
  search_.keep_best(false);
  Partial result;
  result.unsolved = search_.best_left();
  for (const int i : search_.best_chosen()) {
    result.rules.push_back(solutions_[static_cast<std::size_t>(i)]);
  }
  return result;
}

template class Evaluator<SmallBoard>;
template class Evaluator<LargeBoard>;
template void find_solutions(const Situation<SmallBoard>&, unsigned, SolutionList<SmallBoard>&);
template void find_solutions(const Situation<LargeBoard>&, unsigned, SolutionList<LargeBoard>&);

}  // namespace inarow::victor
