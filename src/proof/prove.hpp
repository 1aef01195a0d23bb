#pragma once

// Proves a claim about a position of a drop game and writes its certificate. The kinds of claims
// are a table; a new kind is a row there, another in checker/proof.cpp and a paragraph in
// docs/formats/certificate.md.
//
// Exact: what is written is proved; a claim that is false is refused.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "proof/bound_proof.hpp"
#include "search/alphabeta/analysis.hpp"

namespace inarow {

struct ClaimKind {
  const char* name;
  const char* meaning;
  bool exact;  // both bounds: the value or the score is found out, not asked for
};

const std::vector<ClaimKind>& claim_kinds();
// Null if there is no such kind.
const ClaimKind* find_claim_kind(std::string_view name);

// The bounds that prove a claim, in the order of the certificate's body.
std::vector<ProofBound> bounds_of(std::string_view kind, Player player, int score);

struct DropClaim {
  const ClaimKind* kind = nullptr;
  Player player = Player::first;
  int score = 1;  // of a win: at least this; 1 is any win
};

struct ProofResult {
  ProofEnd end = ProofEnd::stopped;
  CertificateHeader header;  // with the counts, if the proof is complete
  CertificateSize size;
  ScoreRange truth;  // of the player to move, if the claim is false: his value
};

// Fails if the file cannot be written. The game must be a drop game of finite height that is not
// over. `observer` may be null.
Result<ProofResult> prove_drop(const Game& game, const DropClaim& claim, const ProofTools& tools,
                               const std::string& path, Codec codec);

}  // namespace inarow
