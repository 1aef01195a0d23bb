#pragma once

// inarow solve --method threat: does the player to move, or the one who has just moved, win by
// threats? (docs/threat-search.md)

#include <string>

#include "cli/command.hpp"

namespace inarow::cli {

// `order` is the highest order of moves to try; the proof of a win is written to the file, if one
// is named.
Exit solve_by_threats(const Game& game, const CommonOptions& common, int order,
                      const std::string& certificate_path, const StopToken& stop);

// --defenses: the moves of the player to move that his opponent does not refute by threats.
Exit list_defenses(const Game& game, const CommonOptions& common, int order, const StopToken& stop);

}  // namespace inarow::cli
