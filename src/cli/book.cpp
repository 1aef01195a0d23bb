// inarow book build|query|export|info

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <string>

#include "base/output_file.hpp"
#include "base/quote.hpp"
#include "book/installed.hpp"
#include "cli/commands.hpp"
#include "cli/progress_line.hpp"
#include "rules/notation.hpp"

namespace inarow::cli {
namespace {

struct Options : CommonOptions {
  std::string game;
  std::string moves;
  std::string file;
  int plies = 8;
};

// A game that has books, or a complaint.
std::optional<DropSpec> book_game(const std::string& text) {
  const std::optional<GameSpec> spec = parse_game(text);
  if (!spec) return std::nullopt;
  if (const Result<void> fits = expect_book_game(*spec); !fits) {
    bad_input(fits.error().message);
    return std::nullopt;
  }
  return *spec->drop();
}

// The named file, or the book that comes with the program.
std::unique_ptr<DropBook> open_book(const Options& options, const DropSpec& spec) {
  if (options.file.empty()) {
    Result<std::unique_ptr<DropBook>> book = installed_book(spec);
    if (book && *book) return std::move(*book);
    bad_input(book ? fmt::format("there is no book of {}; build one or name it by --book",
                                 GameSpec(spec).to_string())
                   : book.error().message);
    return nullptr;
  }
  Result<DropBook> book = DropBook::load(options.file);
  if (!book) {
    bad_input(book.error().message);
    return nullptr;
  }
  if (book->spec() != spec) {
    bad_input(fmt::format("{} is a book of {}", options.file, GameSpec(book->spec()).to_string()));
    return nullptr;
  }
  return std::make_unique<DropBook>(std::move(*book));
}

Exit build(const Options& options) {
  const std::optional<DropSpec> spec = book_game(options.game);
  if (!spec) return Exit::bad_input;
  if (options.plies > spec->width * *spec->height) {
    return bad_input(fmt::format("--plies {} is more than the board has cells", options.plies));
  }
  const std::string file = options.file.empty() ? book_file_name(*spec) : options.file;
  // A name that cannot be written to is refused now, not after days.
  Result<OutputFile> output = OutputFile::create(file);
  if (!output) return environment_failed(output.error().message);
  std::error_code error;
  const bool regular =
      !is_standard_output(file) &&
      (std::filesystem::is_regular_file(file, error) || !std::filesystem::exists(file, error));
  const std::string journal = (regular ? file : book_file_name(*spec)) + ".journal";
  StopToken stop;
  Observer observer;
  const Work work = options.work(stop, &observer);
  Result<std::optional<DropBook>> book = std::optional<DropBook>();
  {
    const ProgressLine line(options.quiet, observer);
    book = build_drop_book(
        *spec,
        {options.plies, work.threads,
         table_bytes_for(work, spec->width * *spec->height - options.plies), journal},
        stop, observer);
  }
  if (!book) return environment_failed(book.error().message);
  if (!*book) {
    fmt::print("stopped; what is done is in {}, the same command goes on from there\n",
               printable(journal));
    return Exit::stopped;
  }
  const std::string bytes = (*book)->serialise();
  output->write(bytes);
  if (const Result<std::uint64_t> written = output->finish(); !written) {
    return environment_failed(written.error().message);
  }
  std::filesystem::remove(journal, error);
  std::size_t positions = 0;
  for (const auto& ply : (*book)->by_ply()) positions += ply.size();
  std::FILE* out = stream_beside(file);
  if (options.json) {
    print_json(Json{{"file", file}, {"positions", positions}, {"bytes", bytes.size()}}, out);
  } else {
    fmt::print(out, "{}: {} positions, {} bytes\n", printable(file), positions, bytes.size());
  }
  return Exit::done;
}

Exit query(const Options& options) {
  const std::optional<DropSpec> spec = book_game(options.game);
  if (!spec) return Exit::bad_input;
  const std::optional<Game> game = parse_position(options.game, options.moves);
  if (!game) return Exit::bad_input;
  const std::unique_ptr<DropBook> book = open_book(options, *spec);
  if (!book) return Exit::bad_input;
  std::optional<int> score;
  if (!game->over()) score = book->score(*game);
  if (options.json) {
    print_json(Json{{"game", game->spec().to_string()},
                    {"moves", format_moves(game->spec(), game->moves())},
                    {"score", score ? Json(*score) : Json(nullptr)}});
  } else if (score) {
    fmt::print("score {}\n", *score);
  } else {
    fmt::print("not in the book\n");
  }
  return score ? Exit::done : Exit::no;
}

Exit info(const Options& options) {
  const std::optional<DropSpec> spec = book_game(options.game);
  if (!spec) return Exit::bad_input;
  const std::unique_ptr<DropBook> book = open_book(options, *spec);
  if (!book) return Exit::bad_input;
  if (options.json) {
    Json positions = Json::array();
    for (const auto& ply : book->by_ply()) positions.push_back(ply.size());
    print_json(Json{{"game", GameSpec(*spec).to_string()},
                    {"plies", book->plies()},
                    {"positions", positions},
                    {"recipe", book->recipe()}});
    return Exit::done;
  }
  fmt::print("book of {}, made by: {}\n", GameSpec(*spec).to_string(), book->recipe());
  fmt::print("{:>4}  {:>10}  {:>8}  {:>8}  {:>8}\n", "ply", "positions", "won", "drawn", "lost");
  for (std::size_t ply = 0; ply < book->by_ply().size(); ++ply) {
    const auto& entries = book->by_ply()[ply];
    const auto count = [&](auto&& holds) {
      return std::count_if(entries.begin(), entries.end(), holds);
    };
    fmt::print("{:>4}  {:>10}  {:>8}  {:>8}  {:>8}\n", ply, entries.size(),
               count([](const BookEntry& e) { return e.score > 0; }),
               count([](const BookEntry& e) { return e.score == 0; }),
               count([](const BookEntry& e) { return e.score < 0; }));
  }
  fmt::print("won, drawn and lost are the player's to move; one position for each mirror pair\n");
  return Exit::done;
}

// One line a position: moves that lead to it, and its score.
Exit export_text(const Options& options) {
  const std::optional<DropSpec> spec = book_game(options.game);
  if (!spec) return Exit::bad_input;
  const std::unique_ptr<DropBook> book = open_book(options, *spec);
  if (!book) return Exit::bad_input;
  const GameSpec game(*spec);
  for (std::size_t ply = 0; ply < book->by_ply().size(); ++ply) {
    for (const BookEntry& entry : book->by_ply()[ply]) {
      const MoveList moves = moves_to(*spec, static_cast<int>(ply), entry);
      fmt::print("{} {}\n", moves.empty() ? "-" : format_moves(game, moves), entry.score);
    }
  }
  return Exit::done;
}

}  // namespace

void add_book(Program& program) {
  CLI::App* book = program.app.add_subcommand("book", "opening books of exact scores");
  book->require_subcommand(1);
  book->footer(
      "Examples:\n"
      "  inarow book info connect4\n"
      "  inarow book query connect4 --moves 4453\n"
      "  inarow book build drop:6x5 --plies 6 -o 6x5.book    stop and go on at will\n"
      "  inarow book export connect4 > scores.txt");
  Program inner{*book, {}};
  struct Verb {
    const char* name;
    const char* description;
    const char* example;
    Exit (*run)(const Options&);
  };
  for (const Verb& verb :
       {Verb{"build", "solve all positions up to a number of plies",
             "Example: inarow book build drop:7x6 --plies 8", build},
        Verb{"query", "the score of a position", "Example: inarow book query connect4 --moves 4453",
             query},
        Verb{"export", "every position as moves and score", "Example: inarow book export connect4",
             export_text},
        Verb{"info", "what is in a book", "Example: inarow book info connect4", info}}) {
    auto options = std::make_shared<Options>();
    CLI::App* command = add_command(inner, verb.name, verb.description, verb.example, *options,
                                    [options, verb] { return verb.run(*options); });
    // add_command stores what to run in `inner`, which is gone when the command line is parsed.
    command->callback([&program, options, verb] {
      program.run = [options, verb] { return verb.run(*options); };
    });
    command->add_option("GAME", options->game, "the game, such as connect4")->required();
    if (verb.run == build) {
      add_number(*command, "--plies", options->plies, 0, 64, "the last ply (default 8)");
      command->add_option("-o,--output", options->file, "the file (default GAME.book)");
    } else {
      command->add_option("--book", options->file, "the file (default: the program's own)");
    }
    if (verb.run == query) {
      command->add_option("--moves", options->moves, "moves that lead to the position");
    }
  }
}

}  // namespace inarow::cli
