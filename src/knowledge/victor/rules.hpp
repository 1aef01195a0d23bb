#pragma once

// The nine rules, one file each. A function adds every instance of its rule that solves at least
// one problem which no simpler rule on fewer squares solves: a Before that only does what its
// Claimevens and Verticals do would never be needed.

#include "knowledge/victor/solution.hpp"

namespace inarow::victor {

template <class B>
void find_claimevens(const Situation<B>& situation, SolutionList<B>& list);
template <class B>
void find_baseinverses(const Situation<B>& situation, SolutionList<B>& list);
template <class B>
void find_verticals(const Situation<B>& situation, SolutionList<B>& list);
template <class B>
void find_afterevens(const Situation<B>& situation, SolutionList<B>& list);
template <class B>
void find_lowinverses(const Situation<B>& situation, SolutionList<B>& list);
template <class B>
void find_highinverses(const Situation<B>& situation, SolutionList<B>& list);
template <class B>
void find_baseclaims(const Situation<B>& situation, SolutionList<B>& list);
template <class B>
void find_befores(const Situation<B>& situation, SolutionList<B>& list);
template <class B>
void find_specialbefores(const Situation<B>& situation, SolutionList<B>& list);

// Every Aftereven, also those that solve nothing: they are reasons to win.
template <class B>
void find_winning_afterevens(const Situation<B>& situation, SolutionList<B>& list);

}  // namespace inarow::victor
