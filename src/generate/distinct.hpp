#pragma once

// A collection without doubles: no two puzzles that are the same up to symmetry, and none that are
// nearly the same.
//
// Nearly the same are:
//   placement games, win       the solver's stones that take part in the threats of the line, and
//   the
//                              solution, are the same up to symmetry and shift: what differs are
//                              stones elsewhere
//   placement games, defend    all stones near the solution, likewise
//   drop games                 the same solution up to the mirror, and at most four squares differ;
//                              of wins also the same solution, length and completed line
//
// Heuristic in what it leaves out; what it keeps is distinct.

#include <map>
#include <set>
#include <string>
#include <vector>

#include "generate/puzzle.hpp"

namespace inarow::puzzles {

// The same for positions that are the same up to symmetry.
std::string position_key(const Puzzle& puzzle);
// The same for puzzles that are nearly the same.
std::string idea_key(const Puzzle& puzzle);

class Collection {
 public:
  // False, and nothing is added, if the puzzle is in it, or one that is nearly the same.
  bool add(const Puzzle& puzzle);

 private:
  bool is_near(const Puzzle& puzzle);

  std::set<std::string> keys_;
  // Of drop games: the boards of all puzzles with a solution.
  std::map<std::string, std::vector<std::string>> boards_;
};

}  // namespace inarow::puzzles
