#pragma once

// The number of threats and the critical defenses (Wu 2010, section III-C), for any k and p.
//
// Exact, from the definitions:
//   * a player has t threats if t is the smallest number of stones by which the opponent keeps him
//     from winning in his next move: the size of the smallest set of empty cells that meets every
//     threat segment;
//   * a critical defense is a set of at most p empty cells that meets every threat segment, while
//     no cell of it can be left out; it is normal if it has t cells, and relaxed otherwise.

#include <array>
#include <vector>

#include "knowledge/threats/threat_board.hpp"

namespace inarow::threats {

inline constexpr int max_stones = 4;  // p of games that threat search takes

// A few cells, as a move has them.
struct CellSet {
  std::array<CellIndex, max_stones> cells{};
  int size = 0;

  void push(CellIndex cell) { cells[static_cast<std::size_t>(size++)] = cell; }
  const CellIndex* begin() const { return cells.data(); }
  const CellIndex* end() const { return cells.data() + size; }
  bool contains(CellIndex cell) const {
    for (const CellIndex c : *this) {
      if (c == cell) return true;
    }
    return false;
  }
  // The same cells in increasing order, with zeros behind them.
  CellSet sorted() const {
    CellSet result;
    for (const CellIndex cell : *this) {
      std::size_t i = static_cast<std::size_t>(result.size++);
      for (; i > 0 && result.cells[i - 1] > cell; --i) result.cells[i] = result.cells[i - 1];
      result.cells[i] = cell;
    }
    return result;
  }
  friend auto operator<=>(const CellSet&, const CellSet&) = default;
};

// The empty cells of the threat segments of a player: what a defense must meet, one set a segment,
// without sets that contain another one.
void threat_sets(const ThreatBoard& board, Player player, std::vector<CellSet>& out);

// The smallest number of cells that meet all sets; bound + 1 if it is greater than `bound`.
int threat_number(const std::vector<CellSet>& sets, int bound);
int threat_number(const ThreatBoard& board, Player player, int bound);

// All critical defenses against sets from `threat_sets`, each sorted, in order of size; the empty
// set alone if there are no threats.
std::vector<CellSet> critical_defenses(const std::vector<CellSet>& sets, int p);

// All cells of all sets, in increasing order: of critical defenses, the macro-move.
std::vector<CellIndex> union_of(const std::vector<CellSet>& sets);

}  // namespace inarow::threats
