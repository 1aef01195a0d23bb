#pragma once

// A job that takes one step from a position (ask/question.hpp, ExpandWish): what is asked, and the
// answer as far as it can be read. What it proves is for NodeProofs to work out.

#include "ask/answer.hpp"
#include "grid/broker.hpp"

namespace inarow::grid {

struct ExpandLimits {
  double seconds = 2;
  int order = 2;  // of threats; placement games
  int moves = 3;  // at most; drop games give all
};

Question expand_question(const Game& game, Player attacker, const ExpandLimits& limits);
Job expand_job(const std::string& key, const Question& question, int priority);

// Refused: an answer about another position, without an expansion, or with moves that are not
// legal. Chances are between 0 and 1.
Result<Answer> read_expansion(const Outcome& outcome, const Game& game);

}  // namespace inarow::grid
