#pragma once

// Strategies that go on for ever without freezing: cycles of states whose dead rows are deleted
// (needed by the first player on the cylinder of width 2: Yamaguchi and Neller 2015, section 3).
// Safety is a condition on states only, so a set of states in which D can stay is enough: the
// greatest fixed point, found by removing states with an unanswerable move until none is left.
// What it can prove: not-losing only.

#include <optional>

#include "search/cannot_lose/prescription.hpp"
#include "search/cannot_lose/strategy.hpp"

namespace inarow::cannot_lose {

// All states with at most `highest` stones in a column are built, so this is for small widths.
std::optional<Strategy> find_looping_strategy(const Ground& ground, Player defender, int highest,
                                              const Prescription& prescription);

}  // namespace inarow::cannot_lose
