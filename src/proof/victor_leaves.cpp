#include "proof/victor_leaves.hpp"

#include "knowledge/victor/evaluation.hpp"
#include "proof/rule_leaf.hpp"

namespace inarow {
namespace {

using victor::Claim;
using victor::LeverKind;

LeafRule leaf_rule(victor::Rule rule) {
  switch (rule) {
    case victor::Rule::claimeven:
      return LeafRule::claimeven;
    case victor::Rule::baseinverse:
      return LeafRule::baseinverse;
    case victor::Rule::vertical:
      return LeafRule::vertical;
    case victor::Rule::aftereven:
      return LeafRule::aftereven;
    case victor::Rule::lowinverse:
      return LeafRule::lowinverse;
    case victor::Rule::highinverse:
      return LeafRule::highinverse;
    case victor::Rule::baseclaim:
      return LeafRule::baseclaim;
    case victor::Rule::before:
      return LeafRule::before;
    case victor::Rule::specialbefore:
      break;
  }
  return LeafRule::specialbefore;
}

template <class B>
class VictorLeaves final : public LeafProver {
 public:
  using Word = typename B::Word;
  VictorLeaves(const DropSpec& spec, const StopToken* stop)
      : spec_(spec), board_(spec), evaluator_(board_) {
    evaluator_.set_stop(stop);
  }

  std::optional<std::string> leaf(const ProofPosition& p, const ProofBound& bound) override {
    const auto prover = static_cast<Word>(p.prover);
    const auto opponent = static_cast<Word>(p.opponent);
    bool proved = false;
    if (bound.threshold > 1) return std::nullopt;
    if (bound.prover == Player::first) {
      proved = evaluator_.first_wins(prover, opponent);
    } else if (bound.threshold == 1) {
      proved = evaluator_.second_wins(opponent, prover);
    } else {
      proved = evaluator_.second_holds(opponent, prover);
    }
    if (!proved) return std::nullopt;
    const Word128 empty = static_cast<Word128>(board_.squares()) & ~(p.prover | p.opponent);
    return encode_rule_leaf(spec_, empty, as_leaf(evaluator_.reason()));
  }

 private:
  Word128 group(int number) const { return number < 0 ? 0 : Word128{board_.group(number)}; }

  RuleLeaf as_leaf(const victor::Reason<B>& reason) const {
    RuleLeaf leaf;
    leaf.kind =
        reason.claim == Claim::second_wins ? LeafKind::second_wins : LeafKind::second_not_lose;
    if (reason.lever) {
      leaf.kind = reason.lever->kind == LeverKind::odd_threat ? LeafKind::odd_threat
                  : reason.lever->base                        ? LeafKind::combination_with_base
                                                              : LeafKind::combination;
      leaf.first_group = group(reason.lever->group);
      leaf.second_group = group(reason.lever->second_group);
    }
    for (const victor::Solution<B>& s : reason.rules) {
      leaf.solutions.push_back(
          {leaf_rule(s.rule), s.squares, s.claimevens, group(s.group), s.special});
    }
    return leaf;
  }

  DropSpec spec_;
  B board_;
  victor::Evaluator<B> evaluator_;
};

}  // namespace

std::unique_ptr<LeafProver> make_victor_leaves(const DropSpec& spec, const StopToken* stop) {
  if (!spec.height || *spec.height % 2 != 0) return nullptr;
  if (victor::SmallBoard::fits(spec)) {
    return std::make_unique<VictorLeaves<victor::SmallBoard>>(spec, stop);
  }
  if (victor::LargeBoard::fits(spec)) {
    return std::make_unique<VictorLeaves<victor::LargeBoard>>(spec, stop);
  }
  return nullptr;
}

}  // namespace inarow
