#pragma once

// Answers in words, for people: what `solve`, `prove` and `explain` print without --json, and what
// the Python module shows.

#include <string>
#include <vector>

#include "ask/answer.hpp"
#include "ask/strategy_claims.hpp"
#include "ask/why.hpp"
#include "rules/observer.hpp"

namespace inarow {

// Several lines, each ended.
std::string in_words(const Game& game, const Answer& answer);
// Which certificate was written, or why none was. One or two lines.
std::string in_words(const Game& game, const ProofReport& proof);
std::string in_words(const StrategyProof& proof);
// The board with the reasons drawn on it, and the reasons.
std::string in_words(const Game& game, const Why& why);

// The verdict, and why: a few sentences, each without an end of line.
std::vector<std::string> in_words(const Game& game, const DropReason& reason);
// The first says what the move does: "f1 turns a win in 21 stones into a loss in 20 stones".
std::vector<std::string> in_words(const Game& game, const WhyNotNote& note);

// For somebody who plays, one line: the best moves with what they bring ("Best move: d1, wins in 7
// stones, which stops a line of Black."), and the values of all moves.
std::string hint_in_words(const Game& game, const Answer& answer);
std::string values_in_words(const Game& game, const Answer& answer);

// How the work stands, in one line: "score in [-3, 5], 12.3 M nodes, 4.1 M nodes/s, line d e".
std::string in_words(const Game& game, const WorkStatus& status, double seconds);

// What is proved of a position of a placement game: first-wins, second-wins, draw or none.
std::string claim_of(const Game& game, const PlacementExplanation& e);
// The board with the zones of a win: 1 for the cells of Z1, 2 for those of Z2 that are not in Z1,
// and so on, as the paper draws them.
std::string draw_zones(const Game& game, const ForcedWin& win);
std::vector<std::string> in_words(const Game& game, const PlacementExplanation& e);

}  // namespace inarow
