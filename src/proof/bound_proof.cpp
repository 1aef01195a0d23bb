#include "proof/bound_proof.hpp"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <utility>
#include <vector>

#include "base/expects.hpp"
#include "proof/proof_board.hpp"
#include "search/alphabeta/analysis.hpp"

namespace inarow {
namespace {

// Positions with more empty cells are worth all threads.
constexpr int parallel_cells = 26;

}  // namespace

BoundProof::BoundProof(const DropSpec& spec, const ProofBound& bound, const ProofTools& tools,
                       BodySink& body, ProofCounts& counts)
    : board_(std::make_unique<ProofBoard>(spec)),
      bound_(bound),
      tools_(tools),
      body_(body),
      counts_(counts),
      seen_(tools.stop) {
  EXPECTS(tools_.engine != nullptr || !DropAnalyst::needs_engine(spec));
  if (tools_.engine != nullptr) worker_ = tools_.engine->make_worker(tools_.stop, nullptr);
}

BoundProof::~BoundProof() = default;

ScoreRange BoundProof::solve(const ProofPosition& p, bool provers, ScoreWindow window) {
  const DropStones stones =
      provers ? DropStones{p.prover, p.opponent} : DropStones{p.opponent, p.prover};
  const ScoreRange range =
      tools_.threads > 1 && board_->cells() - p.stones >= parallel_cells
          ? tools_.engine->solve(stones, window, tools_.threads, tools_.stop, nullptr)
          : worker_->solve(stones, window);
  if (!range.complete) stopped_ = true;
  return range;
}

ProofEnd BoundProof::write(const Game& game) {
  EXPECTS(!game.over());
  ProofPosition p;
  for (const Stone& stone : game.stones()) {
    (stone.player == bound_.prover ? p.prover : p.opponent) |= board_->geometry().bit(stone.cell);
  }
  p.stones = game.stone_count();
  const bool provers = game.to_move() == bound_.prover;
  if (tools_.engine != nullptr) {
    const int t = bound_.threshold;
    const ScoreRange range = provers ? solve(p, true, {t - 1, t}) : solve(p, false, {-t, 1 - t});
    if (stopped_) return ProofEnd::stopped;
    if (provers ? range.lower < t : range.upper > -t) return ProofEnd::false_claim;
  } else {
    // One in a row is won by the next stone; without lines the game is a draw.
    const int next = board_->geometry().k() == 1 ? (board_->cells() + 1 - p.stones) / 2 : 0;
    if ((provers ? next : -next) < bound_.threshold) return ProofEnd::false_claim;
  }
  if (provers) {
    provers_turn(p, bound_.threshold, 1);
  } else if (!is_settled(p, false, counts_)) {
    after_move(p, no_move, rule_leaf(p), bound_.threshold, 1);
  }
  return stopped_ ? ProofEnd::stopped : ProofEnd::complete;
}

// Whether the checker asks for nothing more here (but for wins with the next stone), whoever is to
// move; counts the leaf.
bool BoundProof::is_settled(const ProofPosition& p, bool provers, ProofCounts& counts) const {
  const Settled settled = board_->settled(p, provers, bound_);
  if (settled == Settled::held) ++counts.held;
  if (settled == Settled::dead) ++counts.dead;
  return settled != Settled::no;
}

void BoundProof::provers_turn(const ProofPosition& p, int score, double share) {
  if (inarow::stopped(tools_.stop) ||
      (tools_.memory_bytes > 0 && seen_.bytes_to_grow() > tools_.memory_bytes)) {
    stopped_ = true;
  }
  if (stopped_) return;
  done_ += share;  // taken back below if there is more to do
  if (is_settled(p, true, counts_)) return;
  if (board_->wins_now(p, p.prover)) {
    ++counts_.wins;
    return;
  }
  if (!seen_.insert(board_->code(p))) {
    ++counts_.repeats;
    return;
  }
  done_ -= share;
  const Chosen chosen = choose(p, score);
  if (stopped_) return;
  const Word128 bit = board_->landing(p, chosen.column);
  const ProofPosition after{p.prover | bit, p.opponent, p.stones + 1};
  const auto byte = static_cast<std::uint8_t>(chosen.column);
  if (is_settled(after, false, counts_)) {
    ++counts_.positions;
    body_.put(byte);
    done_ += share;
  } else {
    after_move(after, byte, chosen.leaf, score, share);
  }
}

// Writes the byte of the move that led here and how the position, which is not settled, is proved.
void BoundProof::after_move(const ProofPosition& after, std::uint8_t byte,
                            const std::optional<std::string>& leaf, int score, double share) {
  ++counts_.positions;
  if (tools_.observer != nullptr) {
    tools_.observer->set_proof(done_, counts_.positions, counts_.rule_leaves);
  }
  if (leaf) {
    ++counts_.rule_leaves;
    body_.put(static_cast<std::uint8_t>(byte | leaf_flag));
    body_.put(*leaf);
    done_ += share;
    return;
  }
  body_.put(byte);
  opponents_turn(after, score, share);
}

void BoundProof::opponents_turn(const ProofPosition& p, int score, double share) {
  int replies = 0;
  for (int x = 0; x < board_->width(); ++x) replies += board_->landing(p, x) != 0 ? 1 : 0;
  for (int x = 0; x < board_->width(); ++x) {
    const Word128 bit = board_->landing(p, x);
    if (bit == 0) continue;
    EXPECTS(!board_->has_line(p.opponent | bit));
    provers_turn({p.prover, p.opponent | bit, p.stones + 1}, score, share / replies);
    if (stopped_) return;
  }
}

// The replies after which a record is needed.
int BoundProof::open_replies(const ProofPosition& after) const {
  ProofCounts ignored;
  if (is_settled(after, false, ignored)) return 0;
  int open = 0;
  for (int x = 0; x < board_->width(); ++x) {
    const Word128 bit = board_->landing(after, x);
    if (bit == 0) continue;
    const ProofPosition next{after.prover, after.opponent | bit, after.stones + 1};
    if (!is_settled(next, true, ignored) && !board_->wins_now(next, next.prover) &&
        !seen_.contains(board_->code(next))) {
      ++open;
    }
  }
  return open;
}

// A rule leaf for a position with the opponent to move that is not settled.
std::optional<std::string> BoundProof::rule_leaf(const ProofPosition& after) const {
  ProofCounts ignored;
  if (tools_.leaves == nullptr || is_settled(after, false, ignored)) return std::nullopt;
  return tools_.leaves->leaf(after, bound_);
}

// The move to write, and a lower bound of the prover's score after it: a forced move; else one that
// leaves nothing open; else one after which a rule leaf proves the bound; else the guide's, if
// there is one; else, of the moves with the best score (they win soonest; ProofTools::score_cells),
// the one with the fewest open replies, then with the fewest lines left to the opponent (the
// position is dead sooner). The solver is asked in that order, and no more once one keeps the
// score. Measured on 6x6, 7x5 and smaller boards: without the score proofs are up to 1.6 times as
// large; looking for the smallest subproofs of up to 20 records saves 15 % and takes ten times as
// long.
BoundProof::Chosen BoundProof::choose(const ProofPosition& p, int& score) {
  struct Choice {
    int column;
    int open;
    int lines;  // left to the opponent
    ProofPosition after;
  };
  std::vector<Choice> moves;
  int threats = 0;
  int block = 0;
  for (const int x : board_->columns_from_the_centre()) {
    const Word128 bit = board_->landing(p, x);
    if (bit == 0) continue;
    if (board_->has_line(p.opponent | bit)) {
      ++threats;
      block = x;
    }
    moves.push_back({x, 0, 0, {p.prover | bit, p.opponent, p.stones + 1}});
  }
  EXPECTS(threats <= 1);  // else the bound would not hold
  if (threats == 1) {
    return {block, rule_leaf({p.prover | board_->landing(p, block), p.opponent, p.stones + 1})};
  }
  for (Choice& move : moves) {
    move.open = open_replies(move.after);
    if (move.open == 0 && !board_->wins_now(move.after, p.opponent)) return {move.column, {}};
  }
  for (const Choice& move : moves) {
    if (std::optional<std::string> leaf = rule_leaf(move.after)) return {move.column, leaf};
  }
  if (tools_.guide != nullptr) {
    if (const std::optional<int> column = tools_.guide->column(p)) return {*column, {}};
  }
  EXPECTS(tools_.engine != nullptr);  // without lines or with k = 1 nothing is ever open
  if (board_->cells() - p.stones <= tools_.score_cells) {
    score = solve(p, true, {score - 1, board_->cells()}).lower;
  }
  for (Choice& move : moves) move.lines = board_->lines_without(move.after.prover);
  std::stable_sort(moves.begin(), moves.end(), [](const Choice& a, const Choice& b) {
    return std::pair(a.open, a.lines) < std::pair(b.open, b.lines);
  });
  const auto best = std::find_if(moves.begin(), moves.end(), [&](const Choice& move) {
    return !stopped_ && solve(move.after, false, {-score, 1 - score}).upper <= -score;
  });
  EXPECTS(stopped_ || best != moves.end());
  return {stopped_ ? 0 : best->column, {}};
}

}  // namespace inarow
