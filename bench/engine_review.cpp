// Goes through games with more time, to see where they were lost.
//
//   engine_review connect6 --seconds 3 < games.txt
//
// A line of the input is a game: 1, 0.5 or 0 for the result of the side that is looked at, b or w
// for that side, and the moves in Connect6's contest notation (JJ IHHI ...). For every move of that
// side: what was played, what the engine plays with this time and how it judges the position; and
// whether the opponent is seen to win after the move that was played.

#include <fmt/format.h>

#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>

#include "rules/notation.hpp"
#include "search/engine/engine.hpp"

using namespace inarow;

namespace {

Move contest_move(const std::string& word) {
  Move move;
  for (std::size_t i = 0; i + 1 < word.size(); i += 2) {
    move.push_back({word[i] - 'A', word[i + 1] - 'A'});
  }
  return move;
}

std::string judgement(const engine::EngineResult& result) {
  if (result.proved) return fmt::format("wins (order {})", result.order);
  if (result.score > engine::near_win) return "seems to win";
  if (result.score <= -engine::near_win) return "seems lost";
  return fmt::format("{:+}", result.score);
}

}  // namespace

int main(int argc, char** argv) {
  const auto spec = GameSpec::parse(argc > 1 ? argv[1] : "connect6");
  double seconds = 3;
  if (argc > 3 && std::string(argv[2]) == "--seconds") seconds = std::atof(argv[3]);
  if (!spec || spec->placement() == nullptr || seconds <= 0) {
    fmt::print(stderr, "usage: engine_review GAME [--seconds S] < games.txt\n");
    return 2;
  }
  int number = 0;
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream words(line);
    double point = 0;
    char side = 'b';
    words >> point >> side;
    const Player mine = side == 'b' ? Player::first : Player::second;
    fmt::print("game {}: {} as {}\n", ++number, point, side == 'b' ? "Black" : "White");
    Game game(*spec);
    engine::Engine player(*spec->placement());
    for (std::string word; words >> word;) {
      const Move played = contest_move(word);
      if (game.to_move() == mine && game.stone_count() > 0 &&
          game.stones_due() == spec->placement()->p) {
        const engine::EngineResult result = player.think(game, {.seconds = seconds});
        fmt::print("  {:2} {:8} now {:8} {} depth {}\n", game.moves().size() + 1,
                   format_move(*spec, played), format_move(*spec, result.move), judgement(result),
                   result.depth);
        std::fflush(stdout);
      }
      if (!game.play(played)) break;
    }
  }
}
