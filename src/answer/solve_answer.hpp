#pragma once

// The answer of `solve` as JSON, as docs/formats/solve.md has it; written directly because batches
// print it a hundred thousand times a second.

#include <string>

#include "search/alphabeta/analysis.hpp"

namespace inarow {

struct AnswerFormat {
  bool score = false;  // the exact score was asked for
  bool best = true;    // print best
  bool line = false;   // print pv
  bool all_moves = false;
  double seconds = 0;
  std::string certificate;  // JSON of the certificate that was written, if one was asked for
};

// "win", "draw", "loss" or "unknown", for the player to move.
const char* value_name(const ScoreRange& range);

void append_answer(std::string& out, const Game& game, const DropAnalysis& analysis,
                   const AnswerFormat& format);

// The answer to a line that cannot be read.
void append_error(std::string& out, const GameSpec& spec, const std::string& moves,
                  const std::string& message);

}  // namespace inarow
