// inarow puzzle generate|list|show|try|export|rate|verify

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>

#include "base/quote.hpp"
#include "base/random.hpp"
#include "cli/commands.hpp"
#include "cli/progress_line.hpp"
#include "cli/puzzle_options.hpp"
#include "generate/ratings.hpp"
#include "generate/solution_tree.hpp"
#include "generate/verify.hpp"
#include "rules/notation.hpp"
#include "rules/picture.hpp"

namespace inarow::cli {

using namespace puzzles;

std::optional<std::vector<Puzzle>> chosen_puzzles(const PuzzleOptions& options) {
  PuzzleChoice choice;
  for (const std::string& text : options.what) {
    if (const Result<GameSpec> game = GameSpec::parse(text)) {
      choice.game = *game;
    } else {
      choice.ids.push_back(text);
    }
  }
  if (!options.task.empty()) choice.task = task_named(options.task);
  if (!options.theme.empty()) {
    choice.theme = theme_named(options.theme);
    if (!choice.theme) {
      std::string names;
      for (int i = 0; i < number_of_themes; ++i) {
        if (i > 0) names += ", ";
        names += puzzles::name_of(static_cast<Theme>(i));
      }
      bad_input(fmt::format("no theme {}; the themes are {}", quoted(options.theme), names));
      return std::nullopt;
    }
  }
  choice.grade = options.grade;
  Result<std::vector<Puzzle>> all = load_puzzles(options.files);
  if (!all) {
    bad_input(all.error().message);
    return std::nullopt;
  }
  Result<std::vector<Puzzle>> chosen = choose(std::move(*all), choice);
  if (!chosen) {
    bad_input(chosen.error().message);
    return std::nullopt;
  }
  if (options.seed) {
    Random random(static_cast<Word64>(*options.seed));
    for (std::size_t i = chosen->size(); i > 1; --i) {
      std::swap((*chosen)[i - 1],
                (*chosen)[static_cast<std::size_t>(random.below(static_cast<int>(i)))]);
    }
  }
  if (options.most && chosen->size() > static_cast<std::size_t>(*options.most)) {
    chosen->erase(chosen->begin() + *options.most, chosen->end());
  }
  return std::move(*chosen);
}

std::string person_of(const PuzzleOptions& options) {
  if (!options.person.empty()) return options.person;
  const char* const user = std::getenv("USER");
  return user != nullptr && *user != '\0' ? user : "me";
}

namespace {

std::string themes_of(const Puzzle& puzzle) {
  std::string text;
  for (const Theme theme : puzzle.themes) {
    if (!text.empty()) text += ", ";
    text += puzzles::name_of(theme);
  }
  return text;
}

Exit list(const PuzzleOptions& options) {
  const std::optional<std::vector<Puzzle>> chosen = chosen_puzzles(options);
  if (!chosen) return Exit::bad_input;
  for (const Puzzle& puzzle : *chosen) {
    if (options.json) {
      fmt::print("{}\n", write_puzzle(puzzle));
    } else {
      fmt::print("{}  grade {}  {}: {}{}{}\n", puzzle.id, puzzle.grade,
                 puzzle.game.spec().to_string(), task_in_words(puzzle),
                 puzzle.themes.empty() ? "" : " - ", themes_of(puzzle));
    }
  }
  return chosen->empty() ? Exit::no : Exit::done;
}

// A line of play as long as there is one continuation, then the choices set in.
void print_tree(const GameTree& tree, std::size_t node, int depth) {
  for (std::size_t child : tree.nodes[node].children) {
    std::string line(2 * static_cast<std::size_t>(depth), ' ');
    while (true) {
      line += format_move(tree.spec, tree.nodes[child].move);
      const std::string& comment = tree.nodes[child].comment;
      if (!comment.empty()) line += fmt::format("  ({})", comment);
      if (tree.nodes[child].children.size() != 1) break;
      child = tree.nodes[child].children[0];
      line += "  ";
    }
    fmt::print("{}\n", line);
    print_tree(tree, child, depth + 1);
  }
}

Exit show(const PuzzleOptions& options) {
  const std::optional<std::vector<Puzzle>> chosen = chosen_puzzles(options);
  if (!chosen) return Exit::bad_input;
  StopToken stop;
  const Work work = options.work(stop);
  for (const Puzzle& puzzle : *chosen) {
    if (options.json) {
      fmt::print("{}\n", write_puzzle(puzzle));
      continue;
    }
    fmt::print("{}, grade {} of {}\n{}{}.\n", puzzle.id, puzzle.grade, grades, draw(puzzle.game),
               task_in_words(puzzle));
    if (!options.solution) continue;
    fmt::print("Themes: {}\nSense: {}\n", puzzle.themes.empty() ? "none" : themes_of(puzzle),
               sense_of(puzzle));
    const GameTree tree = solution_tree(puzzle, work);
    std::size_t root = 0;
    for (std::size_t i = 0; i < puzzle.game.moves().size(); ++i) {
      root = tree.nodes[root].children[0];
    }
    print_tree(tree, root, 0);
    if (stop.stop_requested()) return Exit::stopped;
  }
  return chosen->empty() ? Exit::no : Exit::done;
}

Json json_of(const RatedName& row) {
  return {{"name", row.name},
          {"rating", row.rating.rating},
          {"deviation", row.rating.deviation},
          {"volatility", row.rating.volatility},
          {"solved", row.solved},
          {"failed", row.failed}};
}

void print_row(const RatedName& row) {
  fmt::print("{:<20}  {:>4.0f} +- {:<4.0f} {:>4} solved {:>4} not\n", printable(row.name),
             row.rating.rating, 2 * row.rating.deviation, row.solved, row.failed);
}

// Without a result the table; with one it is kept.
Exit rate(const PuzzleOptions& options) {
  Result<RatingStore> store =
      RatingStore::open(options.ratings.empty() ? default_rating_file() : options.ratings);
  if (!store) return environment_failed(store.error().message);
  PuzzleOptions named = options;
  const bool result =
      !named.what.empty() && (named.what.back() == "solved" || named.what.back() == "failed");
  if (!result) {
    if (!named.what.empty()) {
      return bad_input("write the puzzle and how it went: inarow puzzle rate c4-000001 solved");
    }
    const Result<std::vector<RatedName>> people = store->people();
    const Result<std::vector<RatedName>> rows = store->puzzles();
    if (!people || !rows) return environment_failed((people ? rows : people).error().message);
    if (options.json) {
      Json json{{"people", Json::array()}, {"puzzles", Json::array()}};
      for (const RatedName& row : *people) json["people"].push_back(json_of(row));
      for (const RatedName& row : *rows) json["puzzles"].push_back(json_of(row));
      print_json(json);
    } else {
      if (people->empty()) fmt::print("nobody has tried a puzzle yet\n");
      for (const RatedName& row : *people) print_row(row);
      for (const RatedName& row : *rows) print_row(row);
    }
    return Exit::done;
  }
  const bool solved = named.what.back() == "solved";
  named.what.pop_back();
  if (named.what.empty()) {
    return bad_input("which puzzle? Write inarow puzzle rate c4-000001 solved");
  }
  const std::optional<std::vector<Puzzle>> chosen = chosen_puzzles(named);
  if (!chosen) return Exit::bad_input;
  if (chosen->size() != 1)
    return bad_input("write one puzzle: inarow puzzle rate c4-000001 solved");
  const Result<RatingStore::Change> change =
      store->add(person_of(options), chosen->front(), solved);
  if (!change) return environment_failed(change.error().message);
  if (options.json) {
    print_json(Json{{"person", json_of(change->person)},
                    {"puzzle", json_of(change->puzzle)},
                    {"expected", change->expected}});
  } else {
    print_row(change->person);
    print_row(change->puzzle);
  }
  return Exit::done;
}

// Every puzzle again, from its position alone.
Exit verify_all(const PuzzleOptions& options) {
  const std::optional<std::vector<Puzzle>> chosen = chosen_puzzles(options);
  if (!chosen) return Exit::bad_input;
  if (!options.certificates.empty()) {
    std::error_code error;
    std::filesystem::create_directories(options.certificates, error);
    if (error) return environment_failed(error.message());
  }
  StopToken stop;
  Observer observer;
  const Work work = options.work(stop, &observer);
  const VerifyReport report = [&] {
    const ProgressLine line(options.quiet, observer);
    return verify_each(*chosen, options.certificates, work);
  }();
  if (options.json) {
    print_json(Json{{"puzzles", chosen->size()},
                    {"verified", report.verified},
                    {"certificates", report.certificates},
                    {"refuted", report.refused}});
  } else {
    for (const std::string& message : report.refused) fmt::print("{}\n", printable(message));
    fmt::print("{} of {} puzzles verified\n", report.verified, chosen->size());
    if (!options.certificates.empty()) {
      fmt::print("{} certificates in {}\n", report.certificates, printable(options.certificates));
    }
  }
  if (stop.stop_requested()) return Exit::stopped;
  return report.refused.empty() ? Exit::done : Exit::no;
}

struct Verb {
  const char* name;
  const char* description;
  const char* examples;
  Exit (*run)(const PuzzleOptions&);
};

void add_choice(CLI::App& command, PuzzleOptions& options) {
  command.add_option("WHAT", options.what, "a game such as connect4, or ids such as c4-000001");
  command
      .add_option("--file", options.files,
                  "puzzles, one a line as generate writes them (default: the program's own)")
      ->allow_extra_args(false);
  command.add_option("--task", options.task, "win, draw or defend")
      ->check(CLI::IsMember({"win", "draw", "defend"}));
  command.add_option("--theme", options.theme, "such as zugzwang or \"quiet move\"");
  add_number(command, "--grade", options.grade, 1, grades, "1 is the easiest, 5 the hardest");
  add_number(command, "--most", options.most, 1, 1'000'000, "so many of them at most");
  add_number(command, "--shuffle", options.seed, 0, 1'000'000'000,
             "in an order drawn by lot from this number");
}

}  // namespace

void add_puzzle(Program& program) {
  CLI::App* puzzle =
      program.app.add_subcommand("puzzle", "puzzles with one solution, proved and graded");
  puzzle->require_subcommand(1);
  puzzle->footer(
      "Examples:\n"
      "  inarow puzzle try connect4 --grade 2\n"
      "  inarow puzzle show c4-000001 --solution\n"
      "  inarow puzzle export connect6 --grade 3 --most 12 -o sheet.html\n"
      "  inarow puzzle generate gomoku --count 20 -o mine.jsonl\n"
      "docs/puzzles.md says what is proved and how the grade is found.");
  add_generate_puzzles(program, *puzzle);
  Program inner{*puzzle, {}};
  for (const Verb& verb :
       {Verb{"list", "the puzzles, a line each",
             "Examples:\n  inarow puzzle list connect4 --grade 5\n  inarow puzzle list --json",
             list},
        Verb{"show", "a puzzle as a picture", "Example: inarow puzzle show c4-000001 --solution",
             show},
        Verb{"try", "solve one in the terminal; wrong moves are answered",
             "Without WHAT any puzzle is drawn by lot.\n"
             "Examples:\n  inarow puzzle try connect6\n  inarow puzzle try c4-000001 --person ann",
             try_puzzle},
        Verb{"export", "SGF with the whole solution, JSON lines, or sheets to print",
             "Examples:\n  inarow puzzle export connect4 --most 24 -o sheet.html\n"
             "  inarow puzzle export c6-000001 --as sgf -o c6.sgf\n"
             "  inarow puzzle export gomoku --as pdf -o gomoku.pdf      (needs chromium)",
             export_puzzles},
        Verb{"rate", "ratings of people and puzzles (Glicko-2)",
             "Without a result it prints the ratings.\n"
             "Examples:\n  inarow puzzle rate c4-000001 solved --person ann\n  inarow puzzle rate",
             rate},
        Verb{"verify", "prove puzzles again, and write certificates for inarow-check",
             "Example: inarow puzzle verify connect4 --most 20 --certificates folder",
             verify_all}}) {
    auto options = std::make_shared<PuzzleOptions>();
    CLI::App* command = add_command(inner, verb.name, verb.description, verb.examples, *options,
                                    [options, verb] { return verb.run(*options); });
    // add_command stores what to run in `inner`, which is gone when the command line is parsed.
    command->callback([&program, options, verb] {
      program.run = [options, verb] { return verb.run(*options); };
    });
    add_choice(*command, *options);
    if (verb.run == show) command->add_flag("--solution", options->solution, "and its solution");
    if (verb.run == export_puzzles) {
      command
          ->add_option("--as", options->as,
                       "html, pdf, sgf or jsonl (default: by the file's ending)")
          ->check(CLI::IsMember({"html", "pdf", "sgf", "jsonl"}));
      command->add_option("-o,--output", options->output, "the file; - is standard output")
          ->required();
      command->add_option("--title", options->title, "of the sheet");
    }
    if (verb.run == try_puzzle || verb.run == rate) {
      command->add_option("--person", options->person, "who tries (default: the user's name)");
      command->add_option("--ratings", options->ratings,
                          "file of the ratings (default: puzzle-ratings.db in the user's data "
                          "folder)");
    }
    if (verb.run == verify_all) {
      command->add_option("--certificates", options->certificates, "folder for certificates");
    }
  }
}

}  // namespace inarow::cli
