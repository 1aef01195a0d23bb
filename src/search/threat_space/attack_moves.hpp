#pragma once

// The attacker's moves that threat search tries, best first.
//
// Heuristic: which moves are tried decides what is found, never what is true.

#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "knowledge/threats/defenses.hpp"

namespace inarow::threats {

struct AttackMove {
  CellSet cells;
  int threats = 0;  // p + 1 stands for more than p
  int weight = 0;
};

class AttackMoves {
 public:
  AttackMoves(ThreatBoard& board, Player attacker) : board_(board), attacker_(attacker) {}

  // Moves of p stones after which the attacker has at least `threats` threats and the defender
  // none; with threats = p only stones that can take part in a threat of this move are looked at,
  // otherwise also those that prepare threats of the next one. The board is left as it was.
  void generate(int threats, std::vector<AttackMove>& out);

  // A move that has won in this position: it is tried early in others with as many stones.
  void remember(const CellSet& move);

 private:
  void extend(CellSet& chosen, int left, std::vector<AttackMove>& out);
  void collect(const CellSet& chosen, int left, const std::vector<CellSet>& counter, bool forced,
               std::vector<CellIndex>& cells);
  int weigh(const CellSet& move) const;

  ThreatBoard& board_;
  Player attacker_;
  int threats_ = 0;
  std::unordered_set<std::uint64_t> seen_;
  std::unordered_map<int, std::vector<std::uint64_t>> killers_;  // by stones after the move
  std::vector<int> stamp_;
  int now_ = 0;
};

}  // namespace inarow::threats
