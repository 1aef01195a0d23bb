#pragma once

// What the verbs of `inarow puzzle` share: which puzzles are meant.

#include <optional>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "generate/puzzle_files.hpp"

namespace inarow::cli {

struct PuzzleOptions : CommonOptions {
  std::vector<std::string> what;   // games and ids
  std::vector<std::string> files;  // none: those that come with the program
  std::string task;
  std::string theme;
  std::optional<int> grade;
  std::optional<int> most;  // of the chosen ones
  std::optional<int> seed;  // drawn by lot
  bool solution = false;
  std::string as;  // empty: by the ending of the file
  std::string output;
  std::string title;
  std::string person;
  std::string ratings;
  std::string certificates;
};

// The puzzles that the options name, or a complaint.
std::optional<std::vector<puzzles::Puzzle>> chosen_puzzles(const PuzzleOptions& options);

// The verbs in files of their own.
Exit try_puzzle(const PuzzleOptions& options);
Exit export_puzzles(const PuzzleOptions& options);
void add_generate_puzzles(Program& program, CLI::App& puzzle);

// The name under which results of this person are kept.
std::string person_of(const PuzzleOptions& options);

}  // namespace inarow::cli
