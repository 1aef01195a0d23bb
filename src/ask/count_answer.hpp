#pragma once

// How many positions a game has: Allis's bound, an estimate by samples, the exact count. The bound
// costs nothing; the exact count is refused where it would not fit into the memory allowed.

#include <optional>
#include <string>

#include "ask/work.hpp"
#include "rules/count.hpp"
#include "rules/exact_count.hpp"

namespace inarow {

struct CountQuestion {
  GameSpec spec;
  bool exact = false;
  bool estimate = false;
  int max_men = 0;  // count exactly up to so many men; 0: all
};

struct CountAnswer {
  PositionBound bound;
  std::optional<PositionEstimate> estimate;
  std::optional<ExactCount> exact;
  std::string refusal;   // why there is no exact count, or none to the end
  bool complete = true;  // everything that was asked for is there
};

// Refuses games with infinitely many positions.
Result<CountAnswer> count_positions(const CountQuestion& question, const Work& work);

}  // namespace inarow
