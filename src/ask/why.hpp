#pragma once

// The reasons in an answer, of either family.

#include <variant>

#include "ask/drop_plan.hpp"
#include "ask/placement_why.hpp"
#include "knowledge/victor/explanation.hpp"
#include "match/estimate.hpp"

namespace inarow {

struct Why {
  std::variant<victor::Explanation, PlacementExplanation> reasons;
  // Of drop games, if they were asked for: the verdict with its plans, and what is wrong with a
  // move.
  std::optional<DropReason> plans{};
  std::optional<WhyNotNote> why_not{};
  std::optional<Estimate> estimate{};  // where nothing is proved: a view, no proof
};

}  // namespace inarow
