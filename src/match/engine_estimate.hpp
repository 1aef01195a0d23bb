#pragma once

// What the engine (search/engine) thinks of a position of a placement game where nothing is proved.
//
// Heuristic: nothing of it may reach a value.
//
//   Estimate estimate = estimate_position(game, {.moves = 5, .stop = &stop});
//   estimate.win, estimate.line ...
//
// The work is bounded by positions, not by a clock: the same question gets the same answer on every
// machine, within some ten milliseconds, or some fifty if several moves are compared
// (docs/results/engine.md).

#include <cstdint>

#include "base/stop.hpp"
#include "match/estimate.hpp"
#include "search/engine/engine.hpp"

namespace inarow {

struct EstimateLimits {
  // Positions of the search; 0: as many as take that long; 1: the stones are only counted.
  std::uint64_t nodes = 0;
  int moves = 1;  // the best so many are listed, if more than one
  const StopToken* stop = nullptr;
};

// The game is a placement game that is not over. Where the engine cannot think (engine.hpp), both
// sides are said to win as often.
Estimate estimate_position(const Game& game, const EstimateLimits& limits = {});

// What it found, in the words of everybody else; what it has proved is not told.
Estimate estimate_of(const engine::EngineResult& result);

}  // namespace inarow
