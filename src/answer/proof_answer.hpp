#pragma once

// Certificates as JSON: what `prove --json` prints and the server sends.

#include <nlohmann/json.hpp>
#include <string>

#include "proof/placement_proof.hpp"
#include "proof/proof_walk.hpp"
#include "proof/prove.hpp"

namespace inarow {

// The result of prove_drop; `file` is where the certificate stands, for people.
nlohmann::ordered_json proof_json(const Game& game, const ProofResult& result,
                                  const std::string& file);

// The same of prove_placement.
nlohmann::ordered_json placement_proof_json(const Game& game, const PlacementRequest& request,
                                            const PlacementResult& result, const std::string& file);

// The header of a certificate: game, moves, claim, counts.
nlohmann::ordered_json header_json(const CertificateHeader& header);

// What the whole of a proof has: its bounds, and how often each rule is used.
nlohmann::ordered_json walk_json(const ProofWalk& walk);
// One place of it.
nlohmann::ordered_json node_json(const ProofNode& node);

}  // namespace inarow
