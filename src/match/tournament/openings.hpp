#pragma once

// Where the games of a tournament begin: openings that somebody wrote down, or random ones that are
// balanced as far as a short proof search sees.

#include <string>
#include <vector>

#include "base/stop.hpp"
#include "match/tournament/plan.hpp"
#include "rules/game.hpp"

namespace inarow::tournament {

// Those of a file: one opening a line, what follows # is not read.
Result<std::vector<Game>> read_openings(const GameSpec& spec, const std::string& path);
// The text of such a file.
std::string openings_text(const std::vector<Game>& openings);

// The openings of the plan, at least one; files are looked for beside `folder`. Refused if one
// cannot be read or is over, or if there are not as many random ones. Takes the seconds that the
// proofs take; a stop refuses.
Result<std::vector<Game>> make_openings(const Plan& plan, const std::string& folder,
                                        const StopToken* stop);

}  // namespace inarow::tournament
