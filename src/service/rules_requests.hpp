#pragma once

// The request /api/rules: every rule that Black could apply, or what a chosen set of them proves
// (knowledge/victor/rule_list.hpp).

#include <string>

#include "service/answer_task.hpp"

namespace inarow::service {

// Of game, moves and chosen. The second player must be able to apply the rules.
Answerable<std::string> rules_reply(const std::string& body);

}  // namespace inarow::service
