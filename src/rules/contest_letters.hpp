#pragma once

// The notation of Connect6 contests: a cell is two letters from A to S, column and row, row A at
// the bottom; the stones of a move follow each other.
//
//   contest_letters({{9, 9}, {10, 8}})      "JJKI"
//   read_contest_letters("jjki")            {{9, 9}, {10, 8}}

#include <optional>
#include <string>
#include <string_view>

#include "rules/types.hpp"

namespace inarow {

inline constexpr int contest_side = 19;

std::string contest_letters(const Move& move);
// Nothing if it is anything else than one or more pairs of letters of the board, in either case.
std::optional<Move> read_contest_letters(std::string_view text);

}  // namespace inarow
