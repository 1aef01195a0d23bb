#pragma once

// Plays a tournament, or what is left of it.
//
//   Result<std::unique_ptr<Tournament>> tournament = Tournament::open(plan, {.folder = "games"});
//   Result<void> done = (*tournament)->run(stop, observer);
//   (*tournament)->standings();
//
// The folder gets log.jsonl (one line for each finished game; what it is resumed from),
// openings.txt (if they are random), an SGF file for each game (00001.sgf, ...) and what programs
// have written to their standard error (00001-first.stderr). A program that crashes, hangs, cheats
// or is late loses its game, and the tournament goes on. A stop ends it between two moves; games
// that are not finished are played again the next time.

#include <exception>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "match/tournament/game_log.hpp"
#include "match/tournament/standings.hpp"
#include "rules/observer.hpp"

namespace inarow::tournament {

struct TournamentSetting {
  std::string folder;                     // is made if it is not there
  std::string beside{};                   // where files of openings are looked for
  std::string text{};                     // of the file, to know it again
  std::vector<ExternalEngine> engines{};  // of the command line
  const StopToken* stop = nullptr;        // of the making of openings
};

class Tournament {
 public:
  // Refused if a player does not play the game, an opening is bad, the folder is that of another
  // tournament or is being played in.
  static Result<std::unique_ptr<Tournament>> open(Plan plan, const TournamentSetting& setting);

  const Plan& plan() const { return plan_; }
  const std::vector<Game>& openings() const { return openings_; }
  // Games that were there when it was opened.
  int resumed() const { return resumed_; }

  // Plays until all games are played, the SPRT is decided, or `stop` stops. Fails if the disk does.
  Result<void> run(const StopToken& stop, Observer& observer);

  // True if there is nothing left to play.
  bool is_complete() const;
  Standings standings() const;
  std::vector<PlayedGame> games() const;

 private:
  explicit Tournament(Plan plan) : plan_(std::move(plan)) {}
  void play_some(StopToken& decided, Observer& observer);
  const Pairing* next();
  Result<void> keep(const PlayedGame& game);
  bool is_decided() const;

  Plan plan_;
  std::string folder_;
  std::vector<ExternalEngine> engines_;
  std::vector<Game> openings_;
  std::vector<Pairing> schedule_;
  std::unique_ptr<GameLog> log_;
  KeptPlayers kept_{16};
  int resumed_ = 0;

  mutable std::mutex mutex_;
  std::vector<PlayedGame> games_;  // without comments
  std::vector<bool> begun_;        // by the place in the schedule
  std::size_t next_ = 0;
  Result<void> trouble_;
  std::exception_ptr exception_;
};

}  // namespace inarow::tournament
