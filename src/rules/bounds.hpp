#pragma once

// What is proved of a position's value, as bounds.

#include <optional>

#include "rules/types.hpp"

namespace inarow {

// Proved: lower <= score of the player to move <= upper; in placement games -1 is a loss, 1 a win.
struct Bounds {
  int lower = 0;
  int upper = 0;
  bool exact() const { return lower == upper; }
  friend bool operator==(const Bounds&, const Bounds&) = default;
};

// Nothing if the bounds leave it open.
inline std::optional<GameValue> value_of(const Bounds& bounds) {
  if (bounds.lower > 0) return GameValue::win;
  if (bounds.upper < 0) return GameValue::loss;
  if (bounds.lower == 0 && bounds.upper == 0) return GameValue::draw;
  return std::nullopt;
}

}  // namespace inarow
