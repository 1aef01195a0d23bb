#pragma once

// A person and a computer player at the terminal: reads a line, obeys it, lets the player answer.
// What can be typed is the table in play_session.cpp. Searches nothing: moves come from the player,
// hints and explanations from ask/.
//
// Whatever is typed, the game is not lost: what cannot be read is answered with a sentence, moves
// can be taken back, and at the end of the input or on Ctrl-C the command is printed that goes on
// with the game. With a file the game is in it after every move.

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ask/answer.hpp"
#include "ask/player_tools.hpp"
#include "cli/command.hpp"
#include "cli/line_reader.hpp"
#include "match/saved_game.hpp"

namespace inarow::cli {

struct PlaySettings {
  std::string file{};                       // the game is kept in it; empty: in none
  std::optional<Word64> seed{};             // of the player's lots
  bool values = false;                      // show what every move is worth
  std::shared_ptr<const Books> books = {};  // may be null
  std::vector<ExternalEngine> engines{};    // programs of other authors
};

class PlaySession {
 public:
  // `options` and `stop` must outlive it.
  PlaySession(const CommonOptions& options, SavedGame saved, PlaySettings settings,
              const StopToken& stop);

  // Makes the player that the game names, and the file. Refused like make_player(), or if the file
  // cannot be written.
  Result<void> begin();
  Exit run();

  // What can be typed, with its meaning, a line each.
  static std::string commands();

 private:
  struct Command;
  static const Command table[];

  // --- the course of the game
  bool finished() const { return saved_.game.over() || saved_.ending == Ending::resigned; }
  bool persons_turn() const { return saved_.game.to_move() == saved_.side; }
  std::optional<Exit> let_it_answer();
  LineReader::Event wait(std::string& line);
  bool obey(const std::string& line);
  void play(const std::string& text);
  void spend(Player player, double seconds);
  PlayerTools tools();
  bool is_engine(const std::string& name) const;
  Result<std::unique_ptr<ComputerPlayer>> make_opponent(const std::string& name,
                                                        const std::string& strategy_file,
                                                        Player persons_side);
  void keep();
  Result<void> write(const std::string& path);
  Exit leave(Exit exit);

  // --- what can be typed; the rest of the line comes along
  void help(const std::string& rest);
  void board(const std::string& rest);
  void list_moves(const std::string& rest);
  void take_back(const std::string& rest);
  void hint(const std::string& rest);
  void values(const std::string& rest);
  void why(const std::string& rest);
  void explain(const std::string& rest);
  void level(const std::string& rest);
  void clock(const std::string& rest);
  void save(const std::string& rest);
  void resign(const std::string& rest);
  void begin_anew(const std::string& rest);

  // --- what is shown
  void say(const std::string& text) const;
  void show();
  void show_clock() const;
  void show_values();
  std::string clocks() const;
  std::string how_to_go_on() const;

  Result<Answer> ask_about_moves(double seconds);
  std::string opinions();

  const CommonOptions& options_;
  SavedGame saved_;
  PlaySettings settings_;
  const StopToken& stop_;
  Observer observer_;
  Tables tables_;
  LineReader reader_;
  std::unique_ptr<ComputerPlayer> opponent_;
  std::string answer_;                                     // the opponent's last move
  std::string says_;                                       // what he thinks of it
  bool without_answer_ = false;                            // the opponent has no move here
  bool typed_ = false;                                     // the person has typed something
  Ticker::Clock::time_point turn_ = Ticker::Clock::now();  // of the person, since when
};

// "White" or "Black", first or second, x or o, of this game; nothing if it is none of these.
std::optional<Player> side_named(const GameSpec& spec, std::string_view text);

// Refuses a file that is there already.
Result<void> check_new_file(const std::string& path);

}  // namespace inarow::cli
