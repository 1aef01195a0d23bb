#include "ask/drop_reason.hpp"

#include <algorithm>
#include <utility>

#include "proof/bound_walk.hpp"
#include "proof/small_proof.hpp"
#include "proof/victor_leaves.hpp"

namespace inarow {
namespace {

// With more empty squares a proof that could be read is out of reach, and is not tried, unless the
// game can be won within so many stones: then the moves that win soonest keep it small
// (docs/results/why.md).
constexpr int most_empty = 36;
constexpr int near_end = 31;

// From so few empty squares on the plan prefers the moves with the best score
// (docs/results/why.md has what other numbers give: larger ones smaller proofs, later).
constexpr int win_score_cells = 28;
constexpr int draw_score_cells = 24;

using victor::Claim;

SettledBy settled_by(ProofNodeKind kind) {
  switch (kind) {
    case ProofNodeKind::wins:
      return SettledBy::line;
    case ProofNodeKind::held:
      return SettledBy::late;
    case ProofNodeKind::dead:
      return SettledBy::dead;
    case ProofNodeKind::rules:
      return SettledBy::rules;
    case ProofNodeKind::move:
    case ProofNodeKind::replies:
      break;
  }
  return SettledBy::unknown;
}

// Whether the rules' claim gives the bound.
bool suffices(Claim claim, const ProofBound& bound) {
  switch (claim) {
    case Claim::first_wins:
      return bound.prover == Player::first && bound.threshold <= 1;
    case Claim::second_wins:
      return bound.prover == Player::second && bound.threshold <= 1;
    case Claim::second_not_lose:
      return bound.prover == Player::second && bound.threshold <= 0;
    case Claim::none:
      break;
  }
  return false;
}

Move move_in(const Game& game, Column column) { return {*game.landing_cell(column)}; }

// Squares on which the player would complete a line now, or after one more stone below.
std::vector<Cell> near_threats(const Game& game, Player player) {
  const ProofBoard board(*game.spec().drop());
  const ProofPosition p = proof_position(board, game, player);
  std::vector<Cell> squares;
  for (int x = 0; x < board.width(); ++x) {
    const Word128 bit = board.landing(p, x);
    if (bit == 0) continue;
    if (board.has_line(p.prover | bit)) squares.push_back(board.geometry().cell(lowest_index(bit)));
    const ProofPosition above{p.prover, p.opponent | bit, p.stones + 1};
    const Word128 next = board.landing(above, x);
    if (next != 0 && board.has_line(p.prover | next)) {
      squares.push_back(board.geometry().cell(lowest_index(next)));
    }
  }
  return squares;
}

// A way through a proof: his opponent's hardest replies, by the size of what answers them.
class Path {
 public:
  Path(const ProofWalk& walk, std::vector<Column> start)
      : walk_(walk), columns_(std::move(start)) {}

  // Goes to the end. `others` hears of every position with the opponent to move on the way, and of
  // the reply that is taken.
  template <class F>
  void follow(const F& others) {
    for (;;) {
      const ProofNode node = *walk_.node(0, columns_);
      if (node.kind == ProofNodeKind::move || node.kind == ProofNodeKind::wins) {
        step(node, *node.column);
        if (node.kind == ProofNodeKind::move) continue;
        by = SettledBy::line;
        squares = moves.back();
        return;
      }
      if (node.kind != ProofNodeKind::replies) {
        by = settled_by(node.kind);
        return;
      }
      const bool all_win =
          std::all_of(node.replies.begin(), node.replies.end(),
                      [](const ProofReply& reply) { return reply.kind == ProofNodeKind::wins; });
      if (all_win) {
        by = SettledBy::threats;
        squares = near_threats(node.game, opponent(node.game.to_move()));
        return;
      }
      const auto hardest = std::max_element(
          node.replies.begin(), node.replies.end(), [](const auto& a, const auto& b) {
            return std::pair(a.positions, a.kind != ProofNodeKind::wins) <
                   std::pair(b.positions, b.kind != ProofNodeKind::wins);
          });
      others(node, columns_, hardest->column);
      step(node, hardest->column);
    }
  }

  MoveList moves;  // after the start
  SettledBy by = SettledBy::unknown;
  std::vector<Cell> squares;

 private:
  void step(const ProofNode& node, Column column) {
    moves.push_back(move_in(node.game, column));
    columns_.push_back(column);
  }

  const ProofWalk& walk_;
  std::vector<Column> columns_;
};

Game after(const Game& game, const MoveList& line) {
  Game end = game;
  for (const Move& move : line) (void)end.play(move);
  return end;
}

// The plan that a proof is, told from its beginning.
PlanNote plan_of(const ProofWalk& walk, const ProofCounts& counts) {
  PlanNote plan;
  plan.player = walk.bounds()[0].prover;
  plan.wins = walk.bounds()[0].threshold > 0;
  plan.positions = counts.positions;
  plan.rule_leaves = counts.rule_leaves;
  plan.complete = true;
  Path main(walk, {});
  main.follow([&](const ProofNode& node, const std::vector<Column>& columns, Column taken) {
    for (const ProofReply& reply : node.replies) {
      if (reply.column == taken) continue;
      TryNote other;
      other.at = static_cast<int>(columns.size());
      other.move = move_in(node.game, reply.column);
      other.positions = reply.positions;
      std::vector<Column> there = columns;
      there.push_back(reply.column);
      Path path(walk, std::move(there));
      path.follow([](const ProofNode&, const std::vector<Column>&, Column) {});
      other.line = std::move(path.moves);
      other.ends = path.by;
      plan.tries.push_back(std::move(other));
    }
  });
  std::stable_sort(plan.tries.begin(), plan.tries.end(), [](const TryNote& a, const TryNote& b) {
    return std::pair(a.at, b.positions) < std::pair(b.at, a.positions);
  });
  plan.line = std::move(main.moves);
  plan.settled.by = main.by;
  plan.settled.squares = std::move(main.squares);
  return plan;
}

}  // namespace

DropVerdict DropReasoner::verdict_of(const Game& game) {
  Question asked = question_;
  asked.game = game;
  asked.wanted = {.score = true, .best = false, .estimate = false};
  const Answer answer = seat_.answer(asked);
  if (work_.observer != nullptr && answer.score) {
    work_.observer->set_bounds(*answer.score, *answer.score);
  }
  return {answer.value, answer.score, answer.plies_to_end};
}

// Best play up to the first position that the rules settle, where there is no proof in time.
PlanNote DropReasoner::best_play(const Game& game, const ProofBound& bound, LeafProver* leaves) {
  PlanNote plan;
  plan.player = bound.prover;
  plan.wins = bound.threshold > 0;
  Question asked = question_;
  asked.game = game;
  asked.wanted = {.score = true, .best = false, .line = true, .estimate = false};
  // The positions of the line have bounds of their own; whoever watches is told those of `game`.
  Work unwatched = work_;
  unwatched.observer = nullptr;
  const Answer answer = DropSeat(asked, unwatched, *work_.tables).answer(asked);
  if (!answer.line) return plan;
  const ProofBoard board(*game.spec().drop());
  Game at = game;
  for (const Move& move : *answer.line) {
    plan.line.push_back(move);
    (void)at.play(move);
    if (at.over()) {
      plan.settled.by = at.outcome() == Outcome::draw ? SettledBy::dead : SettledBy::line;
      if (plan.settled.by == SettledBy::line) plan.settled.squares = move;
      return plan;
    }
    if (at.to_move() == bound.prover) continue;
    const ProofPosition p = proof_position(board, at, bound.prover);
    const Settled settled = board.settled(p, false, bound);
    if (settled != Settled::no) {
      plan.settled.by = settled == Settled::dead ? SettledBy::dead : SettledBy::late;
      return plan;
    }
    if (leaves != nullptr && leaves->leaf(p, bound)) {
      plan.settled.by = SettledBy::rules;
      settle_by_rules(at, bound, plan.settled);
      return plan;
    }
  }
  return plan;
}

// The set that people read. Without one, all that is left to say is that the rules settle it.
void DropReasoner::settle_by_rules(const Game& game, const ProofBound& bound, SettledNote& note) {
  victor::Explanation e = explainer_.explain(game, work_.stop);
  if (!suffices(e.set.claim, bound)) return;
  note.by = SettledBy::rules;
  note.set = std::move(e.set);
  note.plan = std::move(e.plan);
}

DropPlans DropReasoner::find(const Game& game, std::optional<Player> half) {
  DropPlans plans;
  DropReason& reason = plans.reason;
  reason.verdict = verdict_of(game);
  if (game.over() || !reason.verdict.value) {
    reason.complete = game.over();
    return plans;
  }
  if (work_.observer != nullptr) work_.observer->set_stage("looking for the reason");
  const Player mover = game.to_move();
  std::vector<ProofBound> bounds{
      {*reason.verdict.value == GameValue::win ? mover : opponent(mover), 1}};
  if (*reason.verdict.value == GameValue::draw) bounds = {{mover, 0}, {opponent(mover), 0}};
  if (half)
    std::erase_if(bounds,
                  [&](const ProofBound& b) { return b.threshold == 0 && b.prover != *half; });
  const std::unique_ptr<LeafProver> leaves =
      question_.limits.rules ? make_victor_leaves(*game.spec().drop(), work_.stop) : nullptr;
  StopToken stop(work_.stop);
  stop.limit_time(question_.limits.proof_seconds);
  reason.complete = true;
  const int cells = *game.spec().cells();
  const bool far = cells - game.stone_count() > most_empty;
  const bool near = reason.verdict.plies_to_end.value_or(cells) <= near_end;
  for (const ProofBound& bound : bounds) {
    const int score_cells = bound.threshold > 0 ? win_score_cells : draw_score_cells;
    const ProofTools tools{.engine = seat_.engine(),
                           .threads = work_.threads,
                           .leaves = leaves.get(),
                           .score_cells = far ? cells : score_cells,
                           .memory_bytes = memory_for(work_) / 4,
                           .stop = &stop,
                           .observer = work_.observer};
    BoundPlan proof = far && !near ? BoundPlan{} : plan_bound(game, bound, tools, {});
    if (!proof.walk) {
      reason.plans.push_back(best_play(game, bound, leaves.get()));
      reason.complete = false;
      continue;
    }
    PlanNote plan = plan_of(*proof.walk, proof.counts);
    if (plan.settled.by == SettledBy::rules) {
      settle_by_rules(after(game, plan.line), bound, plan.settled);
    }
    reason.plans.push_back(std::move(plan));
    plans.walks.push_back(std::move(*proof.walk));
  }
  return plans;
}

WhyNotNote DropReasoner::find_why_not(const Game& game, const Move& move) {
  WhyNotNote note;
  note.move = move;
  note.before = verdict_of(game);
  // Why it is no win: the other half of a draw is no reason against the move.
  note.after = find(after(game, {move}), opponent(game.to_move())).reason;
  return note;
}

}  // namespace inarow
