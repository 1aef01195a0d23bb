#pragma once

// What searches of drop boards make before they begin: the order in which columns are tried, and
// the lines as sets of cells.

#include <algorithm>
#include <cstdlib>
#include <utility>
#include <vector>

#include "rules/drop_geometry.hpp"
#include "rules/lines.hpp"

namespace inarow {

// The middle first, which decides soonest: 3 2 4 1 5 0 6 of seven, 2 3 1 4 0 5 of six.
inline std::vector<Column> columns_from_the_centre(int width) {
  std::vector<Column> columns;
  columns.reserve(static_cast<std::size_t>(width));
  for (int x = 0; x < width; ++x) columns.push_back(Column{x});
  const auto rank = [width](Column c) {
    return std::pair(std::abs(2 * c.index + 1 - width), c.index);
  };
  std::sort(columns.begin(), columns.end(), [&](Column a, Column b) { return rank(a) < rank(b); });
  return columns;
}

// Of a board of finite height, in the order of LineTable.
inline std::vector<Word128> lines_as_words(const DropSpec& spec) {
  const DropGeometry<Word128> geometry(spec);
  const LineTable table{GameSpec(spec)};
  std::vector<Word128> lines;
  lines.reserve(table.lines().size());
  for (const auto& cells : table.lines()) {
    Word128 line = 0;
    for (const Cell cell : cells) line |= geometry.bit(cell);
    lines.push_back(line);
  }
  return lines;
}

}  // namespace inarow
