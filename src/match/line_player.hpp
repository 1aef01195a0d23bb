#pragma once

// VICTOR (Allis 1988, 14.3): plays White by the lines of a proof and Allis's rules.
//
// Wins only: a move that he gives keeps the win, given the rules; where he knows none he says so.
// In a game that follows the lines he answers at once. In others search/victor looks for a way back
// to them, half a minute and more on 7x6, and no limit ends that search yet.

#include "match/player.hpp"

namespace inarow {

// Where the lines of this game are that come with the program; nothing if there are none.
std::optional<std::string> lines_file(const DropSpec& spec);

// For the first player of a game that has lines; refused if the file is damaged.
MadePlayer make_line_player(const GameSpec& spec);

}  // namespace inarow
