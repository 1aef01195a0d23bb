#include "cli/command.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <iostream>
#include <iterator>
#include <thread>

#include "base/files.hpp"
#include "base/output_file.hpp"
#include "base/quote.hpp"
#include "rules/notation.hpp"

namespace inarow::cli {

int CommonOptions::thread_count() const {
  if (threads > 0) return threads;
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

Work CommonOptions::work(StopToken& stop, Observer* observer, Tables* tables) const {
  stop.listen_to_signals();
  if (seconds > 0) stop.limit_time(seconds);
  return work_with(&stop, observer, tables);
}

Work CommonOptions::work_with(const StopToken* stop, Observer* observer, Tables* tables) const {
  return {.tables = tables,
          .stop = stop,
          .observer = observer,
          .threads = thread_count(),
          .memory_bytes = static_cast<std::size_t>(memory_mb * 1024 * 1024)};
}

CLI::App* add_command(Program& program, const std::string& name, const std::string& description,
                      const std::string& examples, CommonOptions& common,
                      std::function<Exit()> run) {
  CLI::App* command = program.app.add_subcommand(name, description);
  command->footer(examples);
  command->add_flag("--json", common.json, "one JSON object per answer");
  command->add_flag("--quiet", common.quiet, "no progress line");
  command->add_option("--threads", common.threads, "threads to use (default: all cores)")
      ->check(CLI::Range(1, 1024));
  command
      ->add_option("--memory", common.memory_mb,
                   "megabytes to use (default: three quarters of the machine's)")
      ->check(CLI::PositiveNumber);
  command->add_option("--time", common.seconds, "seconds after which to stop (default: none)")
      ->check(CLI::PositiveNumber);
  command->callback([&program, run = std::move(run)] { program.run = run; });
  return command;
}

Exit bad_input(const std::string& message) {
  // Messages quote what comes from files; file names and the option parser's words come through
  // here.
  fmt::print(stderr, "inarow: {}\n", printable(message));
  return Exit::bad_input;
}

Exit environment_failed(const std::string& message) {
  fmt::print(stderr, "inarow: {}\n", printable(message));
  return Exit::environment;
}

std::optional<GameSpec> parse_game(const std::string& text) {
  const Result<GameSpec> spec = GameSpec::parse(text);
  if (spec) return *spec;
  bad_input(spec.error().message);
  return std::nullopt;
}

std::optional<Game> parse_position(const std::string& game, const std::string& moves) {
  const std::optional<GameSpec> spec = parse_game(game);
  if (!spec) return std::nullopt;
  const Result<Game> position = read_game(*spec, moves);
  if (position) return *position;
  bad_input(position.error().message);
  return std::nullopt;
}

Result<std::string> read_file(const std::string& path) {
  if (path == "-") {
    return std::string(std::istreambuf_iterator<char>(std::cin), std::istreambuf_iterator<char>());
  }
  return read_whole_file(path);
}

std::optional<Player> player_named(const std::string& text) {
  if (text.empty()) return std::nullopt;
  return text == "first" ? Player::first : Player::second;
}

std::FILE* stream_beside(const std::string& path) {
  return is_standard_output(path) ? stderr : stdout;
}

void print_json(const Json& json, std::FILE* stream) {
  fmt::print(stream, "{}\n", json.dump(-1, ' ', true, Json::error_handler_t::replace));
}

}  // namespace inarow::cli
