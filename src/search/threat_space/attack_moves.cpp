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

// The cells worth a stone when `left` stones of the move are left; `enough`: there are as many
// threats as were asked for.
void AttackMoves::collect(int left, bool enough, const std::vector<CellSet>& counter, bool forced,
                          std::vector<CellIndex>& cells) {
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
  int stones = board_.k() - board_.p() - left;
  if (enough || threats_ == 0) stones -= board_.p() - (enough ? left : 0);
  for (int s = board_.k() - 1; s >= std::max(1, stones); --s) {
    for (const SegmentIndex segment : board_.active(attacker_, s)) {
      board_.for_empty_cells(segment, offer);
    }
  }
}

void AttackMoves::extend(CellSet& chosen, int left, std::vector<AttackMove>& out) {
  if (stopped(stop_)) return;
  std::vector<CellSet> counter;
  threat_sets(board_, opponent(attacker_), counter);
  const int needed = threat_number(counter, left);
  if (needed > left) return;
  std::vector<CellSet> sets;
  if (chosen.size > 0) threat_sets(board_, attacker_, sets);
  const bool enough = chosen.size > 0 && threat_number(sets, threats_) >= threats_;
  std::vector<CellIndex> cells;
  collect(left, enough, counter, needed == left, cells);
  if (left == 1) {
    finish(chosen, sets, counter, cells, out);
    return;
  }
  for (const CellIndex cell : cells) {
    chosen.push(cell);
    board_.place(cell, attacker_);
    extend(chosen, left - 1, out);
    board_.remove(cell);
    --chosen.size;
  }
}

// The last stone, without placing it: `sets` are the attacker's threats without it.
void AttackMoves::finish(CellSet& chosen, const std::vector<CellSet>& sets,
                         const std::vector<CellSet>& counter, const std::vector<CellIndex>& cells,
                         std::vector<AttackMove>& out) {
  const int weight = weigh(chosen, 0);
  for (const CellIndex cell : cells) {
    if (!std::all_of(counter.begin(), counter.end(),
                     [&](const CellSet& set) { return set.contains(cell); })) {
      continue;
    }
    chosen.push(cell);
    if (seen_.insert(key_of(chosen))) {
      const int threats = threats_with(cell, sets);
      if (threats >= threats_) {
        CellSet last;
        last.push(cell);
        int total = weight + weigh(last, 1);
        if (threats > board_.p()) total += 1 << 24;
        if (is_killer(chosen)) total += 1 << 20;
        out.push_back({chosen, threats, total});
      }
    }
    --chosen.size;
  }
}

// The number of threats after a stone on the cell: threats through it lack one cell fewer, and
// segments that lacked one stone become threats.
int AttackMoves::threats_with(CellIndex cell, const std::vector<CellSet>& sets) {
  after_.clear();
  const auto without = [cell](const CellSet& set) {
    CellSet rest;
    for (const CellIndex c : set) {
      if (c != cell) rest.push(c);
    }
    return rest;
  };
  for (const CellSet& set : sets) after_.push_back(without(set));
  const Player defender = opponent(attacker_);
  for (const SegmentIndex segment : board_.segments_through(cell)) {
    if (board_.stones_in(segment, attacker_) != board_.first_threat() - 1 ||
        board_.stones_in(segment, defender) > 0) {
      continue;
    }
    CellSet set;
    board_.for_empty_cells(segment, [&](CellIndex c) {
      if (c != cell) set.push(c);
    });
    after_.push_back(set);
  }
  return threat_number(after_, board_.p());
}

bool AttackMoves::is_killer(const CellSet& move) const {
  const auto killers = killers_.find(board_.stones() + 1);
  return killers != killers_.end() && std::find(killers->second.begin(), killers->second.end(),
                                                key_of(move)) != killers->second.end();
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

// What the stones are worth; `more` stones of the attacker are not yet on the board.
int AttackMoves::weigh(const CellSet& move, int more) const {
  int weight = 0;
  const Player defender = opponent(attacker_);
  for (const CellIndex cell : move) {
    for (const SegmentIndex segment : board_.segments_through(cell)) {
      const int mine = board_.stones_in(segment, attacker_) + more;
      const int his = board_.stones_in(segment, defender);
      // Threats get blocked; what stays are the segments with fewer stones.
      if (his == 0 && mine < board_.first_threat()) weight += 1 << (2 * std::min(mine, 8));
      if (mine == 1 && his > 0) weight += 1 << (2 * std::min(his, 8) - 1);  // blocked by this move
    }
  }
  return weight;
}

}  // namespace inarow::threats
