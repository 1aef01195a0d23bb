#pragma once

// Walks through the proof in a certificate, move by move, to show it: at the prover's turns the
// move that is written, at his opponent's every reply, at a leaf why nothing more is needed. The
// whole body is read once and indexed by position, so that any place can be looked at.
//
//   Result<ProofWalk> walk = ProofWalk::open(*parse_certificate(file, 4 << 20), stop.stopped());
//   Result<ProofNode> node = walk->node(0, {3, 3});      // after the prover's d1 and the reply d2
//
// It shows what is written there; that the proof is right, only inarow-check says.

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/stop.hpp"
#include "proof/certificate_parser.hpp"
#include "proof/proof_board.hpp"
#include "proof/rule_leaf.hpp"
#include "rules/game.hpp"

namespace inarow {

enum class ProofNodeKind : std::uint8_t {
  move,     // the prover is to move; his move is written
  replies,  // his opponent is to move; every reply is followed
  wins,     // the prover completes a line with his next stone
  held,     // it is too late for the opponent to score more
  dead,     // every line has a stone of the prover
  rules,    // a rule leaf
};
const char* name_of(ProofNodeKind kind);

struct ProofReply {
  Column column;
  ProofNodeKind kind = ProofNodeKind::move;
  std::uint64_t positions = 0;  // of the prover, in the part of the proof that follows
};

struct ProofNode {
  ProofNodeKind kind = ProofNodeKind::move;
  Game game;  // the position
  bool provers_turn = false;
  std::optional<Column> column;  // of the prover's move or winning stone
  std::uint64_t positions = 0;   // as in ProofReply
  std::vector<ProofReply> replies;
  std::optional<RuleLeaf> leaf;
};

class ProofWalk {
 public:
  // Refused if the claim is proved by a strategy and not by moves, or the body makes no sense.
  static Result<ProofWalk> open(CertificateFile file, const StopToken& stop);
  ProofWalk(ProofWalk&&) noexcept;
  ProofWalk& operator=(ProofWalk&&) noexcept;
  ~ProofWalk();

  const CertificateHeader& header() const;
  // What the body proves, in its order: one or two.
  const std::vector<ProofBound>& bounds() const;
  // How often each rule is used in the rule leaves.
  const std::array<std::uint64_t, 9>& rules() const;
  std::size_t bytes() const;  // of memory, about

  // The place of the bound's proof after these columns, played from the certificate's position.
  Result<ProofNode> node(std::size_t bound, const std::vector<Column>& moves) const;

 private:
  struct Index;
  explicit ProofWalk(std::unique_ptr<Index> index);
  std::unique_ptr<Index> index_;
};

}  // namespace inarow
