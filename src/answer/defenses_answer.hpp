#pragma once

// Open defenses as JSON (docs/formats/solve.md, --defenses): the moves of the player to move
// that threat search does not refute.

#include <nlohmann/json.hpp>

#include "rules/game.hpp"
#include "search/threat_space/open_defenses.hpp"

namespace inarow {

nlohmann::ordered_json defenses_json(const Game& game, const threats::DefensesResult& result,
                                     double seconds);
nlohmann::ordered_json zones_json(const GameSpec& spec,
                                  const std::vector<std::vector<Cell>>& zones);

}  // namespace inarow
