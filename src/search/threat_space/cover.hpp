#pragma once

// Wins against some stones of the defender, and which of his moves they cover.
//
// Proved coverage. Let the attacker win in P with stones E of the defender added, with zones Z1,
// Z2, ... (Wu 2010, Definition 3). A move M of the defender is *covered* by this win if the stones
// of M that are not in E can be numbered such that the i-th is outside Zi; as zones grow, that is:
// of these n stones none is in Z1, at most one in Z2, ..., at most n - 1 in Zn. Then the attacker
// wins in P + E + M by Definition 3, so he wins in P + M, where the defender has fewer stones; and
// the zones shifted by n, Psi << n, are zones of P + M: extra stones outside them are outside the
// zones of the win as its further stones, and those that lie on E are there already.
//
// So a win against one defense often covers most of the others, and needs no stone in common with
// them. (The paper uses the case that E is a part of M.)

#include <vector>

#include "knowledge/threats/defenses.hpp"
#include "search/threat_space/zones.hpp"

namespace inarow::threats {

class Cover {
 public:
  explicit Cover(const ThreatBoard& board) : board_(board) {}

  // A win against these stones of the defender, which covers at least the moves with `further`
  // stones more outside its zones.
  void add(const CellSet& stones, const Zones& zones, int further) {
    wins_.push_back({stones, zones, further});
  }
  std::size_t size() const { return wins_.size(); }
  const Zones& last() const { return wins_.back().zones; }

  // Whether a win covers the move with at most `most` stones outside its own; the zones of the move
  // are then added to `zones`.
  bool covers(const CellSet& move, int most, Zones& zones);

  // The cells s such that no win covers `stones` + s, without those marked in `dealt`; the zones of
  // all the others are added to `zones`. Only wins from number `first` on are asked.
  struct Rest {
    std::vector<CellIndex> cells;
    bool elsewhere = false;  // and the cells of an infinite board outside the window
  };
  Rest rest(const CellSet& stones, int most, const std::vector<char>& dealt, std::size_t first,
            Zones& zones);

  // Of each win: the most stones that are not its own in a move for which it was taken. Its zones,
  // shifted by so many, are what it adds to the zones of the whole.
  std::vector<int> further() const;

 private:
  struct Win {
    CellSet stones;
    Zones zones;
    int further;
  };

  void use(Win& win, int further, Zones& zones);

  const ThreatBoard& board_;
  std::vector<Win> wins_;
};

}  // namespace inarow::threats
