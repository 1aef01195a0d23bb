#pragma once

// Random positions for tests and measurements: the same seed gives the same ones on every machine.
//
//   Random random(7);
//   Game game(spec);
//   if (!play_at_random(game, 12, random)) continue;      // the game was over before 12 stones

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "base/expects.hpp"
#include "base/random.hpp"
#include "rules/game.hpp"

namespace inarow {

// One of the members of a list that is not empty, each as likely as the others.
template <class List>
decltype(auto) one_of(List&& list, Random& random) {
  return list[static_cast<std::size_t>(random.below(static_cast<int>(list.size())))];
}

// So many different cells of the list, in random order.
inline Move random_cells(std::vector<Cell> cells, int count, Random& random) {
  Move move;
  for (; count > 0; --count) {
    const auto at = cells.begin() + random.below(static_cast<int>(cells.size()));
    move.push_back(*at);
    cells.erase(at);
  }
  return move;
}

// A legal move on a finite board; the game is not over.
inline Move random_move(const Game& game, Random& random) {
  return random_cells(game.playable_cells(), game.stones_due(), random);
}

// Plays until there are at least `stones` stones on the board. False if the game is over.
inline bool play_at_random(Game& game, int stones, Random& random) {
  while (!game.over() && game.stone_count() < stones) {
    EXPECTS(game.play(random_move(game, random)).has_value());
  }
  return !game.over();
}

// Plays until at most `empty` cells are left. False if the game is over.
inline bool play_until_empty(Game& game, int empty, Random& random) {
  return play_at_random(game, *game.spec().cells() - empty, random);
}

// A position of a drop game with `stones` stones after moves none of which ended the game, where
// there were such moves; so that late positions are not rare.
inline std::optional<Game> random_unfinished_position(const GameSpec& spec, int stones,
                                                      Random& random) {
  Game game(spec);
  while (game.stone_count() < stones) {
    std::vector<Game> next;
    for (const Cell cell : game.playable_cells()) {
      Game after = game;
      if (after.play({cell}) && !after.over()) next.push_back(std::move(after));
    }
    if (next.empty()) return std::nullopt;
    game = one_of(next, random);
  }
  return game;
}

}  // namespace inarow
