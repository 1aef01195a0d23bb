#pragma once

// inarow solve GAME --batch FILE: many positions, one a line, answered in order as they get ready.

#include "cli/command.hpp"
#include "search/alphabeta/analysis.hpp"

namespace inarow::cli {

struct BatchJob {
  const GameSpec& spec;
  DropEngine* engine;
  const KnownScores* known;
  DropQuestion question;
  int threads;
  std::string file;  // - is standard input
};

// Bad lines are answered by an object with "error" and make the exit code 2.
Exit run_batch(const BatchJob& job, const StopToken& stop);

}  // namespace inarow::cli
