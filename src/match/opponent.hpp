#pragma once

// Computer players. An opponent is asked for its move in a game in progress; it remembers nothing
// of the game, so moves may be taken back and games begun anew.
//
//   Result<std::unique_ptr<Opponent>> opponent = make_opponent(spec, Player::second, stop,
//   progress); Result<Move> move = (*opponent)->move(game);

#include <memory>
#include <string>

#include "base/progress.hpp"
#include "base/stop.hpp"
#include "rules/game.hpp"

namespace inarow {

class Opponent {
 public:
  Opponent(const Opponent&) = delete;
  Opponent& operator=(const Opponent&) = delete;
  virtual ~Opponent() = default;

  // What is proved of it, for people: "cannot lose (a verified strategy of 205 states)".
  virtual std::string promise() const = 0;

  // Its move; it is its turn and the game is not over. Refused if the game so far did not follow
  // its strategy, for which nothing is proved then.
  virtual Result<Move> move(const Game& game) = 0;

 protected:
  Opponent() = default;
};

// The opponent for a game and the side it plays; says which games have one. Finding a strategy may
// take its time: a stop is reported as an error.
//
//   drop games of infinite height           a cannot-lose strategy (search/cannot_lose)
//   drop:WxH, W <= 6 and H even, second     likewise
//   Connect(k,p,q) on the infinite board    Breaker's strategy (search/maker_breaker), p = 1 and 2
//   other placement games                   match/placement_player, which promises little
Result<std::unique_ptr<Opponent>> make_opponent(const GameSpec& spec, Player side,
                                                const StopToken& stop, ProgressSink& progress);

}  // namespace inarow
