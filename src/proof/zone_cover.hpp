#pragma once

// Whether wins against some stones of the defender cover all his moves (docs/formats/placement.md,
// form Z, way 2). The search keeps a book of this while it looks for wins
// (search/threat_space/cover.hpp); here it is decided again, from the wins alone.
//
// Exact: covers_all is true if and only if every move is covered by a win.

#include <array>
#include <optional>
#include <vector>

#include "knowledge/threats/defenses.hpp"
#include "search/threat_space/zones.hpp"

namespace inarow {

class ZoneCover {
 public:
  // The position in which the defender is to move; it stays as it is.
  explicit ZoneCover(const threats::ThreatBoard& board) : board_(board) {}

  // A win against `stones`, with its zones, for moves with at most `further` other stones.
  void add(const threats::CellSet& stones, const threats::Zones& zones, int further);

  // Every move that has the stones of `defense` and `free` more.
  bool covers_all(const threats::CellSet& defense, int free) const {
    return !uncovered(defense, free);
  }
  // One of them that no win covers. A negative cell stands for any far away on an infinite board.
  std::optional<threats::CellSet> uncovered(const threats::CellSet& defense, int free) const;
  bool covers(const threats::CellSet& move) const;

 private:
  struct Win {
    threats::CellSet stones;
    threats::Zones zones;
    int further;
    // Of zone i + 1: the empty cells, if it is not the whole board.
    std::array<std::vector<threats::CellIndex>, threats::max_stones> cells;
  };
  using Cells = std::vector<threats::CellIndex>;

  int further_stones(const Win& win, const threats::CellSet& move) const;
  bool covers(const Win& win, const threats::CellSet& move) const;
  const Cells* relevant(const threats::CellSet& stones, int free) const;
  Cells all_cells(const threats::CellSet& stones) const;
  std::optional<threats::CellSet> search(const threats::CellSet& stones, int free,
                                         Cells dealt) const;

  const threats::ThreatBoard& board_;
  std::vector<Win> wins_;
};

}  // namespace inarow
