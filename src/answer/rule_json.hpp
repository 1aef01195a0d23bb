#pragma once

// The JSON of Allis's rules in a position (docs/formats/http.md, /api/rules).

#include <string>

#include "knowledge/victor/rule_list.hpp"

namespace inarow {

std::string rule_list_json(const Game& game, const victor::RuleList& list);
std::string choice_json(const Game& game, const victor::ChoiceCheck& check);

}  // namespace inarow
