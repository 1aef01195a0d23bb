#pragma once

// Proofs of bounds that people are to read: as few positions as can be found with some effort, kept
// in memory and walked through at once (proof_walk.hpp).
//
//   BoundPlan plan = plan_bound(game, {Player::first, 1}, tools, {});
//   plan.walk->node(0, {}) ...               // why the first player wins
//
// Exact, as bound_proof.hpp: every move was proved to keep the bound, given Allis's rules where the
// tools have leaves. Only the size is a matter of effort.

#include <cstdint>
#include <optional>
#include <unordered_map>

#include "proof/bound_proof.hpp"
#include "proof/proof_walk.hpp"

namespace inarow {

// Of position codes.
struct CodeHash {
  std::size_t operator()(Word128 code) const {
    return static_cast<std::size_t>(
        mix(static_cast<Word64>(code) ^ mix(static_cast<Word64>(code >> 64))));
  }
};

struct PlanEffort {
  int small = 300;             // of a proof of up to so many positions a smaller one is looked for,
  std::uint64_t visits = 400;  // in so many steps at most
  std::uint64_t size = 4'000'000;  // bytes; a larger proof is given up
};

struct BoundPlan {
  ProofEnd end = ProofEnd::stopped;
  ProofCounts counts;
  std::optional<ProofWalk> walk;  // if it is complete; its only bound is the one asked for
};

// The game must not be over.
BoundPlan plan_bound(const Game& game, const ProofBound& bound, const ProofTools& tools,
                     const PlanEffort& effort);

// Looks for small trees: larger and larger limits of the number of positions, all moves that keep
// the bound, and what was found or not found of a position is remembered. As a guide it knows the
// moves of all trees that it has found. Deterministic: it counts steps and no time.
class SmallTree final : public MoveGuide {
 public:
  SmallTree(const DropSpec& spec, const ProofBound& bound, const ProofTools& tools);
  ~SmallTree() override;

  // The size of a tree for the position, in which the bound must hold; nothing if none of at most
  // `limit` positions was found within the steps, or after a stop.
  std::optional<int> find(const ProofPosition& position, bool provers, int limit,
                          std::uint64_t visits);

  std::optional<int> column(const ProofPosition& position) override;

 private:
  struct Known {
    int size = 0;        // of the smallest tree that was found; 0: none
    int failed = 0;      // there is none of at most so many positions
    int column = 0;      // of the move, in the canonical image
    bool leaf = false;   // opponent to move: the rules settle it
    bool asked = false;  // whether they do
    int score = 0;       // 1 if the bound holds, -1 if not, 0 if that was not asked
  };
  using Table = std::unordered_map<Word128, Known, CodeHash>;

  // The size of a tree of at most `limit` positions below, or -1.
  int provers_turn(const ProofPosition& p, int limit);
  int try_move(const ProofPosition& after, int limit);
  int opponents_turn(const ProofPosition& p, int limit);
  bool settled(const ProofPosition& p, bool provers) const;
  bool rules_settle(const ProofPosition& after);
  bool holds(const ProofPosition& after);
  bool out_of_steps();

  ProofBoard board_;
  ProofBound bound_;
  ProofTools tools_;
  std::unique_ptr<DropWorker> worker_;
  Table table_;  // the prover to move
  Table after_;  // his opponent to move
  std::uint64_t visits_ = 0;
  bool given_up_ = false;
};

}  // namespace inarow
