#include "search/engine/move_search.hpp"

#include <algorithm>
#include <bit>
#include <functional>

namespace inarow::engine {
namespace {

constexpr int deepest = 40;                     // moves in a line, forced ones included
constexpr std::uint64_t nodes_of_a_guess = 40;  // of the search for a forced win in a node
constexpr std::uint64_t nodes_at_leaves = 12;
constexpr std::size_t late_moves = 4;
constexpr std::size_t last_moves = 14;
constexpr std::size_t late_roots = 8;
constexpr std::size_t last_roots = 24;
constexpr int longest_chain = 3;  // defenses in a row beyond the depth

}  // namespace

HintTable::HintTable(std::size_t bytes)
    : entries_(std::bit_floor(std::max<std::size_t>(1024, bytes / sizeof(Entry)))) {}

std::optional<HintTable::Hint> HintTable::find(std::uint64_t key) const {
  const std::size_t place = place_of(key);
  const Lock lock(lock_of(place));
  const Entry& entry = entries_[place];
  if (entry.key != key) return std::nullopt;
  return entry.hint;
}

void HintTable::store(std::uint64_t key, const Hint& hint) {
  const std::size_t place = place_of(key);
  const Lock lock(lock_of(place));
  Entry& entry = entries_[place];
  // Deeper results of other positions give way all the same: the search has moved on.
  if (entry.key == key && entry.hint.depth > hint.depth && entry.hint.bound == Bound::exact) return;
  entry = {key, hint};
}

MoveSearch::MoveSearch(const PlacementSpec& spec, const std::vector<Stone>& stones, Player to_move,
                       const Weights& weights, HintTable& table)
    : weights_(weights),
      board_(spec, stones, weights_),
      moves_(board_, weights_),
      forced_(board_),
      table_(table),
      to_move_(to_move),
      frames_(deepest + 2) {
  if (weights_.crossings == nullptr) return;
  crossings_.emplace(*weights_.crossings, board_.window(), spec.k);
  for (const Stone& stone : stones) crossings_->place(board_.index(stone.cell), stone.player);
}

void MoveSearch::set_stop(const StopToken* stop) {
  stop_ = stop;
  forced_.set_stop(stop);
}

bool MoveSearch::stopped() {
  is_stopped_ = is_stopped_ || out_of_nodes() || inarow::stopped(stop_);
  return is_stopped_;
}

std::int32_t MoveSearch::evaluate(Player player) {
  if (crossings_) {
    for (; judged_ < played_.size(); ++judged_) {
      crossings_->place(played_[judged_].first, played_[judged_].second);
    }
    return crossings_->value(player);
  }
  std::int32_t score = weights_.tempo;
  for (int stones = 1; stones < board_.k(); ++stones) {
    const auto at = static_cast<std::size_t>(stones);
    score += weights_.mine[at] * board_.active_count(player, stones) -
             weights_.his[at] * board_.active_count(opponent(player), stones);
  }
  return score;
}

std::uint64_t MoveSearch::key(Player player) const {
  return board_.hash() ^ (player == Player::first ? 0 : 0x5bd1e9955bd1e995ULL);
}

Width MoveSearch::width(int ply, int depth, bool must_defend) const {
  // Who overlooks a defense believes in wins that are none.
  if (must_defend) return depth <= 0 ? Width{4, 12} : Width{8, 20};
  if (depth <= 0) return {5, 5};
  return ply == 1 ? Width{16, 36} : ply == 2 ? Width{12, 20} : Width{8, 12};
}

void MoveSearch::play(const CellSet& move, Player player) {
  for (const CellIndex cell : move) {
    board_.place(cell, player);
    played_.push_back({cell, player});
  }
}

void MoveSearch::take_back(const CellSet& move) {
  for (const CellIndex cell : move) {
    board_.remove(cell);
    const auto [last, player] = played_.back();
    if (crossings_ && judged_ == played_.size()) {
      crossings_->remove(last, player);
      --judged_;
    }
    played_.pop_back();
  }
}

// Steps 1 and 2.
std::optional<std::int32_t> MoveSearch::step_decided(Player player, int ply) {
  if (board_.has_threat(player)) return win_score - ply;
  if (!board_.has_threat(opponent(player))) return std::nullopt;
  threat_sets(board_, opponent(player), sets_);
  if (threats::threat_number(sets_, board_.p()) > board_.p()) return -(win_score - ply - 1);
  return std::nullopt;
}

std::int32_t MoveSearch::search(Player player, int depth, int ply, std::int32_t alpha,
                                std::int32_t beta) {
  ++nodes_;
  frames_[static_cast<std::size_t>(ply)].line.clear();
  if (stopped()) return 0;
  if (const auto decided = step_decided(player, ply)) return *decided;
  if (board_.full()) return 0;
  // Step 3: the table.
  const std::optional<HintTable::Hint> hint = table_.find(key(player));
  if (hint && hint->depth >= depth) {
    using Bound = HintTable::Bound;
    if (hint->bound == Bound::exact || (hint->bound == Bound::lower && hint->score >= beta) ||
        (hint->bound == Bound::upper && hint->score <= alpha)) {
      return hint->score;
    }
  }
  // Step 4: a forced win. It would change nothing where nothing is going on and all is well.
  const bool must_defend = board_.has_threat(opponent(player));
  const bool quiet = (depth <= 0 && !must_defend) || depth <= -longest_chain || ply >= deepest;
  const std::int32_t here = quiet ? evaluate(player) : 0;
  if (quiet && here >= beta) return here;
  if (!must_defend || depth > 0) {
    if (has_forced_win(player, depth > 0 ? nodes_of_a_guess : nodes_at_leaves)) {
      const std::int32_t score = win_score - ply - 2;
      table_.store(key(player), {score, deepest, HintTable::Bound::lower, {}});
      return score;
    }
  }
  // Step 5: nothing is going on, and the opponent threatens nothing either.
  if (quiet && (here <= alpha || depth < 0 || !has_forced_win(opponent(player), nodes_at_leaves))) {
    return here;
  }
  return try_moves(player, depth, ply, alpha, beta, hint ? hint->move : CellSet{});
}

// Step 6.
bool MoveSearch::find_zone(Player player, std::vector<char>& zone) {
  if (!has_forced_win(opponent(player), nodes_of_a_guess)) return false;
  zone.assign(static_cast<std::size_t>(board_.area()), 0);
  for (const CellIndex cell : forced_.cells()) zone[static_cast<std::size_t>(cell)] = 1;
  // A threat of one's own may come first.
  for (const SegmentIndex segment : board_.active(player, board_.first_threat() - 1)) {
    board_.for_cells(segment, [&](CellIndex cell) { zone[static_cast<std::size_t>(cell)] = 1; });
  }
  return true;
}

// Step 7.
std::int32_t MoveSearch::try_moves(Player player, int depth, int ply, std::int32_t alpha,
                                   std::int32_t beta, const CellSet& first) {
  Frame& frame = frames_[static_cast<std::size_t>(ply)];
  const bool must_defend = board_.has_threat(opponent(player));
  const bool in_zone = !must_defend && find_zone(player, frame.zone);
  moves_.list(player, board_.p(), width(ply, depth, must_defend), frame.moves,
              in_zone ? &frame.zone : nullptr);
  if (frame.moves.empty()) return evaluate(player);
  const auto known = std::find_if(frame.moves.begin(), frame.moves.end(),
                                  [&](const Candidate& move) { return move.cells == first; });
  if (known != frame.moves.end()) std::rotate(frame.moves.begin(), known, known + 1);
  const std::int32_t alpha_before = alpha;
  std::int32_t best = -win_score;
  CellSet best_move = frame.moves.front().cells;
  for (std::size_t i = 0; i < frame.moves.size(); ++i) {
    const CellSet move = frame.moves[i].cells;
    // A single defense is no decision.
    const int next = must_defend && frame.moves.size() == 1 ? depth : depth - 1;
    play(move, player);
    std::int32_t score = 0;
    if (i == 0) {
      score = -search(opponent(player), next, ply + 1, -beta, -alpha);
    } else {
      // Late moves get a move less at first.
      const int less =
          must_defend || i < late_moves ? 0 : std::min(depth - 1, i < last_moves ? 1 : 2);
      score = -search(opponent(player), next - less, ply + 1, -alpha - 1, -alpha);
      if (less > 0 && score > alpha) {
        score = -search(opponent(player), next, ply + 1, -alpha - 1, -alpha);
      }
      if (score > alpha && score < beta) {
        score = -search(opponent(player), next, ply + 1, -beta, -alpha);
      }
    }
    take_back(move);
    if (is_stopped_) return 0;
    if (score > best) {
      best = score;
      best_move = move;
      frame.line.assign(1, move);
      const Frame& below = frames_[static_cast<std::size_t>(ply) + 1];
      frame.line.insert(frame.line.end(), below.line.begin(), below.line.end());
    }
    alpha = std::max(alpha, score);
    if (alpha >= beta) break;
  }
  using Bound = HintTable::Bound;
  const Bound bound = best >= beta           ? Bound::lower
                      : best <= alpha_before ? Bound::upper
                                             : Bound::exact;
  table_.store(key(player), {best, static_cast<std::int16_t>(depth), bound, best_move});
  return best;
}

std::optional<CellSet> MoveSearch::completion() {
  if (!board_.has_threat(to_move_) || !forced_.find(to_move_, 0)) return std::nullopt;
  return forced_.move();
}

bool MoveSearch::loses_by_force(const CellSet& move, std::uint64_t nodes) {
  forced_.set_stop(nullptr);  // the search may have been stopped
  play(move, to_move_);
  const bool loses = forced_.find(opponent(to_move_), nodes);
  take_back(move);
  forced_.set_stop(stop_);
  return loses;
}

bool MoveSearch::deepen(int depth, std::vector<RootMove>& roots, int exact) {
  is_stopped_ = false;
  const Player other = opponent(to_move_);
  // The best scores so far; a move that is not better than the last of them needs no exact score.
  std::vector<std::int32_t> best(static_cast<std::size_t>(std::max(exact, 1)), -win_score);
  std::size_t done = 0;
  for (; done < roots.size(); ++done) {
    RootMove& root = roots[done];
    const std::int32_t alpha = best.back();
    play(root.cells, to_move_);
    std::int32_t score = 0;
    bool is_exact = true;
    if (alpha > -win_score) {
      const int less = done < late_roots ? 0 : std::clamp(depth - 2, 0, done < last_roots ? 1 : 2);
      score = -search(other, depth - 1 - less, 1, -alpha - 1, -alpha);
      if (less > 0 && score > alpha) score = -search(other, depth - 1, 1, -alpha - 1, -alpha);
      is_exact = score > alpha;
    }
    if (is_exact && !is_stopped_) score = -search(other, depth - 1, 1, -win_score, -alpha);
    take_back(root.cells);
    if (is_stopped_) break;
    root.score = score;
    root.exact = is_exact;
    if (is_exact) {
      root.line = frames_[1].line;
      best.insert(std::upper_bound(best.begin(), best.end(), score, std::greater<>()), score);
      best.pop_back();
    }
  }
  // What was not reached keeps its place behind those that were.
  std::stable_sort(roots.begin(), roots.begin() + static_cast<std::ptrdiff_t>(done),
                   [](const RootMove& a, const RootMove& b) {
                     if (a.exact != b.exact) return a.exact;
                     return a.score > b.score;
                   });
  // A stop may come when the favourite is found to lose, before the others are looked at again.
  if (done < roots.size()) {
    std::stable_partition(roots.begin(), roots.end(),
                          [](const RootMove& root) { return root.score > -near_win; });
  }
  return done == roots.size();
}

}  // namespace inarow::engine
