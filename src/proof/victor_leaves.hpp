#pragma once

// Rule leaves from VICTOR's evaluation (knowledge/victor). Not-losing and wins only; the rules need
// an even height, and prove no more than a win: thresholds above 1 have no rule leaves.

#include <memory>

#include "proof/bound_proof.hpp"

namespace inarow {

// Null if the rules do not work on this board (odd height, too many groups).
std::unique_ptr<LeafProver> make_victor_leaves(const DropSpec& spec,
                                               const StopToken* stop = nullptr);

}  // namespace inarow
