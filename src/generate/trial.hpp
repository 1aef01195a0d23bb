#pragma once

// Trying a puzzle, move by move: what is said to a move of the solver, and how the game goes on.
// The terminal and the server both ask here.
//
//   Game game = puzzle.game;
//   Result<TryAnswer> answer = try_move(puzzle, game, move, work);
//   if (answer->right) game = answer->after;          with the opponent's reply
//
// Exact in drop games, and in placement games as far as the puzzle's sense goes (puzzle.hpp): a
// move that wins by threats of a higher order is not called wrong.

#include <cstdint>
#include <string>
#include <vector>

#include "ask/work.hpp"
#include "generate/puzzle.hpp"

namespace inarow::puzzles {

struct TryAnswer {
  bool right = false;   // it fulfils the task, or still does
  bool solved = false;  // and nothing is left to be found
  bool wins = false;    // not the solution, but nothing against it is known: no wrong move either
  Game after;           // right: with the opponent's reply; else with the move and its refutation
  Move reply{};         // of the opponent; empty: none
  MoveList line{};      // of a move that is not right: the move, and what could follow
  Move next{};          // the solver's best move now; empty: any move will do, or none is left
  std::string words{};  // for people: "Right. Black answers d3."
};

// `game` is the puzzle's position, or one that right moves and their replies have led to. Refused
// if the move is none, or if the work was stopped before the answer was known.
Result<TryAnswer> try_move(const Puzzle& puzzle, const Game& game, const Move& move,
                           const Work& work);

// Where to look in this position, whose best move is `next`; more the more often one asks. Ends
// with the most that is told short of the move; never empty.
std::vector<std::string> hints_for(const Puzzle& puzzle, const Game& game, const Move& next);

// The number, among so many puzzles, of the one of a day: the same for everybody. All have had
// their day before one comes again.
std::size_t puzzle_of_day(std::int64_t days_since_1970, std::size_t puzzles);

}  // namespace inarow::puzzles
