#pragma once

// Where positions come from: records of games, and games of computer players against each other.
//
//   Result<std::vector<Game>> games = read_records("games.csv", text, spec);
//   Game game = self_play(spec, {.players = {"human:2", "human:4"}, .seed = 7}, 12, &stop);
//
// Records are read by the file's ending: .sgf (a game, or a collection of them; all variations),
// .csv (a column `moves`, cells separated by commas or spaces; contests write the letters JJKI),
// .txt and everything else (one game a line, as `--moves` has it). Lines that cannot be read are
// left out and counted: records of people have such.

#include <string>
#include <string_view>
#include <vector>

#include "base/bits.hpp"
#include "base/stop.hpp"
#include "rules/game.hpp"

namespace inarow::puzzles {

struct Records {
  std::vector<Game> games;
  std::size_t unreadable = 0;
  std::string complaint;  // about the first of them
};
// Refused if nothing can be read.
Result<Records> read_records(const std::string& name, std::string_view text, const GameSpec& spec);

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
