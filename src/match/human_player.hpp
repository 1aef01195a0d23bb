#pragma once

// Players that lose as people lose: they look a few stones ahead and overlook lines on the way, and
// their promise says which.
//
// Heuristic. Each level is a row of one table (human_player.cpp). The rule:
//
//   * A line that would be complete n stones from now is seen with probability (1 - m)^n, where m
//     is the level's for columns, rows or diagonals: people miss diagonals most and columns least,
//     and the more, the further away.
//   * m is doubled for lines with a square that no stone can be put on yet: threats that hang in
//     the air are what people play under.
//   * m is a third for lines through the last stone: everybody looks at what has just been played.
//   * What is not decided within the look-ahead is judged by open lines, give or take the level's
//     whim. Only the upper levels know that odd threats are the first player's and even ones the
//     second's (zugzwang).
//
// So a level at which m is 0 for columns never overlooks three in a column, whatever else happens.
// What is overlooked depends on the seed and the position: asked again, it answers the same; in the
// next position it looks anew. It thinks of at most two million positions and takes the deepest
// look that it has finished; so it always has a move.

#include <string>

#include "base/bits.hpp"
#include "match/player.hpp"

namespace inarow {

struct HumanLevel {
  const char* name;  // "a beginner"
  int stones;        // looks so far ahead
  // How often a line is overlooked that could be completed by the next stone.
  double column;
  double row;
  double diagonal;
  int whim;      // in values of match/drop_thinker.hpp, either way
  int zugzwang;  // Sight::zugzwang
};

inline constexpr int human_levels = 6;
// 1 to human_levels.
const HumanLevel& human_level(int level);

// Of a drop game of finite height.
std::unique_ptr<ComputerPlayer> make_human_player(const GameSpec& spec, Player side, int level,
                                                  Word64 seed);

}  // namespace inarow
