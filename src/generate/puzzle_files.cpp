#include "generate/puzzle_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "base/files.hpp"
#include "base/quote.hpp"
#include "book/installed.hpp"

namespace inarow::puzzles {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> installed_files() {
  std::vector<std::string> files;
  const std::string folder = data_folder();
  if (folder.empty()) return files;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder + "/puzzles", error)) {
    if (entry.path().extension() == ".jsonl") files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

Result<std::vector<Puzzle>> load_puzzles(const std::vector<std::string>& files) {
  std::vector<Puzzle> all;
  std::set<std::string> ids;
  for (const std::string& file : files.empty() ? installed_files() : files) {
    const Result<std::string> text = read_whole_file(file);
    if (!text) return tl::unexpected<Error>(text.error());
    Result<std::vector<Puzzle>> puzzles = read_puzzles(*text);
    if (!puzzles) return failure(fmt::format("{}, {}", quoted(file), puzzles.error().message));
    for (Puzzle& puzzle : *puzzles) {
      if (!ids.insert(puzzle.id).second) {
        return failure(
            fmt::format("{}: there are two puzzles {}", quoted(file), quoted(puzzle.id)));
      }
      all.push_back(std::move(puzzle));
    }
  }
  return all;
}

std::optional<Task> task_named(std::string_view name) {
  for (const Task task : {Task::win, Task::draw, Task::defend}) {
    if (name == name_of(task)) return task;
  }
  return std::nullopt;
}

std::optional<Theme> theme_named(std::string_view name) {
  for (int i = 0; i < number_of_themes; ++i) {
    if (name == name_of(static_cast<Theme>(i))) return static_cast<Theme>(i);
  }
  return std::nullopt;
}

Result<std::vector<Puzzle>> choose(std::vector<Puzzle> puzzles, const PuzzleChoice& choice) {
  for (const std::string& id : choice.ids) {
    if (std::none_of(puzzles.begin(), puzzles.end(),
                     [&](const Puzzle& puzzle) { return puzzle.id == id; })) {
      return failure(fmt::format("there is no puzzle {}; inarow puzzle list has all", quoted(id)));
    }
  }
  std::erase_if(puzzles, [&](const Puzzle& puzzle) {
    const auto has = [](const auto& list, const auto& thing) {
      return std::find(list.begin(), list.end(), thing) != list.end();
    };
    return (choice.game && !(puzzle.game.spec() == *choice.game)) ||
           (choice.task && puzzle.task != *choice.task) ||
           (choice.theme && !has(puzzle.themes, *choice.theme)) ||
           (choice.grade && puzzle.grade != *choice.grade) ||
           (!choice.ids.empty() && !has(choice.ids, puzzle.id));
  });
  return puzzles;
}

}  // namespace inarow::puzzles
