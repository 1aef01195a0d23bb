#pragma once

// Rule leaves: positions with the opponent to move in which Allis's rules (1988, chapters 6 to 8)
// settle the claim.

#include "board.hpp"
#include "certificate.hpp"

namespace check {

// Reads a rule leaf from the body and verifies the requirements of its rules, that they can be
// combined and that they solve every line that is left to the opponent of `prover`. Returns the
// score of the prover that it proves at least: 1 (he wins) or 0 (he does not lose). Throws Refuted.
int verify_rule_leaf(const Position& position, int prover, Body& body);

}  // namespace check
