#pragma once

// One game of a tournament: how it is played, how it ended, and its line in the log.

#include <array>
#include <cstdint>
#include <string>

#include "match/kept_players.hpp"
#include "match/tournament/plan.hpp"
#include "match/tournament/schedule.hpp"
#include "rules/game.hpp"

namespace inarow::tournament {

enum class Ending : std::uint8_t {
  line,        // somebody completed a line
  full_board,  // and so the game is drawn
  most_moves,  // likewise
  proof,       // the rest is proved
  late,        // somebody's time was up
  fault        // somebody's program crashed, cheated or had no move
};
const char* name_of(Ending ending);

struct PlayedGame {
  Pairing pairing;
  Outcome outcome = Outcome::undecided;
  Ending ending = Ending::line;
  std::string note{};  // what went wrong, or how it was proved, in words
  std::string moves{};
  std::array<double, 2> seconds{};  // that each side has thought; its slowest move
  std::array<double, 2> slowest{};
  std::vector<std::string> comments{};  // on each move, with the opening's empty
};

// Of the first player: 1, 1/2 or 0.
double points_of_first(Outcome outcome);

// What a game is played with.
struct Hall {
  const Plan& plan;
  const std::vector<Game>& openings;
  const std::vector<ExternalEngine>& engines;  // of the command line
  KeptPlayers& kept;                           // players that are costly to make
  std::string folder;  // where the standard error of programs is kept; empty: nowhere
  const StopToken& stop;
};

// Plays a game to its end, whatever its players do; nothing if it was stopped before.
std::optional<PlayedGame> play_game(const Hall& hall, const Pairing& pairing);

// A game as SGF.
std::string sgf_of(const Plan& plan, const PlayedGame& game);

// One line of JSON, and back. What is read belongs to the schedule, or is refused.
std::string log_line(const PlayedGame& game);
Result<PlayedGame> read_log_line(std::string_view line, const std::vector<Pairing>& schedule);

// Why a plan cannot be played: a player that does not play both sides of the game, for example.
std::optional<std::string> obstacle_of(const Plan& plan,
                                       const std::vector<ExternalEngine>& engines);

}  // namespace inarow::tournament
