#include "knowledge/threats/defenses.hpp"

#include <algorithm>

#include "base/expects.hpp"

namespace inarow::threats {
namespace {

bool meets(const CellSet& set, const CellSet& chosen) {
  return std::any_of(set.begin(), set.end(), [&](CellIndex c) { return chosen.contains(c); });
}

bool is_subset(const CellSet& small, const CellSet& large) {
  return std::all_of(small.begin(), small.end(), [&](CellIndex c) { return large.contains(c); });
}

bool can_meet(const std::vector<CellSet>& sets, std::size_t from, CellSet& chosen, int stones) {
  while (from < sets.size() && meets(sets[from], chosen)) ++from;
  if (from == sets.size()) return true;
  if (stones == 0) return false;
  for (const CellIndex cell : sets[from]) {
    chosen.push(cell);
    const bool found = can_meet(sets, from + 1, chosen, stones - 1);
    --chosen.size;
    if (found) return true;
  }
  return false;
}

// No cell of `chosen` can be left out: each has a set that it alone meets.
bool is_irredundant(const std::vector<CellSet>& sets, const CellSet& chosen) {
  return std::all_of(chosen.begin(), chosen.end(), [&](CellIndex cell) {
    return std::any_of(sets.begin(), sets.end(), [&](const CellSet& set) {
      return set.contains(cell) && std::count_if(set.begin(), set.end(), [&](CellIndex c) {
                                     return chosen.contains(c);
                                   }) == 1;
    });
  });
}

void enumerate(const std::vector<CellSet>& sets, std::size_t from, CellSet& chosen, int stones,
               std::vector<CellSet>& out) {
  while (from < sets.size() && meets(sets[from], chosen)) ++from;
  if (from == sets.size()) {
    if (is_irredundant(sets, chosen)) out.push_back(chosen.sorted());
    return;
  }
  if (stones == 0) return;
  for (const CellIndex cell : sets[from]) {
    chosen.push(cell);
    enumerate(sets, from + 1, chosen, stones - 1, out);
    --chosen.size;
  }
}

}  // namespace

void threat_sets(const ThreatBoard& board, Player player, std::vector<CellSet>& out) {
  out.clear();
  // Segments with more stones first: their sets are smaller.
  for (int stones = board.k() - 1; stones >= board.first_threat(); --stones) {
    for (const SegmentIndex segment : board.active(player, stones)) {
      CellSet set;
      board.for_empty_cells(segment, [&](CellIndex cell) { set.push(cell); });
      const bool implied = std::any_of(out.begin(), out.end(),
                                       [&](const CellSet& other) { return is_subset(other, set); });
      if (!implied) out.push_back(set);
    }
  }
}

int threat_number(const std::vector<CellSet>& sets, int bound) {
  for (int stones = 0; stones <= bound; ++stones) {
    CellSet chosen;
    if (can_meet(sets, 0, chosen, stones)) return stones;
  }
  return bound + 1;
}

int threat_number(const ThreatBoard& board, Player player, int bound) {
  thread_local std::vector<CellSet> sets;
  threat_sets(board, player, sets);
  return threat_number(sets, bound);
}

std::vector<CellSet> critical_defenses(const std::vector<CellSet>& sets, int p) {
  EXPECTS(p <= max_stones);
  std::vector<CellSet> defenses;
  CellSet chosen;
  enumerate(sets, 0, chosen, p, defenses);
  std::sort(defenses.begin(), defenses.end(), [](const CellSet& a, const CellSet& b) {
    return a.size != b.size ? a.size < b.size : a.cells < b.cells;
  });
  defenses.erase(std::unique(defenses.begin(), defenses.end()), defenses.end());
  return defenses;
}

std::vector<CellIndex> union_of(const std::vector<CellSet>& sets) {
  std::vector<CellIndex> cells;
  for (const CellSet& set : sets) cells.insert(cells.end(), set.begin(), set.end());
  std::sort(cells.begin(), cells.end());
  cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
  return cells;
}

}  // namespace inarow::threats
