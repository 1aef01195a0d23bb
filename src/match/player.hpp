#pragma once

// Computer players. A player is asked for its move in a game in progress; it remembers nothing of
// the game, so moves may be taken back and games begun anew.
//
//   const auto player = make_player("auto", spec, Player::second, tools);     // match/registry.hpp
//   (*player)->promise();                              // "plays perfectly, by exact search"
//   Result<Choice> choice = (*player)->choose(game, {.seconds = 2, .threads = 1, .stop = &stop});
//   choice->move, choice->estimate
//   (*player)->commitment(game)->text;                 // what it has promised by its moves so far
//
// The contract of every player:
//
//   * The limits come with the question, and the player keeps none of them. It answers soon after
//     the seconds have passed or the token stops (registry_test.cpp allows 0.3 s; line_player.hpp
//     and placement_player.hpp name the two cases in which it takes longer).
//   * Stopped before it knows its move, it says so instead of guessing. Players that promise
//     nothing (strong, threats, plain:N, easy, human:N) always have a move.
//   * It never gives a move that breaks what promise() says: where the game has left the proof
//     that it plays by, it refuses.
//   * Several threads may ask it at once.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/stop.hpp"
#include "match/estimate.hpp"
#include "rules/game.hpp"
#include "rules/observer.hpp"
#include "search/maker_breaker/plane_breaker.hpp"

namespace inarow {

// What a player may take to think about one move.
struct MoveLimits {
  double seconds = 0;  // 0: no limit
  // On its clock for the rest of the game, for programs that divide their time themselves; 0: no
  // such clock. `seconds` is then what others should take for this move.
  double left = 0;
  int threads = 1;               // for players that can use more than one
  std::size_t memory_bytes = 0;  // of its tables, beside the program; 0: the player's own default
  const StopToken* stop = nullptr;
};

// A move, and what the player thinks of it. Others may ask it at the same time, so that it comes
// with the move.
struct Choice {
  Move move;
  std::optional<Estimate> estimate = {};  // of the position before the move
  std::string says = {};                  // in words for people, mostly nothing
};
// Both in a line of words, or nothing: "depth 5, score 34, 58 % to win, expects h8 i9".
std::string words_of(const GameSpec& spec, const Choice& choice);

// What a player has promised in a position in which the other player is to move.
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

class ComputerPlayer {
 public:
  ComputerPlayer(const ComputerPlayer&) = delete;
  ComputerPlayer& operator=(const ComputerPlayer&) = delete;
  virtual ~ComputerPlayer() = default;

  const GameSpec& spec() const { return spec_; }
  Player side() const { return side_; }

  // What is proved of it, for people: "cannot lose (a verified strategy of 205 states)".
  virtual std::string promise() const = 0;

  // What went wrong when it was made, for people, or nothing: "FILE is damaged; a strategy was
  // searched for instead".
  const std::string& note() const { return note_; }
  void set_note(std::string note) { note_ = std::move(note); }

  // About what it takes to keep; less than a megabyte if nothing is said.
  virtual std::size_t bytes() const { return 0; }

  // Starts what has to run before its first move, so that its clock need not pay for it.
  virtual Result<void> prepare(const StopToken* /*stop*/) const { return {}; }

  // Its move in a game of spec(). Refused if the game is over, if it is not its turn, if it was
  // stopped, or if the game so far did not follow its proof. `observer` may be null.
  Result<Choice> choose(const Game& game, const MoveLimits& limits,
                        Observer* observer = nullptr) const;

  // What it has promised by the moves so far; it is the other player's turn. Refused like choose().
  // Players that promise no more than what promise() says leave all lists empty.
  virtual Result<Commitment> commitment(const Game& game) const;

 protected:
  ComputerPlayer(const GameSpec& spec, Player side) : spec_(spec), side_(side) {}

  // The limits as a player sees them.
  struct Thinking {
    const StopToken& stop;  // stops at every limit
    double seconds;         // from the question to the stop; 0: no limit
    double left;            // on its clock; 0: no such clock
    int threads;
    std::size_t memory_bytes;   // 0: the player's own default
    Observer* observer;         // may be null
    const StopToken* given_up;  // the asker's own stop, without the seconds; may be null
  };

  static tl::unexpected<Error> left_the_strategy() {
    return failure("the game so far does not follow the strategy, so nothing is proved of it");
  }

 private:
  // It is its turn and the game is not over.
  virtual Result<Choice> think(const Game& game, const Thinking& thinking) const = 0;

  GameSpec spec_;
  Player side_;
  std::string note_;
};

using MadePlayer = Result<std::unique_ptr<ComputerPlayer>>;

}  // namespace inarow
