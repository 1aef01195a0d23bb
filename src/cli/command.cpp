#include "cli/command.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstdio>
#include <iostream>
#include <iterator>
#include <thread>
#include <type_traits>

#include "base/files.hpp"
#include "base/output_file.hpp"
#include "base/quote.hpp"
#include "rules/notation.hpp"

namespace inarow::cli {

int CommonOptions::thread_count() const {
  if (threads > 0) return threads;
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

void CommonOptions::listen(StopToken& stop) const {
  stop.listen_to_signals();
  if (seconds > 0) stop.limit_time(seconds);
}

Work CommonOptions::work(StopToken& stop, Observer* observer, Tables* tables) const {
  listen(stop);
  // Tables are made to fit; what has no size of its own meets this fence.
  if (memory_mb > 0) stop.limit_memory(memory_bytes() + memory_bytes() / 25 + 8 * megabyte);
  return work_with(&stop, observer, tables);
}

Work CommonOptions::work_with(const StopToken* stop, Observer* observer, Tables* tables) const {
  return {.tables = tables,
          .stop = stop,
          .observer = observer,
          .threads = thread_count(),
          .memory_bytes = memory_bytes()};
}

CLI::App* add_command(Program& program, const std::string& name, const std::string& description,
                      const std::string& examples, CommonOptions& common,
                      std::function<Exit()> run) {
  CLI::App* command = program.app.add_subcommand(name, description);
  command->footer(examples);
  command->add_flag("--json", common.json, "one JSON object per answer");
  command->add_flag("--quiet", common.quiet, "no progress line");
  add_number(*command, "--threads", common.threads, 1, 1024, "threads to use (default: all cores)");
  constexpr double least_memory =
      static_cast<double>(least_memory_bytes) / static_cast<double>(megabyte);
  constexpr double most_memory = 1 << 24;
  add_number(*command, "--memory", common.memory_mb, least_memory, most_memory,
             "megabytes to use, of which the program itself takes about 15 (default: what the "
             "question can use, up to three quarters of the machine's)");
  constexpr double least_seconds = 0.001;
  constexpr double most_seconds = 1e9;
  add_number(*command, "--time", common.seconds, least_seconds, most_seconds,
             "seconds after which to stop (default: none)");
  command->callback([&program, run = std::move(run)] { program.run = run; });
  return command;
}

namespace {

// The number that the whole text is.
template <class Number>
std::optional<Number> number_of(const std::string& text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

template <class Number, class Value>
CLI::Option* add_number_option(CLI::App& command, const std::string& name, Value& value,
                               Number from, Number to, const std::string& description) {
  const auto read = [&value, name, from, to](const std::string& text) {
    const std::optional<Number> number = number_of<Number>(text);
    // NaN is not within any limits.
    if (!number || !(*number >= from && *number <= to)) {
      throw CLI::ValidationError(
          fmt::format("{} must be a number from {} to {}, not {}", name, from, to, quoted(text)));
    }
    if constexpr (std::is_same_v<Value, Number>) {
      value = *number;
    } else {
      value = number;
    }
  };
  return command.add_option_function<std::string>(name, read, description)->type_name("NUMBER");
}

}  // namespace

CLI::Option* add_number(CLI::App& command, const std::string& name, int& value, int from, int to,
                        const std::string& description) {
  return add_number_option(command, name, value, from, to, description);
}
CLI::Option* add_number(CLI::App& command, const std::string& name, std::optional<int>& value,
                        int from, int to, const std::string& description) {
  return add_number_option(command, name, value, from, to, description);
}
CLI::Option* add_number(CLI::App& command, const std::string& name, double& value, double from,
                        double to, const std::string& description) {
  return add_number_option(command, name, value, from, to, description);
}

void complain(std::string_view message) {
  constexpr std::size_t head = 400;  // what and where
  constexpr std::size_t tail = 200;  // how to write it right
  std::string text = printable(message);
  if (text.size() > head + tail) {
    // Characters are kept whole.
    const auto inside = [&](std::size_t i) {
      return (static_cast<unsigned char>(text[i]) & 0xC0U) == 0x80;
    };
    std::size_t end = head;
    while (inside(end)) --end;
    std::size_t begin = text.size() - tail;
    while (inside(begin)) ++begin;
    text = text.substr(0, end) + " ... " + text.substr(begin);
  }
  fmt::print(stderr, "inarow: {}\n", text);
}

Exit bad_input(const std::string& message) {
  complain(message);
  return Exit::bad_input;
}

Exit environment_failed(const std::string& message) {
  complain(message);
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
