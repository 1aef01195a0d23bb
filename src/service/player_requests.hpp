#pragma once

// The request for the computer players of a game: /api/players.

#include <string>

#include "ask/tables.hpp"
#include "service/answer_task.hpp"

namespace inarow::service {

// Of game: who plays which side of it, with the engines that the server was started with. How they
// are started is not told.
Answerable<std::string> players_reply(const std::string& body, Tables& tables);

}  // namespace inarow::service
