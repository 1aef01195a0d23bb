#pragma once

// The request /api/strategy: a move of a proved strategy and what it has promised
// (match/player.hpp). The game so far comes with every request; only the strategies themselves are
// kept, in the tables.

#include <string>

#include "ask/tables.hpp"
#include "service/answer_task.hpp"
#include "service/request.hpp"

namespace inarow::service {

// Of game, side, moves, seconds.
Answerable<std::string> strategy_reply(const std::string& body, const RequestLimits& limits,
                                       Tables& tables, const StopToken& stop);

}  // namespace inarow::service
