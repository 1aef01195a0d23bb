#pragma once

// The perfect player of drop games of finite height.
//
// Exact: it plays moves of the best score, so it wins as soon and loses as late as possible. If it
// is stopped before such a move is proved, it gives none. Asked again, it goes on where it was: the
// engine remembers.

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

}  // namespace inarow
