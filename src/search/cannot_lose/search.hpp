#pragma once

// Search for cannot-lose strategies. What it can prove: not-losing only; "not found" says nothing.
//
// prove(state, budget): D follows up everywhere from now on (ALL), or every move of A in an
// unfrozen column has a reply: W (D completes a line), F (D plays on top and freezes the column,
// free of charge) or P (D plays in an unfrozen column and freezes nothing, which costs one of the
// budget). The budget is deepened. Each F freezes a column and each P costs, so the search ends.

#include <cstdint>
#include <optional>

#include "base/stop.hpp"
#include "rules/observer.hpp"
#include "search/cannot_lose/prescription.hpp"
#include "search/cannot_lose/strategy.hpp"

namespace inarow::cannot_lose {

struct SearchLimits {
  int max_budget = 12;
  std::uint64_t max_states = 100'000'000;           // in the table
  std::size_t memory_bytes = std::size_t{8} << 30;  // of the table, also while it grows
};

struct SearchResult {
  std::optional<Strategy> strategy;
  int budget = 0;            // the last one searched: it sufficed if there is a strategy
  bool complete = false;     // the last budget was searched to its end
  std::uint64_t nodes = 0;   // states whose replies were searched
  std::uint64_t states = 0;  // states in the table
};

SearchResult find_strategy(const Ground& ground, Player defender, const SearchLimits& limits,
                           const StopToken& stop, Observer& observer,
                           const Prescription& prescription = {});

}  // namespace inarow::cannot_lose
