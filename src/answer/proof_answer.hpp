#pragma once

// What stands in certificates as JSON: their headers, and places of their proofs (http.md).

#include <nlohmann/json.hpp>
#include <string>

#include "proof/proof_walk.hpp"
#include "proof/zone_walk.hpp"

namespace inarow {

// The header of a certificate: game, moves, claim, counts.
nlohmann::ordered_json header_json(const CertificateHeader& header);

// What the whole of a proof has: its bounds, and how often each rule is used.
nlohmann::ordered_json walk_json(const ProofWalk& walk);
// One place of it.
nlohmann::ordered_json node_json(const ProofNode& node);

// One place of a win by threats.
nlohmann::ordered_json zone_node_json(const ZoneWalk& walk, const ZoneNode& node);

}  // namespace inarow
