#pragma once

// The perfect player of drop games of finite height.
//
// Exact: it plays moves of the best score, so it wins as soon and loses as late as possible. If it
// is stopped before such a move is proved, it gives none. Asked again, it goes on where it was: the
// engine remembers.
//
// Where it cannot win, it sets traps: among the moves of the best score it plays the one after
// which the largest share of the replies throws something away, and those that lose soon count
// most (trap_value). That takes a quarter of its time at most, and half a second; where that is too
// short, it plays the first best move it has found. Otherwise its moves are always the same.

#include "match/player.hpp"
#include "search/alphabeta/analysis.hpp"

namespace inarow {

// What it searches with: an engine (null if DropAnalyst::needs_engine() is false) and exact scores
// that are known already, such as a book (may be null).
struct DropTools {
  std::shared_ptr<DropEngine> engine;
  std::shared_ptr<const KnownScores> known;
};

std::unique_ptr<ComputerPlayer> make_perfect_player(const GameSpec& spec, Player side,
                                                    DropTools tools);

// How good a trap a position is for the player to move, given the exact scores of all his moves,
// with so many stones on the board: each move whose value is worse than the best counts 1, and one
// that loses up to 1 more, the sooner the more; divided by the number of moves. From 0 to 2.
double trap_value(const std::vector<MoveScore>& replies, int cells, int stones);

}  // namespace inarow
