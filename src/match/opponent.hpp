#pragma once

// Computer players. An opponent is asked for its move in a game in progress; it remembers nothing
// of the game, so moves may be taken back and games begun anew.
//
//   Result<std::unique_ptr<Opponent>> opponent = make_opponent(spec, Player::second, stop,
//   progress); Result<Move> move = (*opponent)->move(game);

#include <memory>
#include <string>
#include <vector>

#include "base/progress.hpp"
#include "base/stop.hpp"
#include "rules/game.hpp"
#include "search/maker_breaker/plane_breaker.hpp"

namespace inarow {

// What an opponent has promised in a position in which the other player is to move.
struct Commitment {
  std::string text;  // one or two sentences for people

  // Drop games. In frozen columns it answers every move on top and plays there for no other reason.
  std::vector<Column> frozen;
  // To every possible move in the other columns its answer, given now.
  struct Reply {
    Column move;
    Column reply;
    bool freezes = false;  // the column is frozen from then on (and the reply is on top of it)
    bool wins = false;     // the reply completes a line
  };
  std::vector<Reply> replies;

  // Placement games on the infinite board: the tiles and lines of the proof.
  maker_breaker::Watch watch;
};

class Opponent {
 public:
  Opponent(const Opponent&) = delete;
  Opponent& operator=(const Opponent&) = delete;
  virtual ~Opponent() = default;

  // What is proved of it, for people: "cannot lose (a verified strategy of 205 states)".
  virtual std::string promise() const = 0;

  // What went wrong on the way, for people, or nothing: "FILE is damaged; the strategy was searched
  // for".
  const std::string& note() const { return note_; }
  void set_note(std::string note) { note_ = std::move(note); }

  // Its move; it is its turn and the game is not over. Refused if the game so far did not follow
  // its strategy, for which nothing is proved then.
  virtual Result<Move> move(const Game& game) = 0;

  // What it has promised by the moves so far; it is the other player's turn. Refused like move().
  // Players that promise no more than what promise() says leave all lists empty.
  virtual Result<Commitment> commitment(const Game& game);

 protected:
  Opponent() = default;

 private:
  std::string note_;
};

// The opponent for a game and the side it plays; says which games have one. Finding a strategy may
// take its time: a stop is reported as an error.
//
//   drop games of infinite height           a cannot-lose strategy (search/cannot_lose): one that
//                                           comes with the program, or else searched for
//   drop:WxH, W <= 7 and H even, second     rules for columns (Allis 1988), on seven columns unless
//                                           the game begins in the middle; or else a strategy
//   Connect(k,p,q) on the infinite board    Breaker's strategy (search/maker_breaker), if k is at
//                                           least that of inarow kdraw for p, and q <= p
//   other placement games                   match/placement_player, which promises little
Result<std::unique_ptr<Opponent>> make_opponent(const GameSpec& spec, Player side,
                                                const StopToken& stop, ProgressSink& progress);

// Only those of them that have a proved strategy; null if there is none, and then no_strategy()
// says which games have one. It does not need `stop` any more when it is made.
Result<std::unique_ptr<Opponent>> make_strategy(const GameSpec& spec, Player side,
                                                const StopToken& stop, ProgressSink& progress);
Error no_strategy(const GameSpec& spec, Player side);

// One that plays by the certificate of a cannot-lose strategy, which is verified here. Refused if
// it is damaged or of another game or side.
Result<std::unique_ptr<Opponent>> make_strategy_player(const GameSpec& spec, Player side,
                                                       const std::string& path);

// "cannot-lose-cylinder-10-second.cert": the file of a strategy that comes with the program, in the
// folder certificates of the data folder.
std::string strategy_file_name(const DropSpec& spec, Player side);

}  // namespace inarow
