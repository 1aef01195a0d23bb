#pragma once

// Finds why a position of a drop game has its value (drop_plan.hpp): the verdict by exact search or
// the book, then a proof of it that is as small as some effort makes it, and tells the proof from
// its hardest line.
//
//   const DropReason reason = DropReasoner(seat, explainer, question, work).find(game).reason;
//   reason.verdict.value, reason.plans[0].line, reason.plans[0].settled.by ...
//
// Proved: what drop_plan.hpp says.

#include <optional>
#include <vector>

#include "ask/drop_answer.hpp"
#include "ask/drop_plan.hpp"
#include "proof/bound_proof.hpp"
#include "proof/proof_walk.hpp"

namespace inarow {

// The proofs of one position, to walk through.
struct DropPlans {
  DropReason reason;
  std::vector<ProofWalk> walks;  // of the complete plans, in their order
};

class DropReasoner {
 public:
  DropReasoner(DropSeat& seat, victor::Explainer& explainer, const Question& question,
               const Work& work)
      : seat_(seat), explainer_(explainer), question_(question), work_(work) {}

  // A drop game of finite height. Of a draw only one half, if a player is named.
  DropPlans find(const Game& game, std::optional<Player> half = std::nullopt);
  WhyNotNote find_why_not(const Game& game, const Move& move);

 private:
  DropVerdict verdict_of(const Game& game);
  PlanNote best_play(const Game& game, const ProofBound& bound, LeafProver* leaves);
  void settle_by_rules(const Game& game, const ProofBound& bound, SettledNote& note);

  DropSeat& seat_;
  victor::Explainer& explainer_;
  const Question& question_;
  Work work_;
};

}  // namespace inarow
