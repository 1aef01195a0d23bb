#pragma once

// What lines that cross in empty cells are worth, kept up to date by `place` and `remove`: the
// evaluation of the games for which it was fitted.
//
// Heuristic: nothing of it may reach a value.
//
//   Crossings crossings(weights, window, k);
//   crossings.place(cell, Player::first);
//   crossings.value(Player::second)       // for who is to move, unit: weights.hpp
//
// For either player an empty cell has a *class* in each of the four directions: how many stones the
// best active segments through it have, and how many such segments there are (crossing_class). The
// numbers of cells by class, and by each two classes that meet in a cell, go into a net of one
// hidden layer (CrossingWeights), so that a cell in which two good lines cross may be worth more
// than two cells, and a threat more to who has others. What a cell adds to the hidden units follows
// from its four classes, whatever their order, and is one row of a table; a stone changes few rows.
//
// The class in a direction follows from the k - 1 cells on either side, two bits each:
//
//   bits    19 18 | 17 16 | ...  11 10 |        | 9 8 | ...   3 2 | 1 0        k = 6
//   cell      +5  |   +4  |  ...  +1   |  (it)  |  -1 |  ...   -4 |  -5
//                                              0 empty, 1 first, 2 second, 3 outside
//
// and is read from a table. The cells have a frame of k - 1 cells around the board, so that no step
// looks where the border is.

#include <array>
#include <cstdint>
#include <vector>

#include "knowledge/threats/board_window.hpp"
#include "rules/types.hpp"
#include "search/engine/engine_board.hpp"

namespace inarow::engine {

// The class of a cell in a direction: the most stones that an active segment through it has (-1:
// none is active), and how many of them have so many.
int crossing_class(int most, int segments);
// The classes of an empty cell by counting, for who has no Crossings.
std::array<int, 4> crossing_classes(const EngineBoard& board, int cell, Player player);

class Crossings {
 public:
  // The weights stay where they are as long as the program runs; k <= 6.
  Crossings(const CrossingWeights& weights, const threats::BoardWindow& window, int k);

  // Cells as in the window, row by row.
  void place(int cell, Player player) { change<+1>(cell, player); }
  void remove(int cell, Player player) { change<-1>(cell, player); }

  std::int32_t value(Player to_move) const;

 private:
  // What a cell adds to the units, as one of who is to move and as one of the other.
  using Units [[gnu::vector_size(4 * CrossingWeights::units)]] = std::int32_t;
  struct Rows {
    Units mine;
    Units his;
  };
  // What never changes, made once for each weights.
  struct Tables {
    Tables(const CrossingWeights& weights, int k);

    // By code: 16 * class of the second player + class of the first.
    std::vector<std::uint8_t> classes;
    std::vector<std::uint16_t> row_of;  // by number of the four classes
    std::vector<Rows> rows;             // by what the classes are, in rising order
  };
  static const Tables& tables_of(const CrossingWeights& weights, int k);

  struct Square {
    std::array<std::uint32_t, 4> code{};
    std::array<std::uint16_t, 2> classes{};  // by player: the number of the four classes
    bool empty = false;
  };

  template <int by>
  void change(int cell, Player player);
  template <int by>
  void change_code(Square& square, std::size_t direction, std::uint32_t digit);
  void classify(Square& square) const;
  static std::size_t at(int index) { return static_cast<std::size_t>(index); }

  void add(std::size_t player, const Rows& rows);
  void subtract(std::size_t player, const Rows& rows);
  const Rows& rows_of(std::uint16_t classes) const { return tables_.rows[tables_.row_of[classes]]; }

  int reach_;
  int columns_;  // of the board
  int width_;    // with the frame
  const CrossingWeights& weights_;
  std::array<int, 4> steps_{};
  const Tables& tables_;
  std::vector<Square> squares_;
  std::array<Rows, 2> sums_{};  // by player, without those of the empty board
};

}  // namespace inarow::engine
