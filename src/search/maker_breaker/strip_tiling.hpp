#pragma once

// The plane tiled by sheared blocks (Chiang, Wu and Lin 2011, Fig. 2): strips of `rows` rows, each
// cut into blocks of `columns` cells a row; the rows of a block are shifted by one cell each, to
// the right in even strips and to the left in odd ones. Right:  left:
//
//     . . . . . .            . . . . . .
//   . . . . . .                . . . . . .
//
// A column is full (all of its cells of the strip are in one block) in even strips if its number
// mod `columns` is at least rows - 1, in odd strips if it is less than columns - rows + 1; so with
// columns >= 2 rows - 2 every column is full in at least one of two neighbouring strips.
// What it can prove: every segment of k cells contains a whole line of some block (covers).

#include "search/maker_breaker/line_board.hpp"

namespace inarow::maker_breaker {

class StripTiling {
 public:
  // Row lines have `row_line` cells, the last ones of the row of a block in even strips (all if it
  // is `columns`), mirrored in odd ones.
  StripTiling(int columns, int rows, int row_line);

  int columns() const { return columns_; }
  int rows() const { return rows_; }
  int row_line() const { return row_line_; }

  // The board of a block in an even strip; odd strips have its mirror image.
  const LineBoard& board() const { return board_; }

  struct Place {
    Cell block;    // which block: its number in the strip and the strip
    int cell = 0;  // which cell of board()
    friend auto operator<=>(const Place&, const Place&) = default;
  };
  Place locate(Cell cell) const;
  Cell cell_of(const Place& place) const;

  // Every segment of k cells, in all four directions, contains a line of a block. The tiling
  // repeats every `columns` columns and 2 `rows` rows, so finitely many segments are looked at.
  bool covers(int k) const;
  // The least k that it covers, or 0 if none up to `most`.
  int least_covered(int most) const;

 private:
  int columns_;
  int rows_;
  int row_line_;
  LineBoard board_;
};

}  // namespace inarow::maker_breaker
