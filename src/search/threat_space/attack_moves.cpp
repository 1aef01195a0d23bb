#include "search/threat_space/attack_moves.hpp"

#include <algorithm>

namespace inarow::threats {
namespace {

// The same number for every order of the stones.
std::uint64_t key_of(const CellSet& move) {
  std::uint64_t key = 0;
  for (const CellIndex cell : move.sorted()) key = key << 16 | static_cast<std::uint64_t>(cell + 1);
  return key;
}

}  // namespace

void AttackMoves::generate(int threats, std::vector<AttackMove>& out) {
  out.clear();
  seen_.clear();
  threats_ = threats;
  stamp_.resize(static_cast<std::size_t>(board_.area()), 0);
  CellSet chosen;
  extend(chosen, board_.p(), out);
  std::stable_sort(out.begin(), out.end(), [](const AttackMove& a, const AttackMove& b) {
    return a.weight != b.weight ? a.weight > b.weight : a.cells < b.cells;
  });
}

// The cells worth a stone when `left` stones of the move are left.
void AttackMoves::collect(const CellSet& chosen, int left, const std::vector<CellSet>& counter,
                          bool forced, std::vector<CellIndex>& cells) {
  ++now_;
  const auto offer = [&](CellIndex cell) {
    int& stamp = stamp_[static_cast<std::size_t>(cell)];
    if (stamp == now_ || !board_.is_safe(cell)) return;
    stamp = now_;
    cells.push_back(cell);
  };
  if (!counter.empty()) {
    for (const CellIndex cell : counter[0]) offer(cell);
    if (forced) return;
  }
  // A segment becomes a threat by this move if it has k - p - left stones already, and a threat of
  // the next move if it has p fewer. Stones that the threats asked for do not need prepare.
  const bool enough = chosen.size > 0 && threat_number(board_, attacker_, threats_) >= threats_;
  int stones = board_.k() - board_.p() - left;
  if (enough || threats_ == 0) stones -= board_.p() - (enough ? left : 0);
  for (int s = board_.k() - 1; s >= std::max(1, stones); --s) {
    for (const SegmentIndex segment : board_.active(attacker_, s)) {
      board_.for_empty_cells(segment, offer);
    }
  }
}

void AttackMoves::extend(CellSet& chosen, int left, std::vector<AttackMove>& out) {
  std::vector<CellSet> counter;
  threat_sets(board_, opponent(attacker_), counter);
  const int needed = threat_number(counter, left);
  if (needed > left) return;
  if (left == 0) {
    const int threats = threat_number(board_, attacker_, board_.p());
    if (threats < threats_) return;
    int bonus = threats > board_.p() ? 1 << 24 : 0;
    const auto killers = killers_.find(board_.stones());
    if (killers != killers_.end() &&
        std::count(killers->second.begin(), killers->second.end(), key_of(chosen)) > 0)
      bonus += 1 << 20;
    out.push_back({chosen, threats, weigh(chosen) + bonus});
    return;
  }
  std::vector<CellIndex> cells;
  collect(chosen, left, counter, needed == left, cells);
  for (const CellIndex cell : cells) {
    chosen.push(cell);
    if (left > 1 || seen_.insert(key_of(chosen)).second) {
      board_.place(cell, attacker_);
      extend(chosen, left - 1, out);
      board_.remove(cell);
    }
    --chosen.size;
  }
}

void AttackMoves::remember(const CellSet& move) {
  std::vector<std::uint64_t>& killers = killers_[board_.stones() + board_.p()];
  const std::uint64_t key = key_of(move);
  const auto known = std::find(killers.begin(), killers.end(), key);
  if (known != killers.end()) {
    std::rotate(killers.begin(), known, known + 1);
    return;
  }
  if (killers.size() == 4) killers.pop_back();
  killers.insert(killers.begin(), key);
}

int AttackMoves::weigh(const CellSet& move) const {
  int weight = 0;
  const Player defender = opponent(attacker_);
  for (const CellIndex cell : move) {
    for (const SegmentIndex segment : board_.segments_through(cell)) {
      const int mine = board_.stones_in(segment, attacker_);
      const int his = board_.stones_in(segment, defender);
      // Threats get blocked; what stays are the segments with fewer stones.
      if (his == 0 && mine < board_.first_threat()) weight += 1 << (2 * std::min(mine, 8));
      if (mine == 1 && his > 0) weight += 1 << (2 * std::min(his, 8) - 1);  // blocked by this move
    }
  }
  return weight;
}

}  // namespace inarow::threats
