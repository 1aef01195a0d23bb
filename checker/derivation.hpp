#pragma once

// Derivations of Theorem 2 of Chiang, Wu and Lin (2011), checked for the very sizes that they have:
// docs/formats/drawn.md, with the lemmas of docs/results/drawn-games.md.

#include <functional>

#include "drawn.hpp"

namespace check {

// The steps, one a line, up to "end". Throws Refuted.
Drawn verify_derivation(int k, int p, const std::function<std::string()>& next_line);

}  // namespace check
