#pragma once

// Positions as pictures in text, as the papers draw them: x is the first player, o the second, the
// rows counted from the bottom.
//
//   3 . . . . . . .
//   2 . . . o . . .
//   1 . . . x x . .
//     a b c d e f g

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "rules/game.hpp"

namespace inarow {

// Infinite boards are drawn around the stones, with the coordinates of rows and columns; where that
// would be more than so many rows or columns, the part around the last stone, and below it a line
// with the number of stones that are outside.
inline constexpr int largest_picture = 100;
std::string draw(const Game& game);

// The same with a character on each of some empty cells, around which infinite boards are drawn
// too.
std::string draw(const Game& game, const std::map<Cell, char>& marks);

// Reads such a picture of a finite board (the labels may be missing, spaces between cells too; rows
// of dots at the top may be left out in drop games). Stones in the air are refused.
Result<std::vector<Stone>> read_picture(const GameSpec& spec, std::string_view text);

// Finds moves that lead to the position; refuses positions that no game reaches, with the reason.
// For drop games it looks at up to `limit` positions on the way, each of which takes about 50
// bytes; for won placement games at so many lines of the winner.
Result<Game> game_with_stones(const GameSpec& spec, const std::vector<Stone>& stones,
                              std::size_t limit = 20'000'000);

}  // namespace inarow
