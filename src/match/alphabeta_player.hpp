#pragma once

// A player of the textbook: alpha-beta to a fixed number of stones, and then the open lines of the
// board (match/drop_thinker.hpp). Overlooks nothing within its stones, knows nothing of zugzwang.
//
// Heuristic. Between moves of equal value it draws lots, by its seed and the position: the same
// player gives the same move whenever it is asked.

#include "base/bits.hpp"
#include "match/player.hpp"

namespace inarow {

inline constexpr int max_alphabeta_stones = 10;

// `stones` from 1 to max_alphabeta_stones, of a drop game of finite height.
std::unique_ptr<ComputerPlayer> make_alphabeta_player(const GameSpec& spec, Player side, int stones,
                                                      Word64 seed);

}  // namespace inarow
