#pragma once

// Verifies a finished strategy from the definitions (safety.hpp says why they suffice): every state
// that can arise is there, every state and every move of A is safe, every reply is legal and leads
// to a state that is there. Written apart from the search: it shares no code with the test there,
// works on columns of characters and lists of cells, and is in no hurry.
// What it can prove: not-losing only.

#include "base/result.hpp"
#include "base/stop.hpp"
#include "search/cannot_lose/strategy.hpp"

namespace inarow::cannot_lose {

struct Verified {
  std::uint64_t states = 0;
  std::uint64_t moves = 0;  // of A, that were answered
};

// The error names the state and what is wrong with it. `stop` may be null; after a stop nothing is
// verified, and the error says so.
Result<Verified> verify(const Strategy& strategy, const StopToken* stop = nullptr);

}  // namespace inarow::cannot_lose
