#pragma once

// Moves as text, both ways, as users write them:
//
//   drop games         4453 (columns from 1, up to 9 of them), ddec (columns), d1 d2 e1 c1 (cells,
//                      whose rows are checked)
//   placement games    j10 k11i11 j12h9: the stones of a move follow each other; -- is a null stone
//   infinite boards    0,0 -1,1 1,1: integer pairs separated by spaces
//
// Columns after z are aa, ab, ...; on boards with such columns column names must be separated by
// spaces. Capital letters and superfluous spaces (and commas between cells) are accepted.

#include <string>
#include <string_view>

#include "rules/game.hpp"

namespace inarow {

std::string column_name(Column column);                  // a .. z, aa, ab, ...
std::string cell_name(const GameSpec& spec, Cell cell);  // d4; 3,-1 on infinite boards; --
std::string format_move(const GameSpec& spec, const Move& move);

// All moves: digits up to 9 columns, else letters, else cells; cells in placement games.
std::string format_moves(const GameSpec& spec, const MoveList& moves);

// Reads moves from the start of the game and plays them. A text that cannot be read is refused with
// the character, an illegal move with its number.
Result<Game> read_game(const GameSpec& spec, std::string_view moves);

// Reads one move in the position of `game` (as a player types it); it is not yet checked or played.
Result<Move> read_move(const Game& game, std::string_view text);

// Reads a cell, without looking at the game: d4, 3,-1 or --.
Result<Cell> read_cell(const GameSpec& spec, std::string_view text);

}  // namespace inarow
