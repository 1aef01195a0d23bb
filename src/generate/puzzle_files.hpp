#pragma once

// The puzzles that come with the program, and choosing among puzzles.

#include <optional>
#include <string>
#include <vector>

#include "generate/puzzle.hpp"

namespace inarow::puzzles {

// All puzzles of the files; without a name those that come with the program (data/puzzles). Refused
// if a file cannot be read, with its name and the line, or if two puzzles have the same id.
Result<std::vector<Puzzle>> load_puzzles(const std::vector<std::string>& files);

struct PuzzleChoice {
  std::optional<GameSpec> game{};
  std::optional<Task> task{};
  std::optional<Theme> theme{};
  std::optional<int> grade{};
  std::vector<std::string> ids{};  // none: all
};
std::optional<Task> task_named(std::string_view name);
std::optional<Theme> theme_named(std::string_view name);

// In their order. Refused if an id is none of theirs.
Result<std::vector<Puzzle>> choose(std::vector<Puzzle> puzzles, const PuzzleChoice& choice);

}  // namespace inarow::puzzles
