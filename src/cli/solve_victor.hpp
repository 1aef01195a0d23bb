#pragma once

// inarow solve --method victor | proof-number: does White win, or does Black at least draw? By
// searches that have Allis's rules at their leaves (docs/victor.md).

#include <string>

#include "cli/command.hpp"

namespace inarow::cli {

struct VictorOptions {
  bool proof_number = false;  // else the three-level search of the thesis
  bool all_moves = false;
  int tree_size = 10000;    // of the conspiracy-number trees
  std::string lines;        // file for the lines of White's win; may be empty
  std::string certificate;  // file for the proof; may be empty
};

// The game is a drop game of finite height.
Exit solve_by_rules(const Game& game, const CommonOptions& common, const VictorOptions& options,
                    const StopToken& stop);

}  // namespace inarow::cli
