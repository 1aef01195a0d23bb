#pragma once

// Certificates for the asker: writes the proof of a claim about a position, from what the search
// found, and reports how it ended. What is reported as written was proved and is in the file.

#include "ask/answer.hpp"
#include "ask/placement_answer.hpp"
#include "ask/work.hpp"
#include "proof/prove.hpp"

namespace inarow {

// Why the claim cannot be tried, in words; nothing if it can.
std::optional<std::string> certificate_obstacle(const Question& question);

// A drop game of finite height. The engine may be null if the game needs none; `guide` has the
// moves of a finished proof by other means, or is null.
ProofReport prove_drop_claim(const Question& question, const Work& work, DropEngine* engine,
                             MoveGuide* guide);

// A placement game; the seat has answered the question if its value was wanted.
ProofReport prove_placement_claim(const Question& question, const Work& work, PlacementSeat& seat);

// What a finished certificate says of itself.
void add_counts(const ProofCounts& counts, const CertificateSize& size, ProofReport& report);

}  // namespace inarow
