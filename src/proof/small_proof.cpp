#include "proof/small_proof.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "proof/bound_walk.hpp"
#include "proof/prove.hpp"

namespace inarow {

SmallTree::SmallTree(const DropSpec& spec, const ProofBound& bound, const ProofTools& tools)
    : board_(spec), bound_(bound), tools_(tools) {
  if (tools_.engine != nullptr) worker_ = tools_.engine->make_worker(tools_.stop, nullptr);
}

SmallTree::~SmallTree() = default;

std::optional<int> SmallTree::find(const ProofPosition& position, bool provers, int limit,
                                   std::uint64_t visits) {
  visits_ = visits;
  given_up_ = false;
  // Twice as many positions take more than twice the work: what the smaller limits cost is little.
  for (int within = 1; !given_up_; within = std::min(2 * within, limit)) {
    const int size = provers ? provers_turn(position, within) : try_move(position, within);
    if (size >= 0) return size;
    if (within == limit) break;
  }
  return std::nullopt;
}

std::optional<int> SmallTree::column(const ProofPosition& position) {
  const ProofBoard::Canonical canonical = board_.canonical(position);
  const auto found = table_.find(canonical.code);
  if (found == table_.end() || found->second.size == 0) return std::nullopt;
  const Word128 there = board_.geometry().bit(Cell{found->second.column, 0});
  return board_.geometry().cell(lowest_index(board_.from_image(there, canonical.image))).x;
}

bool SmallTree::out_of_steps() {
  if (visits_ == 0 || inarow::stopped(tools_.stop)) {
    given_up_ = true;
    return true;
  }
  --visits_;
  return false;
}

bool SmallTree::settled(const ProofPosition& p, bool provers) const {
  return board_.settled(p, provers, bound_) != Settled::no;
}

bool SmallTree::rules_settle(const ProofPosition& after) {
  if (tools_.leaves == nullptr) return false;
  Known& known = after_[board_.code(after)];
  if (!known.asked) {
    known.leaf = tools_.leaves->leaf(after, bound_).has_value();
    known.asked = !inarow::stopped(tools_.stop);
  }
  return known.leaf;
}

bool SmallTree::holds(const ProofPosition& after) {
  Known& known = after_[board_.code(after)];
  if (known.score == 0) {
    const int t = bound_.threshold;
    const ScoreRange range = worker_->solve({after.opponent, after.prover}, {-t, 1 - t});
    if (!range.complete) {
      given_up_ = true;
      return false;
    }
    known.score = range.upper <= -t ? 1 : -1;
  }
  return known.score > 0;
}

int SmallTree::provers_turn(const ProofPosition& p, int limit) {
  if (settled(p, true) || board_.wins_now(p, p.prover)) return 0;
  if (limit < 1) return -1;
  const ProofBoard::Canonical canonical = board_.canonical(p);
  {
    const Known& known = table_[canonical.code];
    if (known.size > 0 && known.size <= limit) return known.size;
    if (known.failed >= limit) return -1;
  }
  if (out_of_steps()) return -1;

  std::vector<std::pair<int, ProofPosition>> moves;
  int threats = 0;
  for (const int x : board_.columns_from_the_centre()) {
    const Word128 bit = board_.landing(p, x);
    if (bit == 0) continue;
    const ProofPosition after{p.prover | bit, p.opponent, p.stones + 1};
    if (board_.has_line(p.opponent | bit)) {
      ++threats;
      moves.assign(1, {x, after});
    } else if (threats == 0) {
      moves.emplace_back(x, after);
    }
  }
  if (threats > 1) return -1;
  std::erase_if(
      moves, [&](const auto& move) { return board_.wins_now(move.second, move.second.opponent); });

  int best = -1;
  int column = 0;
  const auto take = [&](int x, int size) {
    best = size;
    column = x;
  };
  // What needs nothing more is looked at before anything is searched.
  for (const auto& [x, after] : moves) {
    if (settled(after, false) || rules_settle(after)) {
      take(x, 1);
      break;
    }
  }
  for (const auto& [x, after] : moves) {
    const int within = best < 0 ? limit : best - 1;
    if (given_up_ || within < 1) break;
    if (worker_ != nullptr && !holds(after)) continue;
    const int size = opponents_turn(after, within - 1);
    if (size >= 0) take(x, size + 1);
  }
  Known& known = table_[canonical.code];
  if (best < 0) {
    if (!given_up_) known.failed = std::max(known.failed, limit);
    return -1;
  }
  known.size = best;
  known.column = board_.geometry()
                     .cell(lowest_index(
                         board_.to_image(board_.geometry().bit(Cell{column, 0}), canonical.image)))
                     .x;
  return best;
}

int SmallTree::try_move(const ProofPosition& after, int limit) {
  if (settled(after, false) || rules_settle(after)) return 1;
  const int size = opponents_turn(after, limit - 1);
  return size < 0 ? -1 : size + 1;
}

// Every reply needs its tree. The one that was hardest under a smaller limit comes first: it ends
// a vain search soonest.
int SmallTree::opponents_turn(const ProofPosition& p, int limit) {
  std::vector<std::pair<int, ProofPosition>> replies;
  for (int x = 0; x < board_.width(); ++x) {
    const Word128 bit = board_.landing(p, x);
    if (bit == 0) continue;
    const ProofPosition next{p.prover, p.opponent | bit, p.stones + 1};
    if (board_.has_line(next.opponent)) return -1;
    if (settled(next, true) || board_.wins_now(next, next.prover)) continue;
    const auto found = table_.find(board_.code(next));
    const int least = found == table_.end()    ? 1
                      : found->second.size > 0 ? found->second.size
                                               : found->second.failed + 1;
    replies.emplace_back(least, next);
  }
  if (static_cast<int>(replies.size()) > limit) return -1;
  std::stable_sort(replies.begin(), replies.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  int sum = 0;
  int left = static_cast<int>(replies.size());
  for (const auto& [least, next] : replies) {
    --left;
    const int size = provers_turn(next, limit - sum - left);
    if (size < 0) return -1;
    sum += size;
  }
  return sum;
}

namespace {

// Gives up a body that becomes too large.
class LimitedBody final : public StringSink {
 public:
  LimitedBody(std::uint64_t most, StopToken& stop) : most_(most), stop_(stop) {}
  using StringSink::put;
  void put(std::uint8_t byte) override {
    StringSink::put(byte);
    if (text.size() > most_) stop_.request_stop();
  }

 private:
  std::uint64_t most_;
  StopToken& stop_;
};

}  // namespace

namespace {

// Asks the rules about a position once: moves in another order lead to it again, and so do the
// several looks at a proof.
class RememberedLeaves final : public LeafProver {
 public:
  RememberedLeaves(LeafProver& rules, const ProofBoard& board, const StopToken& stop)
      : rules_(rules), bottom_(board.geometry().bottom()), stop_(stop) {}

  std::optional<std::string> leaf(const ProofPosition& p, const ProofBound& bound) override {
    const Word128 code = p.prover + (p.prover | p.opponent) + bottom_;
    if (const auto found = known_.find(code); found != known_.end()) return found->second;
    std::optional<std::string> leaf = rules_.leaf(p, bound);
    if (known_.size() < most && !stop_.stop_requested()) known_.emplace(code, leaf);
    return leaf;
  }

 private:
  static constexpr std::size_t most = 100'000;  // some ten megabytes

  LeafProver& rules_;
  Word128 bottom_;
  const StopToken& stop_;
  std::unordered_map<Word128, std::optional<std::string>, CodeHash> known_;
};

}  // namespace

BoundPlan plan_bound(const Game& game, const ProofBound& bound, const ProofTools& tools,
                     const PlanEffort& effort) {
  BoundPlan plan;
  const DropSpec& spec = *game.spec().drop();
  StopToken stop(tools.stop);
  ProofTools mine = tools;
  mine.stop = &stop;
  std::optional<RememberedLeaves> leaves;
  if (tools.leaves != nullptr) {
    mine.leaves = &leaves.emplace(*tools.leaves, ProofBoard(spec), stop);
  }
  LimitedBody body(effort.size, stop);
  plan.end = BoundProof(spec, bound, mine, body, plan.counts).write(game);
  if (plan.end != ProofEnd::complete) return plan;

  // A proof that somebody may read to its end is worth another look.
  const auto positions = plan.counts.positions;
  if (tools.engine != nullptr && positions > 1 &&
      positions <= static_cast<std::uint64_t>(effort.small)) {
    SmallTree small(spec, bound, mine);
    const ProofPosition p = proof_position(ProofBoard(spec), game, bound.prover);
    const bool provers = game.to_move() == bound.prover;
    if (small.find(p, provers, static_cast<int>(positions), effort.visits)) {
      mine.guide = &small;
      LimitedBody other(effort.size, stop);
      ProofCounts counts;
      const ProofEnd end = BoundProof(spec, bound, mine, other, counts).write(game);
      if (end == ProofEnd::complete && counts.positions < positions) {
        body.text = std::move(other.text);
        plan.counts = counts;
      }
    }
  }

  CertificateFile file;
  CertificateHeader& header = file.header;
  header.game = game.spec().to_string();
  for (const Move& move : game.moves()) header.moves.push_back(Column{move[0].x});
  header.claim = bound.threshold > 0 ? "win" : "not-lose";
  header.player = bound.prover;
  header.score = bound.threshold;
  header.counts = plan.counts;
  file.body = std::move(body.text);
  Result<ProofWalk> walk = ProofWalk::open(std::move(file), stop);
  if (walk) {
    plan.walk.emplace(std::move(*walk));
  } else {
    plan.end = ProofEnd::stopped;
  }
  return plan;
}

}  // namespace inarow
