#pragma once

// A player that can be beaten: it looks a fixed number of stones ahead and knows nothing else.
//
// Heuristic, with this rule: what happens within the next `stones` stones, its own move being the
// first, it sees exactly. It completes a line as soon as it can be forced within them, makes no
// move after which it is lost within them if there is another one (and loses as late as possible if
// there is none), and is indifferent between the moves that are left: it draws lots.

#include <vector>

#include "base/bits.hpp"
#include "match/player.hpp"

namespace inarow {

inline constexpr int max_stones_ahead = 8;

// The columns that it is indifferent between, in order; the game is not over and is one of a drop
// game of finite height. With 0 stones: all that are not full. Nothing if it was stopped.
std::vector<Column> moves_of_looking_player(const Game& game, int stones, const StopToken& stop);

// `stones` from 0 to max_stones_ahead. With the same seed it draws the same lots.
std::unique_ptr<ComputerPlayer> make_looking_player(const GameSpec& spec, Player side, int stones,
                                                    Word64 seed);

}  // namespace inarow
