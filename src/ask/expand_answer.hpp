#pragma once

// One step of a proof that is put together elsewhere (ExpandWish): decides the position with a
// proof if that can be done within the question's time, else gives the moves to look at next.
//
// Exact: a value comes with the body of a certificate, and so does every defense that is called
// refuted. The moves and their chances are heuristic.

#include "ask/answer.hpp"
#include "ask/drop_answer.hpp"
#include "ask/work.hpp"

namespace inarow {

// Wins by threats of either player; else, if it is the defender's turn, what he cannot play
// (Verifier); else the engine's moves.
Answer expand_placement(const Question& question, const Work& work);

// Exact search; else all moves.
Answer expand_drop(const Question& question, const Work& work, DropSeat& seat);

}  // namespace inarow
