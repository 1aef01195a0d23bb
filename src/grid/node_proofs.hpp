#pragma once

// What makes a position of the tree decided, and the proof of it: what a job claims is worked out
// again here before the tree believes it, decided children make their parents decided, and in the
// end one certificate is written for the root.
//
// Exact: a node is decided only with a proof; the certificate is walked through once more when it
// is written.
//
//   placement games   wins by threats with relevance zones. A win against one move of the defender
//                     also stands for the moves outside its zones, so a few children decide a node
//                     that has thousands of moves (proof/defense_cover.hpp).
//   drop games        all moves.

#include <memory>
#include <string>

#include "ask/answer.hpp"
#include "ask/work.hpp"
#include "grid/proof_tree.hpp"
#include "proof/certificate.hpp"

namespace inarow::grid {

class NodeProofs {
 public:
  virtual ~NodeProofs() = default;

  // The answer has a value: who wins, if its proof holds.
  virtual Result<Player> take_value(NodeId id, const Answer& answer) = 0;
  // The stones of the defender that are refuted, if their proofs hold.
  virtual Result<void> take_cover(NodeId id, const std::vector<RefutedStones>& cover) = 0;

  // Who is to move wins by this child, which is decided for him.
  virtual void win_by(NodeId id, std::size_t link) = 0;
  // Whether all moves of who is to move are known to lose; then that is remembered as the proof.
  virtual bool lose_all(NodeId id) = 0;
  // The move need not be looked at: what is known already stands for it.
  virtual bool is_covered(NodeId id, const Move& move) = 0;
  // A move that is neither covered nor a child; nothing if there is none.
  virtual std::optional<Move> uncovered(NodeId id) = 0;

  // One certificate of the root's value, which is decided.
  virtual Result<ProofReport> write(const std::string& path, const inarow::Work& work) = 0;

  // For the file of the tree.
  virtual std::string save(NodeId id) const = 0;
  virtual bool load(NodeId id, const std::string& text) = 0;
};

// By the family of the tree's game.
std::unique_ptr<NodeProofs> make_node_proofs(const ProofTree& tree);
std::unique_ptr<NodeProofs> make_placement_proofs(const ProofTree& tree);
std::unique_ptr<NodeProofs> make_drop_proofs(const ProofTree& tree);

}  // namespace inarow::grid
