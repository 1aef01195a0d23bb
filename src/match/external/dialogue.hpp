#pragma once

// What is said to an engine in the course of one game, in one of the protocols. The engine is
// either fresh, or it knows the game up to its own last move.
//
//   std::unique_ptr<Dialogue> dialogue = make_dialogue(engine, spec, process);
//   dialogue->greet(&stop);                       // until it is ready to play
//   dialogue->ask(game, {.seconds = 1, ...});     // its move; checked by nobody yet
//   dialogue->said();                             // what it said of it, in its own words

#include <memory>
#include <string>

#include "match/external/engine_process.hpp"
#include "match/external/external_engine.hpp"
#include "rules/game.hpp"

namespace inarow {

// How long it may think about a move.
struct EngineTime {
  double seconds = 0;  // for this move; 0: no limit
  double left = 0;     // for the rest of the game; 0: no limit
  const StopToken* stop = nullptr;
};

class Dialogue {
 public:
  Dialogue(const ExternalEngine& engine, const GameSpec& spec, EngineProcess& process)
      : engine_(engine), spec_(spec), process_(process) {}
  virtual ~Dialogue() = default;
  Dialogue(const Dialogue&) = delete;
  Dialogue& operator=(const Dialogue&) = delete;

  virtual Result<void> greet(const StopToken* stop) = 0;

  // True if ask() can be called in this game.
  bool can_go_on(const Game& game) const;
  // An error is the engine's fault, unless the stop has come, and names it. Nothing more can be
  // asked then.
  Result<Move> ask(const Game& game, const EngineTime& time);

  const std::string& said() const { return said_; }

  // "NAME <what>", with the last lines of its standard error.
  tl::unexpected<Error> fault(const std::string& what) const;

 protected:
  using Clock = EngineProcess::Clock;

  // A time of waiting, and who may end it.
  struct Wait {
    Clock::time_point deadline;
    double seconds;  // for messages
    const StopToken* stop;
  };
  static Wait wait_of(double seconds, const StopToken* stop);

  // Told to engines where nobody has set a limit.
  static constexpr double usual_seconds = 5;

  bool is_fresh() const { return known_.empty(); }
  // The next line of the engine. `instead` is what it was asked for, for messages: "a move".
  Result<std::string> listen(const Wait& wait, const char* instead);
  // Waits for a line of which this is true, but not long: some engines give no sign.
  Result<void> await_sign(const StopToken* stop, bool (*is_sign)(const std::string& line));
  void say(std::string_view line) { process_.write_line(line); }

  virtual Result<Move> ask_for_move(const Game& game, const EngineTime& time, const Wait& wait) = 0;

  const ExternalEngine& engine_;
  const GameSpec& spec_;
  EngineProcess& process_;
  std::string said_;

 private:
  MoveList known_;         // the game up to its own last move
  std::string last_line_;  // since it was asked
};

std::unique_ptr<Dialogue> make_dialogue(const ExternalEngine& engine, const GameSpec& spec,
                                        EngineProcess& process);

// One file each.
std::unique_ptr<Dialogue> make_connect6_dialogue(const ExternalEngine& engine, const GameSpec& spec,
                                                 EngineProcess& process);
std::unique_ptr<Dialogue> make_gomocup_dialogue(const ExternalEngine& engine, const GameSpec& spec,
                                                EngineProcess& process);
std::unique_ptr<Dialogue> make_json_dialogue(const ExternalEngine& engine, const GameSpec& spec,
                                             EngineProcess& process);

// A line without spaces at its ends, and its first word in small letters.
std::string_view trimmed_line(std::string_view line);
std::string first_word_of(std::string_view line);

}  // namespace inarow
