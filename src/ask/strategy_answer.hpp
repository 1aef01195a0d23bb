#pragma once

// Values by strategies that never lose, for games that no search can play to the end: drop games of
// infinite height and placement games on the infinite board.
//
// Not-losing only: if both sides have such a strategy, nobody can force a win, and the value is a
// draw; if one has, it bounds the value.

#include "ask/answer.hpp"
#include "ask/tables.hpp"
#include "ask/work.hpp"

namespace inarow {

// Whether strategies are worth a look for this game.
bool strategies_fit(const GameSpec& spec);

// The game is not over. Strategies are found anew or taken from the tables; a game that has left a
// side's strategy says nothing about that side.
Answer answer_by_strategies(const Question& question, const Work& work, Tables& tables);

}  // namespace inarow
