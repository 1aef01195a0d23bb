#include "search/victor/three_level_search.hpp"

#include <algorithm>

namespace inarow::victor {

template <class B>
bool ThreeLevelSearch<B>::out_of_limits() const {
  return (stopped(limits_.stop)) || table_.bytes_to_grow() > limits_.memory_bytes;
}

template <class B>
Verdict ThreeLevelSearch<B>::solve(const Position<B>& position) {
  const Key<B> key = key_of(judge_.board(), position);
  if (const Verdict* known = table_.find(key); known != nullptr && *known != Verdict::unclear) {
    return *known;
  }
  Position<B> settled = position;
  Verdict verdict = judge_.judge(settled);
  while (verdict == Verdict::unclear && !out_of_limits()) {
    ConspiracyTree<B> tree(judge_, table_);
    verdict = tree.grow(settled, tree_size_, limits_.stop);
    ++trees_;
    expansions_ += tree.expansions();
    largest_tree_ = std::max<std::uint64_t>(largest_tree_, tree.size());
    tell(limits_.observer, statistics());
    if (verdict != Verdict::unclear || out_of_limits()) break;
    // The best son is solved first; then this position is tried again with what has been learnt.
    solve(tree.sons_of_root().front());
  }
  table_.set(key, verdict);
  return verdict;
}

template <class B>
SearchStatistics ThreeLevelSearch<B>::statistics() const {
  return {.evaluations = judge_.evaluations(),
          .expansions = expansions_,
          .table = table_.size(),
          .trees = trees_,
          .largest_tree = largest_tree_};
}

template class ThreeLevelSearch<SmallBoard>;
template class ThreeLevelSearch<LargeBoard>;

}  // namespace inarow::victor
