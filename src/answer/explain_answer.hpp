#pragma once

// The answer of `explain` as JSON, as docs/formats/explain.md has it.

#include <nlohmann/json.hpp>

#include "knowledge/victor/explanation.hpp"

namespace inarow {

nlohmann::ordered_json explanation_json(const Game& game, const victor::Explanation& e);

}  // namespace inarow
