#pragma once

// Best play in puzzles of placement games: the line of a win, the only defense, the answer to a
// wrong try.
//
// Wins only: what is called a win or refuted is proved; what holds is only not refuted.

#include <optional>
#include <vector>

#include "base/stop.hpp"
#include "rules/game.hpp"
#include "search/threat_space/open_defenses.hpp"

namespace inarow::puzzles {

// A win as play.
struct WinLine {
  MoveList moves;  // up to the stones that complete a line
  int length = 0;  // moves of the winner
};

// The solver, who is to move, plays this move and wins by threats up to the order, as fast as the
// search finds; the opponent holds out as long as he can. Free stones of his are left out where a
// move has more than one. Nothing if the search loses the win on the way.
std::optional<WinLine> line_of_best_play(const Game& game, const Move& solution, int order,
                                         const StopToken* stop);

// The moves of a win, one at a time: the stones alone, so that free stones need not be placed.
class WinWalker {
 public:
  WinWalker(const Game& game, Player attacker, int order, const StopToken* stop);

  // The attacker's next move, and how many he needs, as far as that is known.
  struct Step {
    Move move;
    int moves = 0;  // 0: no win is found
  };
  Step attack() const { return attack(stones_); }

  // What the defender can try: the critical defenses, or, where nothing has to be stopped at once,
  // the stones that matter. None if there are more threats than can be stopped.
  std::vector<Move> defenses() const;
  // The one that holds out longest; against too many threats the stones that stop most of them.
  // Empty if no win is found any more.
  Move longest_defense() const;
  bool is_held() const;  // there are more threats than can be stopped
  bool has_won() const;
  Player attacker() const { return attacker_; }

  void place(const Move& move, Player player);
  void take_back(const Move& move);

 private:
  Step attack(const std::vector<Stone>& stones) const;
  std::vector<Move> stones_in_zone() const;

  PlacementSpec spec_;
  std::vector<Stone> stones_;
  Player attacker_;
  int order_;
  const StopToken* stop_;
};

// The moves of the player to move that do not lose by threats.
struct OnlyDefense {
  bool single = false;  // there is exactly one
  Move move;
  int order = 0;  // its refutations were looked for up to this order
  std::vector<threats::RefutedDefense> refuted;
};
// Nothing if the search was stopped or does not decide every move.
std::optional<OnlyDefense> find_only_defense(const Game& game, int order, std::uint64_t nodes,
                                             const StopToken* stop);

// After this move of the player to move, which does not win: an answer after which a short search
// finds no win. Empty if none is needed, or none is found.
Move holding_answer(const Game& game, const Move& move, int order, const StopToken* stop);

}  // namespace inarow::puzzles
