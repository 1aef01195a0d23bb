#pragma once

// Strategies as text (docs/formats/cannot-lose.md), both ways:
//
//   inarow cannot-lose 1
//   game drop:4xinf:cyl
//   for second
//   state - - - - : F Pb ...        one reply a column: F, P and W with D's column, . for none
//   state D A - - : all             follow up everywhere from now on
//   state D A AD* - : freeze d      freeze column d without a move
//   end 3                           the number of states

#include <string>
#include <string_view>

#include "base/result.hpp"
#include "search/cannot_lose/strategy.hpp"

namespace inarow::cannot_lose {

// The canonical text of the game.
std::string game_text(const Ground& ground);

std::string format_strategy(const Strategy& strategy);

// Says what is wrong and in which line. What it reads is well-formed; whether it is a strategy is
// for the verifier to say.
Result<Strategy> parse_strategy(std::string_view text);

}  // namespace inarow::cannot_lose
