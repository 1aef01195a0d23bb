#pragma once

// How a band of width 2l + 1 or 2l + 2 is cut into squares on its middle and two bands of width l
// (Chiang, Wu and Lin 2011, Figs. 16 to 18, found anew). The band of width w has the cells (X, s)
// with 0 <= s - X < w; rows X and columns s of this infinite matrix are its lines.
//
//   width 2l + 1   squares of l + 1 rows and l + 1 columns, all full; every line meets one square
//   width 2l + 2   squares of l + 2 lines each way that lack one corner; the row and the column of
//                  the corner belong to two squares each (and to no band), the others to one
//
// What is left of a line is a line of one of two bands: rows of even squares with columns of odd
// ones (half 0), and the other way round (half 1). check() looks at every line of a period.

#include <optional>
#include <utility>

#include "base/result.hpp"
#include "base/stop.hpp"

namespace inarow::maker_breaker {

class BandPartition {
 public:
  BandPartition(int l, bool even) : l_(l), even_(even) {}

  int width() const { return 2 * l_ + (even_ ? 2 : 1); }
  // Rows and columns repeat after so many, and then two squares further.
  int period() const { return even_ ? 2 * l_ + 3 : 2 * l_ + 2; }

  // Where a line belongs: a numbered square, or two of them.
  struct Membership {
    int square = 0;
    bool shared = false;  // with the square before (a column) or after it (a row)
    int index = 0;        // among the lines of the square that are not shared, in order
  };
  Membership row(int x) const;
  Membership column(int s) const;

  // The square that the cell is in, if any.
  std::optional<int> square(int x, int s) const;

  // Even width: the row and the column of the corner that the square lacks.
  std::pair<int, int> corner(int square) const;

  // A cell that is in no square: which half, and where in the band of width l.
  struct Place {
    int half = 0;
    int x = 0;
    int s = 0;
  };
  Place place(int x, int s) const;
  // The row or column of this band whose part is row x or column s of that half.
  int row_of(int half, int x) const;
  int column_of(int half, int s) const;

  // Every line is whole (2l + 1 or 2l + 2 cells); it has cells in one square and l cells of a band
  // of width l, or lies in two squares. The squares are full, or lack their corner.
  Result<void> check(const StopToken* stop = nullptr) const;  // refused on a stop

 private:
  int own_lines() const { return l_ + 1; }  // of a square that it shares with none
  int first_distance(int half) const { return half == 0 ? -l_ : 1; }
  Result<void> check_line(bool is_row, int number) const;
  Result<void> check_square(int square) const;

  int l_;
  bool even_;
};

int floor_div(int a, int b);
int floor_mod(int a, int b);

}  // namespace inarow::maker_breaker
