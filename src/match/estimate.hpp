#pragma once

// What somebody thinks of a position, as plain data.
//
// Heuristic: nothing of it may reach a value.

#include <vector>

#include "rules/game.hpp"

namespace inarow {

// A move among the best ones.
struct EstimatedMove {
  double win = 0.5;  // for the player who makes it
  int score = 0;
  MoveList line = {};  // that it begins
  friend bool operator==(const EstimatedMove&, const EstimatedMove&) = default;
};

struct Estimate {
  double win = 0.5;  // about how likely the player to move wins, draws counting half
  // The same in hundredths of the natural logarithm of the odds: win = 1 / (1 + exp(-score / 100)).
  // Never beyond most_score (95 %): nothing is proved, and of the wins that it took for certain no
  // more were won (docs/results/engine.md).
  int score = 0;
  int depth = 0;       // moves that were looked ahead; 0: the stones were only counted
  MoveList line = {};  // that is expected, from the move to be played on
  std::vector<EstimatedMove> moves = {};  // the best first, where several were asked for
  friend bool operator==(const Estimate&, const Estimate&) = default;

  static constexpr int most_score = 300;
};

}  // namespace inarow
