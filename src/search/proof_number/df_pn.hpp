#pragma once

// Depth-first proof-number search (Nagai 2002) with VICTOR's rules at its leaves: a sibling of the
// thesis's three-level search that asks the same question with the same leaves, table keys and
// numbers, and keeps all numbers in one table instead of many trees.
//
// Wins and not-losing (search/victor/search.hpp). A position's value is stored only when one of its
// numbers is 0, which needs a decided son or all sons decided; drop games have no cycles.

#include "search/victor/search.hpp"

namespace inarow::victor {

template <class B>
class DfPnSearch {
 public:
  using Word = typename B::Word;
  static constexpr std::uint32_t infinite = 1U << 30;

  DfPnSearch(const B& board, const SearchLimits& limits)
      : judge_(board), limits_(limits), table_(limits.stop) {}

  // Unclear only if a limit stopped it.
  Verdict solve(const Position<B>& position);

  // The value of a position that the search has met, else unclear.
  Verdict known(const Position<B>& position) const;

  Judge<B>& judge() { return judge_; }
  SearchStatistics statistics() const;

 private:
  // Proof and disproof number: of White's win.
  struct Numbers {
    std::uint32_t proof = 1;
    std::uint32_t disproof = 1;
  };

  Numbers numbers_of(const Position<B>& position);
  void search(const Position<B>& position, Numbers limit);
  bool out_of_limits() const;

  Judge<B> judge_;
  SearchLimits limits_;
  KeyMap<B, Numbers> table_;
  std::uint64_t expansions_ = 0;
};

extern template class DfPnSearch<SmallBoard>;
extern template class DfPnSearch<LargeBoard>;

}  // namespace inarow::victor
