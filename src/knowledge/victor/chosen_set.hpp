#pragma once

// FindChosenSet (Allis 1988, 9.2): from the solutions of a situation, a set that can be applied
// together and solves every problem. Backtracking, the hardest problem first.
//
// Sound if the rules are: a set it returns is pairwise combinable and covers all problems. It may
// give up (`budget`, a stop) without having found an existing set.

#include <array>
#include <span>

#include "base/stop.hpp"
#include "knowledge/victor/combination.hpp"

namespace inarow::victor {

template <class B>
class ChosenSetSearch {
 public:
  using Groups = typename B::Groups;
  static constexpr int max_chosen = 128;

  // Looks for a set that contains the solutions `forced` (indices, combinable with each other).
  // Tries at most `budget` choices.
  bool find(const SolutionList<B>& solutions, const Groups& problems, std::span<const int> forced,
            int budget);

  // Indices of the chosen solutions, after find() returned true.
  std::span<const int> chosen() const { return {chosen_.data(), chosen_count_}; }

  // Among the solutions of a problem, try the simple rules first (for sets that people read), not
  // those that solve most.
  void prefer_simple(bool on) { prefer_simple_ = on; }

  // After a stop nothing is found any more; null: none.
  void set_stop(const StopToken* stop) { stop_ = stop; }

  // With keep_best, a find() that fails leaves the set that left the fewest problems unsolved.
  void keep_best(bool on) { keep_best_ = on; }
  const std::vector<int>& best_chosen() const { return best_chosen_; }
  const Groups& best_left() const { return best_left_; }

 private:
  bool search(const Groups& problems, std::size_t begin, std::size_t end);
  bool choose(int solution, const Groups& problems, std::size_t begin, std::size_t end);

  const SolutionList<B>* solutions_ = nullptr;
  std::vector<std::uint16_t> alive_;  // stack of lists of solutions that can still be used
  std::array<int, max_chosen> chosen_{};
  std::size_t chosen_count_ = 0;
  int budget_ = 0;
  const StopToken* stop_ = nullptr;
  bool keep_best_ = false;
  bool prefer_simple_ = false;
  int fewest_left_ = 0;
  Groups best_left_;
  std::vector<int> best_chosen_;
};

extern template class ChosenSetSearch<SmallBoard>;
extern template class ChosenSetSearch<LargeBoard>;

}  // namespace inarow::victor
