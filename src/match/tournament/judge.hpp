#pragma once

// Who has won a game that is not over yet, or that it is drawn, if that can be proved in a short
// time: by exact search in drop games of finite height and on small placement boards, by threats in
// placement games, and by a look where no line is open to anybody any more.
//
// Exact: what it says is proved (in drop games given the theorem of VICTOR's rules). That it says
// nothing means nothing.

#include <memory>
#include <optional>

#include "base/stop.hpp"
#include "rules/game.hpp"
#include "search/placement/exact_solver.hpp"

namespace inarow::tournament {

class Judge {
 public:
  Judge(const GameSpec& spec, double seconds);
  ~Judge();
  Judge(const Judge&) = delete;
  Judge& operator=(const Judge&) = delete;

  // The outcome under best play; nothing if it was not found out. The game is not over.
  std::optional<Outcome> verdict(const Game& game, const StopToken* stop);

 private:
  struct DropProver;
  std::optional<Outcome> drop_verdict(const Game& game, const StopToken& stop);
  std::optional<Outcome> placement_verdict(const Game& game, const StopToken& stop);
  std::optional<Outcome> exact_verdict(const Game& game, const StopToken& stop);
  std::optional<Outcome> threat_verdict(const Game& game, const StopToken& stop) const;

  GameSpec spec_;
  double seconds_;
  std::unique_ptr<DropProver> drop_;
  std::unique_ptr<ExactSolver> exact_;  // its table stays warm from move to move
};

}  // namespace inarow::tournament
