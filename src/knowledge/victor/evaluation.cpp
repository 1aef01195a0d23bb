#include "knowledge/victor/evaluation.hpp"

#include <algorithm>

#include "knowledge/victor/rules.hpp"
#include "knowledge/victor/unsolvable.hpp"

namespace inarow::victor {

template <class B>
void find_solutions(const Situation<B>& situation, unsigned rules, SolutionList<B>& list,
                    const StopToken* stop) {
  using Finder = void (*)(const Situation<B>&, SolutionList<B>&);
  constexpr std::array<Finder, rule_count> finders{
      find_claimevens<B>, find_baseinverses<B>, find_verticals<B>,
      find_afterevens<B>, find_lowinverses<B>,  find_highinverses<B>,
      find_baseclaims<B>, find_befores<B>,      find_specialbefores<B>};
  for (std::size_t i = 0; i < finders.size(); ++i) {
    if ((rules >> i & 1U) != 0 && !stopped(stop)) finders[i](situation, list);
  }
}

template <class B>
bool Evaluator<B>::solve(const Situation<B>& situation) {
  solutions_.clear();
  problems_ = situation.problems;
  find_solutions(situation, rules_, solutions_, stop_);
  return search_.find(solutions_, situation.problems, {}, budget_);
}

template <class B>
bool Evaluator<B>::second_holds(Word first, Word second) {
  const Situation<B> situation(board_, second, first, board_.squares(), {});
  claim_ =
      !has_unsolvable_problem(situation) && solve(situation) ? Claim::second_not_lose : Claim::none;
  return claim_ != Claim::none;
}

template <class B>
bool Evaluator<B>::second_wins(Word first, Word second, Word within) {
  claim_ = Claim::none;
  const Situation<B> situation(board_, second, first, board_.squares(), {});
  if (has_unsolvable_problem(situation)) return false;
  solutions_.clear();
  problems_ = situation.problems;
  find_winning_afterevens(situation, solutions_);
  const int winners = static_cast<int>(solutions_.size());
  if (winners == 0) return false;
  find_solutions(situation, rules_, solutions_, stop_);
  for (int i = 0; i < winners; ++i) {
    // The empty squares of the group are the even ones of its pairs.
    const Word lacking = solutions_[static_cast<std::size_t>(i)].squares & board_.even_rows();
    if ((lacking & static_cast<Word>(~within)) != 0) continue;
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
  find_levers(board_, first, second, levers_);
  return solve_beside_lever(first, second, board_.squares());
}

template <class B>
bool Evaluator<B>::first_wins_by_odd_threat(Word first, Word second, Word within) {
  find_odd_threats(board_, first, second, levers_);
  return solve_beside_lever(first, second, within);
}

// Tries the levers found whose square lies in `within`.
template <class B>
bool Evaluator<B>::solve_beside_lever(Word first, Word second, Word within) {
  claim_ = Claim::none;
  for (lever_ = 0; lever_ < levers_.size(); ++lever_) {
    if ((levers_[lever_].square & within) == 0) continue;
    const Situation<B> situation = beside(first, second, levers_[lever_]);
    if (!has_unsolvable_problem(situation) && solve(situation)) {
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
  if (prefer_simple_) shorten(result);
  return result;
}

template <class B>
void Evaluator<B>::shorten(Reason<B>& reason) const {
  // Simple rules first; the Aftereven that wins, if it is needed for the claim, before them all.
  const auto rank = [&](const Solution<B>& s) {
    return reason.claim == Claim::second_wins && s.rule == Rule::aftereven
               ? -1
               : static_cast<int>(s.rule);
  };
  std::stable_sort(reason.rules.begin(), reason.rules.end(),
                   [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
  const std::size_t keep = reason.claim == Claim::second_wins ? 1 : 0;
  for (std::size_t i = reason.rules.size(); i-- > keep;) {
    Groups left = problems_;
    for (std::size_t j = 0; j < reason.rules.size(); ++j) {
      if (j != i) left -= reason.rules[j].solves;
    }
    if (left.empty()) reason.rules.erase(reason.rules.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

template <class B>
Situation<B> Evaluator<B>::beside(Word first, Word second, const Lever<B>& lever) const {
  const LeverClaims<B> claims = claims_of(board_, static_cast<Word>(first | second), lever);
  return Situation<B>(board_, first, second, board_.squares() & static_cast<Word>(~claims.columns),
                      claims.solves);
}

template <class B>
typename Evaluator<B>::Partial Evaluator<B>::solve_most(const Situation<B>& situation) {
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

template <class B>
typename Evaluator<B>::Partial Evaluator<B>::partial_second(Word first, Word second) {
  return solve_most(Situation<B>(board_, second, first, board_.squares(), {}));
}

template <class B>
std::optional<typename Evaluator<B>::Partial> Evaluator<B>::partial_first(Word first, Word second) {
  find_levers(board_, first, second, levers_);
  std::optional<Partial> best;
  for (const Lever<B>& lever : levers_) {
    Partial partial = solve_most(beside(first, second, lever));
    partial.lever = lever;
    if (!best || partial.unsolved.size() < best->unsolved.size()) best = std::move(partial);
  }
  return best;
}

template class Evaluator<SmallBoard>;
template class Evaluator<LargeBoard>;
template void find_solutions(const Situation<SmallBoard>&, unsigned, SolutionList<SmallBoard>&,
                             const StopToken*);
template void find_solutions(const Situation<LargeBoard>&, unsigned, SolutionList<LargeBoard>&,
                             const StopToken*);

}  // namespace inarow::victor
