#include "search/maker_breaker/strip_tiling.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "base/bits.hpp"
#include "base/expects.hpp"

namespace inarow::maker_breaker {
namespace {

int floor_div(int a, int b) { return a >= 0 ? a / b : -((-a + b - 1) / b); }

}  // namespace

StripTiling::StripTiling(int columns, int rows, int row_line)
    : columns_(columns), rows_(rows), row_line_(row_line), board_(sheared_block(columns, rows, 1)) {
  EXPECTS(columns >= rows && rows >= 2 && row_line >= 1 && row_line <= columns);
  // The rows were added first.
  for (int y = 0; y < rows; ++y) {
    CellSet& line = board_.lines[static_cast<std::size_t>(y)];
    while (popcount(line) > row_line) line &= line - 1;
  }
}

StripTiling::Place StripTiling::locate(Cell cell) const {
  const int strip = floor_div(cell.y, rows_);
  const int y = cell.y - strip * rows_;
  const bool mirrored = strip % 2 != 0;
  const int x = mirrored ? -1 - cell.x : cell.x;
  const int block = floor_div(x - y, columns_);
  return {{block, strip}, y * columns_ + (x - y - block * columns_)};
}

Cell StripTiling::cell_of(const Place& place) const {
  const int y = place.cell / columns_;
  const int x = place.block.x * columns_ + y + place.cell % columns_;
  const bool mirrored = place.block.y % 2 != 0;
  return {mirrored ? -1 - x : x, place.block.y * rows_ + y};
}

bool StripTiling::covers(int k) const {
  constexpr std::array<std::array<int, 2>, 4> directions{{{1, 0}, {0, 1}, {1, 1}, {1, -1}}};
  for (const auto& [dx, dy] : directions) {
    for (int y = 0; y < 2 * rows_; ++y) {
      for (int x = 0; x < columns_; ++x) {
        std::map<Cell, CellSet> inside;
        for (int i = 0; i < k; ++i) {
          const Place place = locate({x + i * dx, y + i * dy});
          inside[place.block] |= CellSet{1} << place.cell;
        }
        const bool whole = std::any_of(inside.begin(), inside.end(), [&](const auto& block) {
          return std::any_of(board_.lines.begin(), board_.lines.end(),
                             [&](CellSet line) { return (line & ~block.second) == 0; });
        });
        if (!whole) return false;
      }
    }
  }
  return true;
}

int StripTiling::least_covered(int most) const {
  for (int k = 1; k <= most; ++k) {
    if (covers(k)) return k;
  }
  return 0;
}

}  // namespace inarow::maker_breaker
