#pragma once

// What computer players are made with: the solver and the book of the tables.

#include "ask/tables.hpp"
#include "ask/work.hpp"
#include "match/registry.hpp"

namespace inarow {

PlayerTools player_tools(const Work& work, Tables& tables);

}  // namespace inarow
