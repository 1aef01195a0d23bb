#pragma once

// What the two searches with VICTOR's rules at their leaves share: the three-level search of the
// thesis (search/victor) and proof-number search (search/proof_number). Both answer one question:
// does White win, or does Black at least draw?
//
// Wins and not-losing: an answer is proved, given the rules (docs/victor.md).

#include <cstdint>
#include <vector>

#include "base/stop.hpp"
#include "knowledge/victor/key_map.hpp"
#include "rules/observer.hpp"

namespace inarow::victor {

// The values found so far, by generalised position. Unclear: evaluated, but not decided.
template <class B>
using SearchTable = KeyMap<B, Verdict>;

struct SearchLimits {
  std::size_t memory_bytes = std::size_t{1} << 30;
  const StopToken* stop = nullptr;
  Observer* observer = nullptr;
};

// What a search tells about itself.
struct SearchStatistics {
  std::uint64_t evaluations = 0;  // how often the rules were asked
  std::uint64_t expansions = 0;   // positions whose moves were tried
  std::uint64_t table = 0;        // positions in the table
  std::uint64_t trees = 0;        // conspiracy-number trees grown
  std::uint64_t largest_tree = 0;
};

// For progress lines; called now and then by a running search.
void tell(Observer* observer, const SearchStatistics& statistics);

}  // namespace inarow::victor
