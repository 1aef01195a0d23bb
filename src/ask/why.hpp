#pragma once

// The reasons in an answer, of either family.

#include <variant>

#include "ask/placement_why.hpp"
#include "knowledge/victor/explanation.hpp"

namespace inarow {

struct Why {
  std::variant<victor::Explanation, PlacementExplanation> reasons;
};

}  // namespace inarow
