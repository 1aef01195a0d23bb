#pragma once

// What all subcommands share: the common options, the exit codes and how answers and complaints are
// printed. A subcommand is one file with one function `add_NAME(Program&)` that declares its
// options and what runs; main.cpp lists them.

#include <CLI/CLI.hpp>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "ask/work.hpp"
#include "base/result.hpp"
#include "base/stop.hpp"
#include "rules/game.hpp"

namespace inarow::cli {

using Json = nlohmann::ordered_json;

// The stable exit codes.
enum class Exit : int {
  done = 0,
  no = 1,           // the answer is no: refuted, not found
  bad_input = 2,    // one line on stderr: what, where, how to write it right
  stopped = 3,      // by a limit or a signal; what is known so far has been printed
  environment = 4,  // the environment failed
};

struct CommonOptions {
  bool json = false;
  bool quiet = false;
  int threads = 0;       // 0: all cores
  double memory_mb = 0;  // 0: three quarters of the machine's memory
  double seconds = 0;    // 0: no limit

  int thread_count() const;
  std::size_t memory_bytes() const { return static_cast<std::size_t>(memory_mb) << 20; }
  // What questions are answered with. The token must outlive it, and listens to signals, to the
  // time and to the memory limit from now on.
  Work work(StopToken& stop, Observer* observer = nullptr, Tables* tables = nullptr) const;
  // The token listens to signals and to the time limit from now on.
  void listen(StopToken& stop) const;
  // The same without signals, time and memory limit.
  Work work_with(const StopToken* stop, Observer* observer, Tables* tables) const;
};

// One subcommand: what main runs after parsing.
struct Program {
  CLI::App& app;
  std::function<Exit()> run;
};

// Adds a subcommand with the common options; `run` is called if the user names it.
CLI::App* add_command(Program& program, const std::string& name, const std::string& description,
                      const std::string& examples, CommonOptions& common,
                      std::function<Exit()> run);

// An option that takes a number from `from` to `to`. Everything else, NaN and infinity included, is
// refused with a short sentence that names the option.
CLI::Option* add_number(CLI::App& command, const std::string& name, int& value, int from, int to,
                        const std::string& description);
CLI::Option* add_number(CLI::App& command, const std::string& name, std::optional<int>& value,
                        int from, int to, const std::string& description);
CLI::Option* add_number(CLI::App& command, const std::string& name, double& value, double from,
                        double to, const std::string& description);

// Everything that goes wrong is told here: one line on stderr, whatever the message contains, and
// not longer than a few lines of a terminal.
void complain(std::string_view message);
Exit bad_input(const std::string& message);
Exit environment_failed(const std::string& message);

// Reads the game, or complains and returns nothing.
std::optional<GameSpec> parse_game(const std::string& text);
// Reads a game with its moves, likewise.
std::optional<Game> parse_position(const std::string& game, const std::string& moves);

// A whole file, or standard input for "-".
Result<std::string> read_file(const std::string& path);

// Where to report on a file that is written: not into it, if it is standard output.
std::FILE* stream_beside(const std::string& path);

// Prints one JSON object on one line.
void print_json(const Json& json, std::FILE* stream = stdout);

// "first" or "second" of a user; nothing for an empty text.
std::optional<Player> player_named(const std::string& text);

}  // namespace inarow::cli
