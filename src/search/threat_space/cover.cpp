#include "search/threat_space/cover.hpp"

#include <algorithm>

namespace inarow::threats {
namespace {

CellSet without(const CellSet& stones, const CellSet& own) {
  CellSet rest;
  for (const CellIndex cell : stones) {
    if (!own.contains(cell)) rest.push(cell);
  }
  return rest;
}

int count_in(const CellSet& stones, int order, const Zones& zones) {
  int count = 0;
  for (const CellIndex cell : stones) count += zones.contains(order, cell) ? 1 : 0;
  return count;
}

// None in Z1, at most one in Z2, ...
bool is_outside(const CellSet& stones, const Zones& zones) {
  for (int order = 1; order <= stones.size; ++order) {
    if (count_in(stones, order, zones) >= order) return false;
  }
  return true;
}

// The zone that one more stone has to avoid: the highest that holds as many as it may. 0 if the
// stones are not covered themselves.
int zone_to_avoid(const CellSet& stones, const Zones& zones) {
  const int all = stones.size + 1;
  int avoid = 1;
  for (int order = 1; order <= all; ++order) {
    const int count = count_in(stones, order, zones);
    if (count >= order) return 0;
    if (count == order - 1) avoid = order;  // full: the further stone is not in it
  }
  return avoid;
}

}  // namespace

void Cover::use(Win& win, int further, Zones& zones) {
  win.further = std::max(win.further, further);
  Zones promoted = win.zones;
  promoted.promote(further);
  zones.unite(promoted);
}

std::vector<int> Cover::further() const {
  std::vector<int> result;
  for (const Win& win : wins_) result.push_back(win.further);
  return result;
}

bool Cover::covers(const CellSet& move, int most, Zones& zones) {
  for (Win& win : wins_) {
    const CellSet further = without(move, win.stones);
    if (further.size > most || !is_outside(further, win.zones)) continue;
    use(win, further.size, zones);
    return true;
  }
  return false;
}

Cover::Rest Cover::rest(const CellSet& stones, int most, const std::vector<char>& dealt,
                        std::size_t first, Zones& zones) {
  std::vector<char> done = dealt;
  Rest rest;
  rest.elsewhere = board_.infinite();
  for (std::size_t i = first; i < wins_.size(); ++i) {
    Win& win = wins_[i];
    const CellSet further = without(stones, win.stones);
    if (further.size > most) continue;
    const auto take = [&](CellIndex cell) {
      char& mark = done[static_cast<std::size_t>(cell)];
      const bool useful = mark == 0 && board_.is_empty(cell) && !stones.contains(cell);
      mark = 1;
      return useful;
    };
    bool used = false;
    if (is_outside(further, win.zones)) {
      for (const CellIndex cell : win.stones) used = take(cell) || used;
      if (used) use(win, further.size, zones);
    }
    if (further.size == most) continue;
    const int avoid = zone_to_avoid(further, win.zones);
    if (avoid == 0 || win.zones.is_whole(avoid)) continue;
    used = rest.elsewhere;
    rest.elsewhere = false;
    for (CellIndex cell = 0; cell < board_.area(); ++cell) {
      if (!win.zones.contains(avoid, cell)) used = take(cell) || used;
    }
    if (used) use(win, further.size + 1, zones);
  }
  for (CellIndex cell = 0; cell < board_.area(); ++cell) {
    if (done[static_cast<std::size_t>(cell)] == 0 && board_.is_empty(cell) &&
        !stones.contains(cell)) {
      rest.cells.push_back(cell);
    }
  }
  return rest;
}

}  // namespace inarow::threats
