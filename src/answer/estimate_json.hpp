#pragma once

// The JSON of estimates (docs/formats/solve.md), in answers and in reasons.

#include "match/estimate.hpp"

namespace inarow {

template <class J>
void describe(J& j, EstimatedMove& move) {
  j.field("win", move.win);
  j.field("score", move.score);
  j.moves("line", move.line);
}

template <class J>
void describe(J& j, Estimate& estimate) {
  j.field("win", estimate.win);
  j.moves("line", estimate.line);
  j.field("score", estimate.score);
  j.field("depth", estimate.depth);
  j.unless_empty("moves", estimate.moves);
}

}  // namespace inarow
