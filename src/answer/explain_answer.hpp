#pragma once

// The answer of `explain` as JSON, as docs/formats/explain.md has it, and those of the server's
// /api/rules (docs/formats/http.md).

#include <nlohmann/json.hpp>

#include "knowledge/victor/explanation.hpp"
#include "knowledge/victor/rule_list.hpp"

namespace inarow {

nlohmann::ordered_json explanation_json(const Game& game, const victor::Explanation& e);
nlohmann::ordered_json rule_list_json(const Game& game, const victor::RuleList& list);
nlohmann::ordered_json choice_json(const Game& game, const victor::ChoiceCheck& check);

}  // namespace inarow
