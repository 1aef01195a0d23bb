#include "knowledge/victor/chosen_set.hpp"

#include <algorithm>

namespace inarow::victor {
namespace {

// Counts for every problem how many solutions solve it, up to 7: a counter of three bits for each
// group, held as three sets, so that adding a solution costs a few operations for all groups.
template <class Groups>
struct SolutionCounts {
  Groups ones, twos, fours;

  void add(const Groups& set) {
    const Groups carry_one = ones & set;
    const Groups saturated = ones & twos & fours;
    ones = ((ones | set) - carry_one) | saturated;
    const Groups carry_two = twos & carry_one;
    twos = ((twos | carry_one) - carry_two) | saturated;
    fours = fours | carry_two;
  }

  // The problems with the fewest solutions.
  Groups fewest(Groups problems) const {
    for (const Groups* bit : {&fours, &twos, &ones}) {
      const Groups without = problems - *bit;
      if (!without.empty()) problems = without;
    }
    return problems;
  }
};

// How much there is to understand about a rule.
int simplicity(Rule rule) {
  constexpr std::array ranks{0, 1, 1, 2, 4, 5, 5, 3, 6};
  static_assert(ranks.size() == rule_count);
  return ranks[static_cast<std::size_t>(rule)];
}

template <class Groups>
int lowest(const Groups& groups) {
  int i = 0;
  for (const Word64 word : groups.bits) {
    if (word != 0) return i + lowest_index(word);
    i += 64;
  }
  return -1;
}

}  // namespace

template <class B>
bool ChosenSetSearch<B>::find(const SolutionList<B>& solutions, const Groups& problems,
                              std::span<const int> forced, int budget) {
  solutions_ = &solutions;
  budget_ = budget;
  chosen_count_ = 0;
  fewest_left_ = Groups::capacity + 1;
  alive_.clear();
  for (std::size_t i = 0; i < solutions.size(); ++i) {
    const bool usable = std::all_of(forced.begin(), forced.end(), [&](int f) {
      return can_combine(solutions[static_cast<std::size_t>(f)], solutions[i]);
    });
    if (usable) alive_.push_back(static_cast<std::uint16_t>(i));
  }
  Groups left = problems;
  for (const int f : forced) {
    left -= solutions[static_cast<std::size_t>(f)].solves;
    chosen_[chosen_count_++] = f;
  }
  return search(left, 0, alive_.size());
}

template <class B>
bool ChosenSetSearch<B>::search(const Groups& problems, std::size_t begin, std::size_t end) {
  if (keep_best_ && problems.size() < fewest_left_) {
    fewest_left_ = problems.size();
    best_left_ = problems;
    best_chosen_.assign(chosen_.begin(),
                        chosen_.begin() + static_cast<std::ptrdiff_t>(chosen_count_));
  }
  if (problems.empty()) return true;
  if (chosen_count_ == max_chosen) return false;

  // The hardest problem: the one with the fewest solutions.
  SolutionCounts<Groups> counts;
  for (std::size_t i = begin; i < end; ++i) counts.add((*solutions_)[alive_[i]].solves);
  const Groups unsolvable = problems - (counts.ones | counts.twos | counts.fours);
  if (!unsolvable.empty() && !keep_best_) return false;
  if (!unsolvable.empty() && unsolvable == problems) return false;
  const int hardest = lowest(counts.fewest(problems - unsolvable));

  // Its solutions, the best first.
  std::array<std::pair<int, std::uint16_t>, 512> candidates;
  std::size_t count = 0;
  for (std::size_t i = begin; i < end && count < candidates.size(); ++i) {
    const Solution<B>& solution = (*solutions_)[alive_[i]];
    if (!solution.solves.contains(hardest)) continue;
    const int rank = prefer_simple_ ? simplicity(solution.rule) * Groups::capacity : 0;
    candidates[count++] = {rank - (solution.solves & problems).size(), alive_[i]};
  }
  std::sort(candidates.begin(), candidates.begin() + static_cast<std::ptrdiff_t>(count));
  for (std::size_t i = 0; i < count; ++i) {
    if (budget_-- <= 0 || stopped(stop_)) return false;
    if (choose(candidates[i].second, problems, begin, end)) return true;
    // No set has the chosen solutions and this one, so the others need not try it again.
    const auto tried =
        std::find(alive_.begin() + static_cast<std::ptrdiff_t>(begin),
                  alive_.begin() + static_cast<std::ptrdiff_t>(end), candidates[i].second);
    --end;
    *tried = alive_[end];
  }
  return false;
}

template <class B>
bool ChosenSetSearch<B>::choose(int solution, const Groups& problems, std::size_t begin,
                                std::size_t end) {
  const Solution<B>& added = (*solutions_)[static_cast<std::size_t>(solution)];
  const Groups left = problems - added.solves;
  chosen_[chosen_count_++] = solution;
  const std::size_t top = alive_.size();
  for (std::size_t i = begin; i < end; ++i) {
    const std::uint16_t other = alive_[i];
    const Solution<B>& candidate = (*solutions_)[other];
    if (candidate.solves.intersects(left) && can_combine(added, candidate)) {
      alive_.push_back(other);
    }
  }
  if (search(left, top, alive_.size())) return true;
  alive_.resize(top);
  --chosen_count_;
  return false;
}

template class ChosenSetSearch<SmallBoard>;
template class ChosenSetSearch<LargeBoard>;

}  // namespace inarow::victor
