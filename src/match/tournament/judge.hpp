#pragma once

// Who has won a game that is not over yet, if that can be proved in a short time: by exact search
// in drop games of finite height, by threats in placement games.
//
// Exact: what it says is proved (in drop games given the theorem of VICTOR's rules). That it says
// nothing means nothing.

#include <memory>
#include <optional>

#include "base/stop.hpp"
#include "rules/game.hpp"

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
  std::optional<Outcome> placement_verdict(const Game& game, const StopToken& stop) const;

  GameSpec spec_;
  double seconds_;
  std::unique_ptr<DropProver> drop_;
};

}  // namespace inarow::tournament
