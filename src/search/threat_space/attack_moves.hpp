#pragma once

// The attacker's moves that threat search tries, best first.
//
// Heuristic: which moves are tried decides what is found, never what is true.

#include <unordered_map>
#include <vector>

#include "base/bits.hpp"
#include "base/stop.hpp"
#include "knowledge/threats/defenses.hpp"

namespace inarow::threats {

struct AttackMove {
  CellSet cells;
  int threats = 0;  // p + 1 stands for more than p
  int weight = 0;
};

// A set of numbers other than 0 that is emptied often. It may forget some when it is nearly full.
class KeySet {
 public:
  // False if the key is there already.
  bool insert(std::uint64_t key) {
    for (std::size_t i = mix(key) % slots; used_.size() < slots / 2; i = (i + 1) % slots) {
      if (keys_[i] == key) return false;
      if (keys_[i] == 0) {
        keys_[i] = key;
        used_.push_back(i);
        return true;
      }
    }
    return true;
  }
  void clear() {
    for (const std::size_t i : used_) keys_[i] = 0;
    used_.clear();
  }

 private:
  static constexpr std::size_t slots = 1 << 14;
  std::vector<std::uint64_t> keys_ = std::vector<std::uint64_t>(slots, 0);
  std::vector<std::size_t> used_;
};

class AttackMoves {
 public:
  AttackMoves(ThreatBoard& board, Player attacker) : board_(board), attacker_(attacker) {}

  // Moves of p stones after which the attacker has at least `threats` threats and the defender
  // none; with threats = p only stones that can take part in a threat of this move are looked at,
  // otherwise also those that prepare threats of the next one. The board is left as it was. After
  // a stop only some of them: with three stones a move, listing them takes up to seconds.
  void generate(int threats, std::vector<AttackMove>& out);
  void set_stop(const StopToken* stop) { stop_ = stop; }  // null: none

  // A move that has won in this position: it is tried early in others with as many stones.
  void remember(const CellSet& move);

 private:
  void extend(CellSet& chosen, int left, std::vector<AttackMove>& out);
  void collect(int left, bool enough, const std::vector<CellSet>& counter, bool forced,
               std::vector<CellIndex>& cells);
  void finish(CellSet& chosen, const std::vector<CellSet>& sets,
              const std::vector<CellSet>& counter, const std::vector<CellIndex>& cells,
              std::vector<AttackMove>& out);
  int threats_with(CellIndex cell, const std::vector<CellSet>& sets);
  bool is_killer(const CellSet& move) const;
  int weigh(const CellSet& move, int more) const;

  ThreatBoard& board_;
  Player attacker_;
  const StopToken* stop_ = nullptr;
  int threats_ = 0;
  KeySet seen_;
  std::vector<CellSet> after_;
  std::unordered_map<int, std::vector<std::uint64_t>> killers_;  // by stones after the move
  std::vector<int> stamp_;
  int now_ = 0;
};

}  // namespace inarow::threats
