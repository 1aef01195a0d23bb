#pragma once

// A guess at who wins a position of a placement game, where nothing is proved.
//
// Heuristic: nothing of it may reach a value.

#include "ask/answer.hpp"

namespace inarow {

// The game is a placement game that is not over.
Estimate estimate_of(const Game& game);

}  // namespace inarow
