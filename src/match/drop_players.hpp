#pragma once

// Players of finite drop games: one that looks up and follows the lines of a proof with Allis's
// rules (he wins every game as White), and one that plays perfectly by exact search.

#include "match/opponent.hpp"
#include "search/alphabeta/analysis.hpp"
#include "search/victor/line_book.hpp"

namespace inarow {

// VICTOR (Allis 1988, 14.3): plays White from the position that the lines prove to be won.
Result<std::unique_ptr<Opponent>> make_line_player(const GameSpec& spec, Player side,
                                                   victor::LineBook book);

// Plays moves of the best score: wins as soon and loses as late as possible. `known` may be null
// and must outlive the player, as must `stop`.
std::unique_ptr<Opponent> make_perfect_player(const GameSpec& spec, std::size_t table_bytes,
                                              int threads, const KnownScores* known,
                                              const StopToken& stop);

}  // namespace inarow
