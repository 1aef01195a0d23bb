#pragma once

// inarow solve for placement games Connect(m,n,k,p,q): exact values of small boards.

#include <string>

#include "cli/command.hpp"

namespace inarow::cli {

struct ExactQuestion {
  bool line = false;        // best play to the end
  bool all_moves = false;   // the value of every move
  std::string certificate;  // the file for a proof of the value, or nothing
};

// The exact value of a position on a small finite board; others are refused with a reason.
Exit solve_exactly(const Game& game, const CommonOptions& common, const ExactQuestion& question,
                   const StopToken& stop);

// The same of many positions, one a line of the file.
Exit solve_exactly_in_batch(const GameSpec& spec, const CommonOptions& common,
                            const ExactQuestion& question, const std::string& file,
                            const StopToken& stop);

}  // namespace inarow::cli
