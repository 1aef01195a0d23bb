#pragma once

// Openings for the programs that measure the engine: a few stones near the middle, by a number, so
// that games differ and can be repeated.

#include <algorithm>

#include "base/random.hpp"
#include "rules/game.hpp"

namespace inarow {

// Two or three moves. The first stones lie within one cell of the middle, the others within three.
inline Game engine_opening(const GameSpec& spec, Word64 seed) {
  Random random(seed);
  const PlacementSpec& p = *spec.placement();
  while (true) {
    Game game(spec);
    const int moves = 2 + random.below(2);
    bool good = true;
    for (int i = 0; i < moves && good; ++i) {
      Move move;
      const int reach = i == 0 ? 1 : 3;
      const auto coordinate = [&](int size) {
        return size / 2 + random.below(2 * reach + 1) - reach;
      };
      while (static_cast<int>(move.size()) < game.stones_due()) {
        const int x = coordinate(p.board ? p.board->columns : 0);
        const int y = coordinate(p.board ? p.board->rows : 0);
        if (std::find(move.begin(), move.end(), Cell{x, y}) == move.end()) move.push_back({x, y});
      }
      good = game.play(move).has_value();
    }
    if (good && !game.over()) return game;
  }
}

}  // namespace inarow
