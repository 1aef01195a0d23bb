#pragma once

// --engine NAME=COMMAND: programs of other authors as opponents and advisers. They are named on the
// command line only; no file and no request can name one.

#include <string>
#include <vector>

#include "ask/tables.hpp"
#include "cli/command.hpp"
#include "match/registry.hpp"

namespace inarow::cli {

struct EngineOptions {
  std::vector<std::string> texts;  // as they were given
  double seconds = 5;              // for a move
};

// Adds --engine, which can be given several times, and --engine-time.
void add_engines(CLI::App& command, EngineOptions& options);

// The engines that were named; refused with a sentence if one of them is not written right or has a
// name that is taken. Each gets the memory of --memory, else three quarters of the machine's.
Result<std::vector<ExternalEngine>> read_engines(const EngineOptions& options,
                                                 std::size_t memory_bytes);

// The options that name the engines, for a command line that goes on with the game: a space before
// each.
std::string engine_words(const std::vector<ExternalEngine>& engines);

// What the engines that play this game think of the position, a line each: "rapfi thinks: h8 (depth
// 12, +35)". Guesses; an engine that fails has its failure there. The game is not over.
std::string engine_opinions(const Game& game, Tables& tables, const PlayerTools& tools,
                            const MoveLimits& limits);

// A word of a command line, in quotes if it needs them.
std::string shell_word(const std::string& text);

}  // namespace inarow::cli
