#pragma once

// Players of drop games by a strategy that never loses (search/cannot_lose).
//
// Not-losing only: what they play by is verified before the first move.
//
//   drop games of infinite height       a cannot-lose strategy: one that comes with the program, or
//                                       else searched for
//   drop:WxH, W <= 7 and H even,        rules for columns (Allis 1988), on seven columns unless the
//   second player                       game begins in the middle; or else a strategy

#include "match/player.hpp"

namespace inarow {

// The game is one of those above.
bool has_strategy(const DropSpec& spec, Player side);

// has_strategy() holds. The search may take its time; a stop is reported as an error.
MadePlayer find_strategy_player(const DropSpec& spec, Player side, std::size_t memory_bytes,
                                const StopToken& stop, Observer& observer);

// One that plays by the certificate of a cannot-lose strategy, which is verified here. Refused if
// it is damaged or of another game or side, or on a stop, which may be null.
MadePlayer read_strategy_player(const GameSpec& spec, Player side, const std::string& path,
                                const StopToken* stop = nullptr);

// "cannot-lose-cylinder-10-second.cert": the file of a strategy that comes with the program, in the
// folder certificates of the data folder.
std::string strategy_file_name(const DropSpec& spec, Player side);

}  // namespace inarow
