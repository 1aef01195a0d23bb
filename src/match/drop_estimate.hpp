#pragma once

// What a short look ahead thinks of a position of a drop game of finite height, where the solver
// has no answer: large boards.
//
// Heuristic: nothing of it may reach a value.
//
//   Estimate estimate = estimate_drop(game, {.moves = 5});
//   estimate.win, estimate.moves[0].line ...
//
// Alpha-beta, one stone deeper each time while the positions last, over an evaluation that counts
// lines without a stone of the other player, and squares that complete one: those on the rows that
// follow-up gives their owner (odd ones the first player's, even ones the second's; Allis 1988, ch.
// 3) count more. The weights were fitted to solved positions (docs/results/drop-estimate.md). The
// work is bounded by positions, not by a clock: the same question gets the same answer everywhere.

#include <array>
#include <cstdint>

#include "base/stop.hpp"
#include "match/estimate.hpp"

namespace inarow {

struct DropEstimateLimits {
  std::uint64_t nodes = 40'000;
  int moves = 1;  // the best so many are listed, if more than one
  const StopToken* stop = nullptr;
};

// The game is a drop game of finite height that fits into 128 bits, and is not over.
Estimate estimate_drop(const Game& game, const DropEstimateLimits& limits = {});

// What the evaluation counts, each for the player to move less the other one's: his turn (1),
// squares that complete a line on a good row, on another, lines that lack two stones, and three.
inline constexpr std::size_t drop_features = 5;
std::array<int, drop_features> features_of(const Game& game);

}  // namespace inarow
