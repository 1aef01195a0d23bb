#pragma once

// Breaker as a player of placement games on the infinite board: whatever the other player does, he
// never completes a line (search/maker_breaker).
//
// Not-losing only: proved for k at least that of `inarow kdraw` for p, and q <= p.

#include "match/player.hpp"

namespace inarow {

// There is such a strategy for this game, on either side.
bool has_breaker(const PlacementSpec& spec);

// has_breaker() holds. A small search is made before the first move; refused if it is stopped.
MadePlayer make_breaker_player(const PlacementSpec& spec, Player side, const StopToken& stop);

}  // namespace inarow
