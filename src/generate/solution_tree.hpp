#pragma once

// The solution of a puzzle as a game tree with comments, worked out when it is wanted: the solution
// and the opponent's defenses with the answers to them, then the wrong tries and what refutes them.
//
// Exact in drop games. In placement games the solver's moves win and refutations of defenses are
// proved; that a wrong try is held is what the puzzle's sense says.
//
// To the solution and along its line every defense is answered: in drop games every move, in
// placement games every critical defense. Behind a defense that is not on the line the answer and
// the length of the rest are given, in placement games the whole win.

#include "ask/work.hpp"
#include "generate/puzzle.hpp"
#include "rules/game_tree.hpp"

namespace inarow::puzzles {

// The moves of the position lead to the root of the solution; its comment is the task. After a stop
// what is there.
GameTree solution_tree(const Puzzle& puzzle, const Work& work);

// What is said of a move in the puzzle's position.
struct Verdict {
  bool right = false;  // it is the solution
  bool wins = false;   // no solution, but it wins by threats of a higher order, or later
  Move answer;         // the opponent's best; empty: none is known
  MoveList line;       // best play from the move on
  std::string words;   // for people
};
Verdict judge(const Puzzle& puzzle, const Move& move, const Work& work);

// The opponent's longest defense after these moves of the solution, and the solver's next move; in
// the position after the solution has been played up to now.
struct Continuation {
  bool keeps = true;  // the solver still wins, or holds
  Move defense;       // empty: the task is fulfilled
  Move next;          // empty: any move will do
};
Continuation go_on(const Puzzle& puzzle, const Game& game, const Work& work);

}  // namespace inarow::puzzles
