#pragma once

// The requests about positions as they stand: /api/show and /api/setup.

#include <string>

#include "service/answer_task.hpp"

namespace inarow::service {

// Of game and moves: the position and the cells on which a stone may be placed.
Answerable<std::string> show_reply(const std::string& body);
// Of game and picture: a game that leads to the position.
Answerable<std::string> setup_reply(const std::string& body);

}  // namespace inarow::service
