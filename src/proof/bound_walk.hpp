#pragma once

// The proof of one bound of a drop game (docs/formats/certificate.md) read again, from the body
// alone: for who gets it from somebody he need not trust. And written from moves that are known.
//
// Exact: what is read or written proves the bound. Proofs with rule leaves are refused, as they
// rest on more.

#include <functional>
#include <string_view>

#include "base/stop.hpp"
#include "proof/bound_proof.hpp"
#include "rules/game.hpp"

namespace inarow {

// Hears every position of the prover with the column that he plays.
using MoveHearer = std::function<void(const ProofPosition&, int column)>;

bool read_bound_body(const Game& game, const ProofBound& bound, std::string_view body,
                     const MoveHearer& hear = {});

// The guide has to know the prover's moves. Nothing if it does not, if they do not prove the bound,
// or after a stop; the body is of no use then.
std::optional<ProofCounts> write_bound_body(const Game& game, const ProofBound& bound,
                                            MoveGuide& guide, BodySink& body,
                                            const StopToken* stop);

// The game's position as the prover sees it.
ProofPosition proof_position(const ProofBoard& board, const Game& game, Player prover);

}  // namespace inarow
