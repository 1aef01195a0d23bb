#pragma once

// perft: the number of move sequences of a given length from the start, the standard test of move
// generators. A game that has ended has no moves. In a placement game a move is the *set* of its
// stones, and winning moves are counted with all their stones.

#include <cstdint>
#include <vector>

#include "base/stop.hpp"
#include "rules/game.hpp"
#include "rules/observer.hpp"

namespace inarow {

// The sequences of length 0 .. depth from the position of `game`; fewer entries if stopped. The
// board must be finite, or a drop board of infinite height.
std::vector<std::uint64_t> perft(const Game& game, int depth, const StopToken& stop,
                                 Observer& observer);

}  // namespace inarow
