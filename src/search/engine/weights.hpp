#pragma once

// What the engine thinks of segments, by the number of stones in them and the size of the game.
//
// Heuristic: nothing of it may reach a value.
//
// The unit of scores is the hundredth of a natural logarithm of the odds: 100 means that the player
// to move wins e = 2.7 games for each that he loses, 0 that both win as often, and the chance is
// 1 / (1 + exp(-score / 100)). docs/results/engine.md says how the numbers were found.

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "rules/game_spec.hpp"

namespace inarow::engine {

// Of what lines that cross in empty cells are worth (crossings.hpp): a net of one hidden layer,
// whose inputs are numbers of cells. Of every empty cell that is its class in each of the four
// directions and the six pairs of them, for either player.
struct CrossingWeights {
  static constexpr int classes = 11;
  static constexpr int pairs = classes * (classes + 1) / 2;
  static constexpr int inputs = classes + pairs;  // of one player
  static constexpr int units = 16;
  static constexpr int parts = 4096;  // of one, in what follows
  // The number of a pair among the inputs; those before it are the classes.
  static constexpr int pair(int a, int b) {
    return classes + (a < b ? b * (b + 1) / 2 + a : a * (a + 1) / 2 + b);
  }

  using Row = std::array<std::int16_t, units>;
  std::array<Row, inputs> mine;  // of who is to move
  std::array<Row, inputs> his;
  std::array<std::int32_t, units> bias;  // what the units have on an empty board
  // What a unit is worth that is 1, in hundredths of the unit of scores. Negative units count 0,
  // but for the last one.
  std::array<std::int32_t, units> worth;
};

struct Weights {
  // Of active segments with so many stones, from 1 on; [0] is 0. Those of who is to move add, those
  // of the other subtract.
  std::vector<std::int32_t> mine;
  std::vector<std::int32_t> his;
  // Who is to move has the next p stones.
  std::int32_t tempo = 0;
  // Where there are these (else null), they take the place of the three above.
  const CrossingWeights* crossings = nullptr;

  // For the order of cells: what a segment is worth with so many stones, and in hundredths how much
  // of it counts what a stone takes away from the other.
  std::vector<std::int32_t> order;
  std::int32_t defense = 60;
};

// Of winning, for who is to move.
double chance_of(std::int32_t score);

// The tuned ones where there are any, else by a rule that fits them.
Weights weights_for(const PlacementSpec& spec);
// Those of games with k in a row and p stones a move, where they were fitted; else null
// (crossing_weights.cpp).
const CrossingWeights* crossing_weights_for(const PlacementSpec& spec);

}  // namespace inarow::engine
