#include "generate/self_play.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "base/random.hpp"
#include "match/registry.hpp"
#include "rules/random_games.hpp"

namespace inarow::puzzles {
namespace {

constexpr int most_random_plies = 6;  // of the opening of a drop game
constexpr int random_moves = 3;       // of a placement game
constexpr int opening_side = 7;       // cells in the middle of the board that they go to

// A random move of an opening: in the middle of a placement board, anywhere in a drop game.
Move opening_move(const Game& game, Random& random) {
  if (game.spec().drop() != nullptr) return random_move(game, random);
  const BoardSize board = *game.spec().finite_board();
  std::vector<Cell> middle = game.playable_cells();
  std::erase_if(middle, [&](Cell c) {
    return std::abs(2 * c.x + 1 - board.columns) > opening_side ||
           std::abs(2 * c.y + 1 - board.rows) > opening_side;
  });
  if (static_cast<int>(middle.size()) < game.stones_due()) return random_move(game, random);
  return random_cells(std::move(middle), game.stones_due(), random);
}

}  // namespace

std::vector<std::string> default_players(const GameSpec& spec) {
  if (spec.drop() != nullptr) {
    return {"human:2", "human:3", "human:4", "human:5", "alphabeta:4", "alphabeta:6"};
  }
  return {"easy", "plain:1", "plain:2"};
}

Result<Game> self_play(const GameSpec& spec, const SelfPlay& play, std::uint64_t number,
                       const StopToken* stop) {
  Random random(mix(play.seed) + number);
  const auto count = static_cast<int>(play.players.size());
  std::array<std::unique_ptr<ComputerPlayer>, 2> players;
  for (const Player side : {Player::first, Player::second}) {
    PlayerTools tools;
    tools.seed = random.next();
    tools.stop = stop;
    const std::string& name = play.players[static_cast<std::size_t>(random.below(count))];
    MadePlayer made = make_player(name, spec, side, tools);
    if (!made) return tl::unexpected<Error>(made.error());
    players[static_cast<std::size_t>(index_of(side))] = std::move(*made);
  }
  Game game(spec);
  const int opening =
      spec.drop() != nullptr ? random.below(most_random_plies + 1) : 1 + random.below(random_moves);
  for (int i = 0; i < opening && !game.over(); ++i) (void)game.play(opening_move(game, random));
  while (!game.over() && !stopped(stop)) {
    const ComputerPlayer& player = *players[static_cast<std::size_t>(index_of(game.to_move()))];
    const Result<Choice> choice =
        player.choose(game, {.seconds = play.seconds, .threads = 1, .stop = stop});
    if (!choice) break;
    if (!game.play(choice->move)) break;
  }
  return game;
}

}  // namespace inarow::puzzles
