#pragma once

// What the engine thinks of segments, by the number of stones in them and the size of the game.
//
// Heuristic: nothing of it may reach a value.
//
// The unit of scores is the hundredth of a natural logarithm of the odds: 100 means that the player
// to move wins e = 2.7 games for each that he loses, 0 that both win as often, and the chance is
// 1 / (1 + exp(-score / 100)). docs/results/engine.md says how the numbers were found.

#include <cstdint>
#include <vector>

#include "rules/game_spec.hpp"

namespace inarow::engine {

struct Weights {
  // Of active segments with so many stones, from 1 on; [0] is 0. Those of who is to move add, those
  // of the other subtract.
  std::vector<std::int32_t> mine;
  std::vector<std::int32_t> his;
  // Who is to move has the next p stones.
  std::int32_t tempo = 0;

  // For the order of cells: what a segment is worth with so many stones, and in hundredths how much
  // of it counts what a stone takes away from the other.
  std::vector<std::int32_t> order;
  std::int32_t defense = 60;
};

// Of winning, for who is to move.
double chance_of(std::int32_t score);

// The tuned ones where there are any, else by a rule that fits them.
Weights weights_for(const PlacementSpec& spec);

}  // namespace inarow::engine
