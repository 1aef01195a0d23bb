#pragma once

// Games of computer players against each other as a source of positions.
//
//   Result<Game> game = self_play(spec, {.players = {"human:2", "human:4"}, .seed = 7}, 12, &stop);
//
// A game begins with a few random moves, so that players who always do the same play many games.

#include <string>
#include <vector>

#include "base/bits.hpp"
#include "base/stop.hpp"
#include "rules/game.hpp"

namespace inarow::puzzles {

struct SelfPlay {
  std::vector<std::string> players{};  // of match/registry.hpp; of each game two are drawn
  Word64 seed = 1;
  double seconds = 0;  // for a move, of players that use their time; 0: none
};
// Who plays unless somebody is named.
std::vector<std::string> default_players(const GameSpec& spec);

// The game of this number, always the same unless a player uses its time. It may end early, by a
// stop. Refused if there is no such player.
Result<Game> self_play(const GameSpec& spec, const SelfPlay& play, std::uint64_t number,
                       const StopToken* stop);

}  // namespace inarow::puzzles
