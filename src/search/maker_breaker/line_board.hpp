#pragma once

// Boards of Maker-Breaker games: any set of cells and lines, as in Definitions 1 and 2 of Chiang,
// Wu and Lin, "Drawn k-in-a-row games" (2011). Maker (Black) wants to occupy a line, Breaker
// (White) to put a stone on every line.
//
// Text, either of (docs/formats/line-board.md):
//
//   picture                       list
//   . . . . . .                   cells 5
//     . . . . . .                 line 0 1 2
//   rows 6                        line 2 3 4
//   columns 2
//   rising 2
//   falling 2
//
// In a picture every character that is not a space is a cell (two characters a cell, so that a row
// can be shifted by one cell with two spaces); `rows n`, `columns n`, `rising n` and `falling n`
// make a line of every longest run of neighbouring cells in that direction that has at least n
// cells.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "rules/types.hpp"

namespace inarow::maker_breaker {

using CellSet = std::uint64_t;

inline constexpr int max_cells = 64;
inline constexpr int max_lines = 64;

struct LineBoard {
  std::vector<Cell> cells;     // where each cell lies; only for pictures and tilings
  std::vector<CellSet> lines;  // each with at least one cell

  int cell_count() const { return static_cast<int>(cells.size()); }
};

Result<LineBoard> parse_line_board(std::string_view text);
std::string format_line_board(const LineBoard& board);  // as a list

// All longest runs of neighbouring cells in the direction (dx, dy) with at least `least` cells
// become lines.
void add_runs(LineBoard& board, int dx, int dy, int least);

// A block of `columns` x `rows` cells, each row shifted `shear` cells against the row below; its
// lines are the rows, the diagonals that run with the shear, and the columns that are full.
// sheared_block(6, 4, 1) is B2 of the paper's Fig. 1.
LineBoard sheared_block(int columns, int rows, int shear);

// The permutations of the cells that map lines to lines (at most `limit` of them), the identity
// first.
std::vector<std::vector<int>> automorphisms(const LineBoard& board, std::size_t limit);

}  // namespace inarow::maker_breaker
