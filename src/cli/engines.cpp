#include "cli/engines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "base/quote.hpp"
#include "rules/notation.hpp"

namespace inarow::cli {

void add_engines(CLI::App& command, EngineOptions& options) {
  command
      .add_option(
          "--engine", options.texts,
          "NAME=COMMAND: a program of another author, which can then be chosen by its name; "
          "several times for several. It speaks connect6 in Connect6, gomocup in Gomoku, "
          "json elsewhere, or what NAME:PROTOCOL=COMMAND says")
      ->allow_extra_args(false);
  add_number(command, "--engine-time", options.seconds, 0.1, 3600,
             "seconds that an engine has for a move (5 unless given); it is given up after twice "
             "that");
}

Result<std::vector<ExternalEngine>> read_engines(const EngineOptions& options,
                                                 std::size_t memory_bytes) {
  std::vector<ExternalEngine> engines;
  for (const std::string& text : options.texts) {
    Result<ExternalEngine> engine = parse_external_engine(text);
    if (!engine) return failure("--engine: " + engine.error().message);
    engine->memory_bytes = memory_bytes > 0 ? memory_bytes : memory_for({});
    engine->move_seconds = options.seconds;
    engine->grace_seconds = options.seconds;
    engines.push_back(std::move(*engine));
  }
  if (const auto fault = fault_of_engines(engines)) return failure("--engine: " + *fault);
  return engines;
}

std::string engine_words(const std::vector<ExternalEngine>& engines) {
  std::string text;
  for (const ExternalEngine& engine : engines) {
    std::string word = engine.name;
    if (engine.protocol) word += fmt::format(":{}", name_of(*engine.protocol));
    word += "=" + engine.command;
    text += " --engine " + printable(shell_word(word));
  }
  return text;
}

std::string engine_opinions(const Game& game, Tables& tables, const PlayerTools& tools,
                            const MoveLimits& limits) {
  const GameSpec& spec = game.spec();
  std::string text;
  for (const ExternalEngine& engine : tools.engines) {
    if (stopped(limits.stop) || obstacle_of_engine(engine, spec)) continue;
    const Result<SharedPlayer> player =
        tables.players().get(engine.name, spec, game.to_move(), tools);
    const Result<Choice> choice =
        player ? (*player)->choose(game, limits) : tl::unexpected<Error>(player.error());
    if (!text.empty()) text += '\n';
    if (!choice) {
      // The message names the engine.
      text += fmt::format("No word of {}: {}", engine.name, choice.error().message);
      continue;
    }
    const std::string words = words_of(spec, *choice);
    text += fmt::format("{} thinks: {}{}", engine.name, format_move(spec, choice->move),
                        words.empty() ? "" : fmt::format(" ({})", words));
  }
  return text;
}

std::string shell_word(const std::string& text) {
  const bool plain = !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
           std::string_view("._-/:,+=").find(c) != std::string_view::npos;
  });
  if (plain) return text;
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + "'";
}

}  // namespace inarow::cli
