#pragma once

// A small placement board as two words of 64 bits, with what a search asks at every stone: the open
// lines of both players by their number of stones, and the potential of Erdos, Selfridge and Beck.
//
// Proves by itself: `cannot_win` (see there). Everything else is exact counting.
//
// Cell (x, y) is bit y * columns + x:
//
//      8  9 10 11
//      4  5  6  7
//      0  1  2  3        (4 columns, 3 rows)
//
// A line is *open* to a player if his opponent has no stone in it (Wu's active segment).

#include <array>
#include <vector>

#include "base/bits.hpp"
#include "rules/game_spec.hpp"

namespace inarow {

// Stones are kept in 62 bits: the two bits above them mark facts in the table.
inline constexpr int max_exact_cells = 62;

class LineCounts {
 public:
  explicit LineCounts(const PlacementSpec& spec);  // a finite board of at most max_exact_cells

  int cells() const { return cells_; }
  int empty_count() const { return cells_ - popcount(stones_[0] | stones_[1]); }
  Word64 empty() const { return low_bits<Word64>(cells_) & ~(stones_[0] | stones_[1]); }
  Word64 stones(Player player) const { return stones_[index(player)]; }
  bool has_lines() const { return !lines_.empty(); }

  void place(int cell, Player player);
  void remove(int cell, Player player);

  bool has_complete_line(Player player) const { return by_count_[index(player)].back() > 0; }
  bool has_open_line(Player player) const { return open_[index(player)] > 0; }

  // Some open line lacks at most `stones` stones: so many of his stones in a row win.
  bool completes_with(Player player, int stones) const;

  // The empty cells of every open line that lacks at most `stones` stones, smallest sets first,
  // without those that contain another.
  void threats(Player player, int stones, std::vector<Word64>& out) const;

  // Sound, for positions at the start of a turn (`breaker_to_move` says whose). If the potential,
  // the sum over the open lines of `player` of (1 + p) ^ (-empty cells / p), is less than 1 and his
  // opponent is to move, or less than 1 / (1 + p) and he is to move himself, he cannot win: his
  // opponent always takes the cell of the largest potential (Erdos and Selfridge 1973 for p = 1;
  // Beck, Remarks on positional games 1982, for p stones a turn on both sides). That is a
  // strategy of a Breaker, who only blocks; that the opponent may win besides does not harm him. A
  // last turn with fewer stones does not harm either, as it leaves no cell empty.
  bool cannot_win(Player player, bool breaker_to_move) const;

  // How much a stone of `player` on the cell matters, for ordering only; 0 if no line through it is
  // open to anybody.
  int weight(int cell, Player player) const;

 private:
  static std::size_t index(Player player) { return static_cast<std::size_t>(player); }
  void count(int cell, Player player, int change);

  int cells_;
  int k_;
  std::vector<Word64> lines_;
  std::vector<std::vector<std::uint16_t>> through_;     // by cell: indices into lines_
  std::vector<std::array<std::uint8_t, 2>> stones_in_;  // by line and player
  std::array<std::vector<int>, 2> by_count_;            // open lines by number of stones
  std::array<int, 2> open_{};                           // open lines
  std::array<Word64, 2> stones_{};
  std::array<Word64, 2> potential_{};  // of open lines, in units of 2^-32
  std::vector<Word64> term_;           // of a line, by its stones
  Word64 maker_limit_ = 0;             // 1 / (1 + p), rounded down
};

}  // namespace inarow
