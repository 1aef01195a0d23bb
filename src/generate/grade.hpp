#pragma once

// How hard a puzzle is: a sum of what can be counted, fitted against how often our own players of
// several strengths fail (docs/puzzles.md has the fit, bench/puzzle_fit.py makes it).
//
// Heuristic.
//
//   difficulty = c0 + sum of ci * measure i        the share of the players that fail, about
//   grade      = 1 + the number of thresholds below it

#include "generate/puzzle.hpp"

namespace inarow::puzzles {

double difficulty_of(const Puzzle& puzzle);
int grade_of(const Puzzle& puzzle);

// Where a puzzle's rating begins that nobody has tried yet: 1000 for the easiest grade, 200 more
// for each.
double first_rating(int grade);

}  // namespace inarow::puzzles
