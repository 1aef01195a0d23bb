#pragma once

// The three-level search of the thesis (Allis 1988, 11.6): the rules judge a position; a
// conspiracy-number tree of limited size is grown at it; a depth-first search above chooses the son
// that the conspiracy numbers favour and solves it first.
//
// Wins and not-losing (search.hpp).

#include "search/victor/conspiracy_tree.hpp"

namespace inarow::victor {

template <class B>
class ThreeLevelSearch {
 public:
  ThreeLevelSearch(const B& board, std::size_t tree_size, const SearchLimits& limits)
      : judge_(board), tree_size_(tree_size), limits_(limits), table_(limits.stop) {}

  // Unclear only if a limit stopped it.
  Verdict solve(const Position<B>& position);

  const SearchTable<B>& table() const { return table_; }
  Judge<B>& judge() { return judge_; }
  SearchStatistics statistics() const;

 private:
  bool out_of_limits() const;

  Judge<B> judge_;
  std::size_t tree_size_;
  SearchLimits limits_;
  SearchTable<B> table_;
  std::uint64_t expansions_ = 0;
  std::uint64_t trees_ = 0;
  std::uint64_t largest_tree_ = 0;
};

extern template class ThreeLevelSearch<SmallBoard>;
extern template class ThreeLevelSearch<LargeBoard>;

}  // namespace inarow::victor
