#pragma once

// Set operations on lines: which squares complete one, whether a set holds one, which squares lie
// on one that fits into a set.
//
// Exact: each function is an identity on sets of cells. With compile-time geometries the loops
// below unroll to straight code.

#include "rules/drop_geometry.hpp"
#include "search/alphabeta/lanes.hpp"

namespace inarow {

namespace lines_detail {

// All cells of the lines whose first cells are given.
template <class G>
constexpr typename G::Word spread_lines(const G& g, typename G::Word starts, int d) {
  typename G::Word cells = starts;
  int length = 1;
  while (length < g.k()) {
    const int step = length <= g.k() - length ? length : g.k() - length;
    cells |= g.up(cells, step * d);
    length += step;
  }
  return cells;
}

// The squares that lack only themselves to a line in direction d: i set cells on the lower side
// and line_length - 1 - i on the upper side, for some i. The square itself may be in the set.
template <class G>
constexpr typename G::Word completions(const G& g, typename G::Word set, int d) {
  using Word = typename G::Word;
  const int k = g.k();
  if (G::fixed() && k == 4) {
    const Word low1 = g.up(set, d);
    const Word low2 = low1 & g.up(set, 2 * d);
    const Word high1 = g.down(set, d);
    const Word high2 = high1 & g.down(set, 2 * d);
    return (low2 & (high1 | g.up(set, 3 * d))) | (high2 & (low1 | g.down(set, 3 * d)));
  }
  Word result = 0;
  for (int i = 0; i < k; ++i) {  // i is the place of the missing cell in the line
    Word others = ~Word{0};
    for (int j = 0; j < k; ++j) {
      if (j < i) others &= g.up(set, (i - j) * d);
      if (j > i) others &= g.down(set, (j - i) * d);
    }
    result |= others;
  }
  return result;
}

// What lanes do not serve: lines of more than eight, narrow or large cylinders, very high boards.
template <class G>
constexpr typename G::Word cells_on_lines(const G& g, typename G::Word set) {
  typename G::Word cells = 0;
  const int h = g.height();
  for (const int d : {1, h, h + 2}) cells |= spread_lines(g, g.line_starts(set, d), d);
  if (g.has_horizontal_lines()) cells |= spread_lines(g, g.line_starts(set, h + 1), h + 1);
  return cells;
}

template <class G>
constexpr typename G::Word winning_squares(const G& g, typename G::Word stones) {
  using Word = typename G::Word;
  const int h = g.height();
  Word vertical = ~Word{0};  // only the square on top of k-1 stones can be empty
  for (int i = 1; i < g.k(); ++i) vertical &= stones << i;
  Word result = vertical | completions(g, stones, h) | completions(g, stones, h + 2);
  if (g.has_horizontal_lines()) result |= completions(g, stones, h + 1);
  return result & g.board();
}

}  // namespace lines_detail

// Whether `set` contains a whole line.
template <class G>
constexpr bool has_line(const G& g, typename G::Word set) {
  if (!std::is_constant_evaluated() && lanes::serve(g)) return lanes::has_line(g, set);
  return g.has_line(set);
}

// How many lines fit into `set`.
template <class G>
constexpr int count_lines(const G& g, typename G::Word set) {
  const int h = g.height();
  int count = 0;
  for (const int d : {1, h, h + 2}) count += popcount(g.line_starts(set, d));
  if (g.has_horizontal_lines()) count += popcount(g.line_starts(set, h + 1));
  return count;
}

// The cells of all lines that fit into `set`. Inline, so that the search computes the lanes' shifts
// once for all moves (10 % of its instructions).
template <class G>
[[gnu::always_inline]] constexpr typename G::Word cells_on_lines(const G& g, typename G::Word set) {
  if (!std::is_constant_evaluated() && lanes::serve(g)) return lanes::cells_on_lines(g, set);
  return lines_detail::cells_on_lines(g, set);
}

// The same of two sets.
template <class G>
[[gnu::always_inline]] constexpr std::pair<typename G::Word, typename G::Word> cells_on_lines(
    const G& g, typename G::Word a, typename G::Word b) {
  if (!std::is_constant_evaluated() && lanes::serve(g)) return lanes::cells_on_lines(g, a, b);
  return {lines_detail::cells_on_lines(g, a), lines_detail::cells_on_lines(g, b)};
}

// The squares (of the whole board, occupied ones included) that complete a line of `stones`.
template <class G>
constexpr typename G::Word winning_squares(const G& g, typename G::Word stones) {
  if (!std::is_constant_evaluated() && lanes::serve(g)) return lanes::winning_squares(g, stones);
  return lines_detail::winning_squares(g, stones);
}

}  // namespace inarow
