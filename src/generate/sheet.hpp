#pragma once

// Sheets of puzzles to be printed: one HTML file with diagrams in SVG, the solutions at the end. It
// needs nothing else, no script and no picture, and its pages break between diagrams.

#include <string>
#include <vector>

#include "generate/puzzle.hpp"

namespace inarow::puzzles {

struct SheetOptions {
  std::string title{};  // empty: the game and the number of puzzles
  bool solutions = true;
};
std::string html_sheet(const std::vector<Puzzle>& puzzles, const SheetOptions& options);

// One diagram: the position, with the numbers of the moves of `line` on their stones.
std::string svg_diagram(const Game& game, const MoveList& line);

}  // namespace inarow::puzzles
