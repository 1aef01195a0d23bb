#pragma once

// inarow solve for placement games Connect(m,n,k,p,q): exact values of small boards.

#include "cli/command.hpp"

namespace inarow::cli {

// The exact value of a position on a small finite board; others are refused with a reason.
Exit solve_exactly(const Game& game, const CommonOptions& common, const StopToken& stop);

}  // namespace inarow::cli
