#include "proof/zone_cover.hpp"

#include <algorithm>

namespace inarow {
namespace {

using threats::CellIndex;
using threats::CellSet;
using threats::Zones;

// A cell of an infinite board outside the window: it is in no zone but those that are the whole
// board. A move has few stones, so few different ones are needed.
constexpr CellIndex first_far_cell = -1;

bool is_far(CellIndex cell) { return cell <= first_far_cell; }

// The number of the first zone that has the cell; count + 1 if it is none of the first ones.
int level(const Zones& zones, CellIndex cell, int count) {
  if (!is_far(cell)) return zones.level(cell, count);
  int order = 1;
  while (order <= count && !zones.is_whole(order)) ++order;
  return order;
}

}  // namespace

void ZoneCover::add(const CellSet& stones, const Zones& zones, int further) {
  Win win{stones, zones, further, {}};
  for (int order = 1; order <= further && !zones.is_whole(order); ++order) {
    win.cells[static_cast<std::size_t>(order - 1)] = zones.empty_cells(order, board_);
  }
  wins_.push_back(std::move(win));
}

int ZoneCover::further_stones(const Win& win, const CellSet& move) const {
  int count = 0;
  for (const CellIndex cell : move) count += win.stones.contains(cell) ? 0 : 1;
  return count;
}

// The stones that are not the win's own can be numbered such that the i-th is outside Zi: they can
// if they can in the order of their levels.
bool ZoneCover::covers(const Win& win, const CellSet& move) const {
  const int count = further_stones(win, move);
  if (count > win.further) return false;
  CellSet levels;
  for (const CellIndex cell : move) {
    if (!win.stones.contains(cell)) levels.push(level(win.zones, cell, count));
  }
  levels = levels.sorted();
  for (int i = 0; i < count; ++i) {
    if (levels.cells[static_cast<std::size_t>(i)] <= i + 1) return false;
  }
  return true;
}

// Cells one of which every uncovered move has that contains the stones and `free` more; null if no
// win says. A win that covers the stones covers them with `free` more outside zone n + free, where
// n of the stones are not its own.
const ZoneCover::Cells* ZoneCover::relevant(const CellSet& stones, int free) const {
  const Cells* best = nullptr;
  for (const Win& win : wins_) {
    const int order = further_stones(win, stones) + free;
    if (order > win.further || win.zones.is_whole(order) || !covers(win, stones)) continue;
    const Cells& cells = win.cells[static_cast<std::size_t>(order - 1)];
    if (best == nullptr || cells.size() < best->size()) best = &cells;
  }
  return best;
}

ZoneCover::Cells ZoneCover::all_cells(const CellSet& stones) const {
  Cells cells;
  for (CellIndex cell = 0; cell < board_.area(); ++cell) {
    if (board_.is_empty(cell)) cells.push_back(cell);
  }
  if (board_.infinite()) {
    CellIndex far = first_far_cell;
    while (stones.contains(far)) --far;
    cells.push_back(far);
  }
  return cells;
}

bool ZoneCover::covers(const CellSet& move) const {
  return std::any_of(wins_.begin(), wins_.end(), [&](const Win& win) { return covers(win, move); });
}

std::optional<CellSet> ZoneCover::search(const CellSet& stones, int free, Cells dealt) const {
  if (free == 0) return covers(stones) ? std::nullopt : std::optional(stones);
  const Cells* some = relevant(stones, free);
  for (const CellIndex cell : some != nullptr ? *some : all_cells(stones)) {
    if (stones.contains(cell) || std::find(dealt.begin(), dealt.end(), cell) != dealt.end()) {
      continue;
    }
    CellSet more = stones;
    more.push(cell);
    if (std::optional<CellSet> found = search(more, free - 1, dealt)) return found;
    dealt.push_back(cell);
  }
  return std::nullopt;
}

std::optional<CellSet> ZoneCover::uncovered(const CellSet& defense, int free) const {
  return search(defense, free, {});
}

}  // namespace inarow
