#pragma once

// A position as JSON: what `show --json` prints.

#include <nlohmann/json.hpp>

#include "rules/game.hpp"

namespace inarow {

nlohmann::ordered_json position_json(const Game& game);

}  // namespace inarow
