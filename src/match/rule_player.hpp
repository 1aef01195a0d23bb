#pragma once

// The simple priority rules of the MIT lecture on Connect-Four (SP.268, The Mathematics in Toys and
// Games, 9 March 2010), in their order. It looks at the board once and searches nothing.
//
//   1. "If there is a winning move, take it."                           (Solvability, the list)
//   2. "If your opponent has a winning move, take the move so he can't take it."        (the same)
//   3. Do not play below a threat of the other side: "a threat can only be carried out if the
//      opponent is forced to play the square below (or he allows you to play below the threat)";
//      and do not play below your own, which gives it away.               (Rules, useless threats)
//   4. Make a threat, if possible on an odd row as White and on an even row as Black: "white is
//      most likely to get odd squares, while black is most likely to get even squares".
//                                                               (Rules, odd and even threats)
//   5. "Take the center square over edges and corners": the middle columns first.     (the list)
//
// Heuristic; the lecture says of such rules that they "are generally advantageous but are not
// without downfall". Between moves that the rules leave equal it draws lots, by its seed and the
// position.

#include <vector>

#include "base/bits.hpp"
#include "match/player.hpp"

namespace inarow {

// The columns that the rules leave, in order; the game is not over and is one of a drop game of
// finite height.
std::vector<Column> moves_by_rules(const Game& game);

std::unique_ptr<ComputerPlayer> make_rule_player(const GameSpec& spec, Player side, Word64 seed);

}  // namespace inarow
