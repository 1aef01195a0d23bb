#pragma once

// Sequences of relevance zones Z1 <= Z2 <= ... <= Zr (Wu 2010, section III-E) as sets of cells of a
// ThreatBoard's window, and the operations by which the paper builds them.
//
// What they mean (Definition 3): the attacker wins even if the defender gets extra stones s1, s2,
// ..., each si on an empty cell outside Zi. Zones of orders above r are the whole board (Lemma 1).
//
// r = k - 1 - p: all zones up to it come from segments with at least one stone of the defender
// (T3-2 with i + p < k), so they are finite on the infinite board too.

#include <vector>

#include "base/bits.hpp"
#include "knowledge/threats/threat_board.hpp"

namespace inarow::threats {

class Zones {
 public:
  explicit Zones(const ThreatBoard& board);

  int count() const { return count_; }
  // Zone `order` is the whole board.
  bool is_whole(int order) const { return order > count_ || whole_ <= order; }
  bool contains(int order, CellIndex cell) const {
    return is_whole(order) || (row(order)[word(cell)] >> (cell % 64) & 1) != 0;
  }

  // The lowest order up to `orders` whose zone holds the cell; orders + 1 if none does.
  int level(CellIndex cell, int orders) const {
    int order = 1;
    while (order <= orders && !contains(order, cell)) ++order;
    return order;
  }

  // Adds a cell to the zones of this order and of all higher ones.
  void add(int order, CellIndex cell);
  void unite(const Zones& other);
  // This zone and all above are the whole board.
  void make_whole(int order) { whole_ = whole_ < order ? whole_ : order; }
  // "Psi << by": zone i becomes zone i + by.
  void promote(int by);

  // The empty cells of a zone that is not the whole board.
  std::vector<CellIndex> empty_cells(int order, const ThreatBoard& board) const;

 private:
  static std::size_t word(CellIndex cell) { return static_cast<std::size_t>(cell) / 64; }
  Word64* row(int order) { return &bits_[static_cast<std::size_t>(order - 1) * words_]; }
  const Word64* row(int order) const {
    return &bits_[static_cast<std::size_t>(order - 1) * words_];
  }

  int count_;
  int whole_;  // zones of this order and above are the whole board
  std::size_t words_;
  std::vector<Word64> bits_;
};

// The zones of a position that the attacker has won, EP-1: for each active segment of the defender
// with i empty cells, these cells are in Zi and above. `extra` = p gives T3-2, for positions where
// the defender moves once more before the attacker wins: i + p in the place of i.
void add_counter_segments(const ThreatBoard& board, Player defender, int extra, Zones& zones);

// T3-1: the empty cells of the attacker's threat segments are in all zones.
void add_threat_cells(const ThreatBoard& board, Player attacker, Zones& zones);

}  // namespace inarow::threats
