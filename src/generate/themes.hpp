#pragma once

// Themes in players' words, and what is counted along the line of a puzzle. docs/puzzles.md says
// when a puzzle bears which theme.
//
// Exact about the line it looks at; the line is one of many.

#include "generate/drop_lines.hpp"
#include "generate/puzzle.hpp"

namespace inarow::puzzles {

struct LineMeasures {
  int quiet = 0;
  int counter = 0;
};

LineMeasures measure_line(const Puzzle& puzzle, const DropEyes& eyes);
std::vector<Theme> drop_themes(const Puzzle& puzzle, const DropEyes& eyes);

// Of placement games with a win.
LineMeasures measure_placement_line(const Puzzle& puzzle);
std::vector<Theme> placement_themes(const Puzzle& puzzle);

}  // namespace inarow::puzzles
