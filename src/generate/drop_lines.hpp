#pragma once

// What a person sees on a drop board at once: the squares on which either player would complete a
// line, those that can be reached now among them.
//
// Exact, from the definition; no search.

#include <vector>

#include "rules/game.hpp"
#include "rules/lines.hpp"

namespace inarow::puzzles {

class DropEyes {
 public:
  explicit DropEyes(const GameSpec& spec) : table_(spec) {}

  // The empty squares on which a stone of the player completes a line, in order.
  std::vector<Cell> completing(const Game& game, Player player) const;
  // Those of them that a stone can be put on now.
  std::vector<Cell> completing_now(const Game& game, Player player) const;

 private:
  LineTable table_;
};

}  // namespace inarow::puzzles
