#pragma once

// What computer players are made with: the solver and the book of the tables.

#include "ask/question.hpp"
#include "ask/tables.hpp"
#include "ask/work.hpp"
#include "match/registry.hpp"

namespace inarow {

PlayerTools player_tools(const Work& work, Tables& tables);

// After how many seconds the question is stopped: its own limit (0: none), and where a program of
// another author is to move, beside that what it may take to start and be late by.
double seconds_to_stop(const Question& question, const Tables& tables);

}  // namespace inarow
