// inarow book build|grow|extend|query|info|verify|import|merge|export GAME
//
// Here: what makes and reads books. book_work.cpp has what changes them.

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <string>

#include "answer/book_answer.hpp"
#include "base/files.hpp"
#include "base/output_file.hpp"
#include "base/quote.hpp"
#include "book/book_export.hpp"
#include "book/book_import.hpp"
#include "book/book_picture.hpp"
#include "book/installed.hpp"
#include "cli/book_options.hpp"
#include "cli/broker_options.hpp"
#include "cli/commands.hpp"
#include "cli/progress_line.hpp"
#include "rules/notation.hpp"

namespace inarow::cli {
namespace {

bool is_scores_name(const std::string& file) { return file.ends_with(".book"); }

// A game that has books of exact scores, or a complaint.
std::optional<DropSpec> book_game(const std::string& text) {
  const std::optional<GameSpec> spec = parse_game(text);
  if (!spec) return std::nullopt;
  if (const Result<void> fits = expect_book_game(*spec); !fits) {
    bad_input(fits.error().message);
    return std::nullopt;
  }
  return *spec->drop();
}

// The file that is asked: the named one, or what comes with the program.
std::optional<std::string> file_of(const BookOptions& options, const GameSpec& spec) {
  if (!options.file.empty()) return options.file;
  std::string own = installed_book_file(spec);
  if (!own.empty()) return own;
  bad_input(
      fmt::format("there is no book of {}; build one or name it by --book", spec.to_string()));
  return std::nullopt;
}

// Exact scores in a small file; complains and returns nothing.
std::optional<DropBook> open_scores(const std::string& file, const GameSpec& spec) {
  Result<DropBook> book = DropBook::load(file);
  if (!book) {
    bad_input(book.error().message);
    return std::nullopt;
  }
  if (spec.drop() == nullptr || book->spec() != *spec.drop()) {
    bad_input(
        fmt::format("{} is a book of {}", printable(file), GameSpec(book->spec()).to_string()));
    return std::nullopt;
  }
  return std::move(*book);
}

Exit build(const BookOptions& options) {
  const std::optional<DropSpec> spec = book_game(options.game);
  if (!spec) return Exit::bad_input;
  if (options.plies > spec->width * *spec->height) {
    return bad_input(fmt::format("--plies {} is more than the board has cells", options.plies));
  }
  const std::string name = !options.output.empty() ? options.output : options.file;
  const std::string file = name.empty() ? book_file_name(*spec) : name;
  const bool into_store = !options.file.empty() && !is_scores_name(options.file);
  // A name that cannot be written to is refused now, not after days.
  std::optional<OutputFile> output;
  if (into_store) {
    if (!open_store(options, BookAccess::write)) return Exit::bad_input;
  } else {
    Result<OutputFile> made = OutputFile::create(file);
    if (!made) return environment_failed(made.error().message);
    output.emplace(std::move(*made));
  }
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
    book = build_drop_book(*spec,
                           {options.plies, work.threads, growing_table_bytes_for(work), journal},
                           stop, observer);
  }
  if (!book) return environment_failed(book.error().message);
  if (!*book) {
    fmt::print("stopped; what is done is in {}, the same command goes on from there\n",
               printable(journal));
    return Exit::stopped;
  }
  std::uint64_t bytes = 0;
  if (into_store) {
    const ScratchFolder folder;
    const std::string scores = folder.file("scores.book");
    Result<void> put = write_whole_file(scores, (*book)->serialise());
    if (put) {
      std::optional<BookStore> store = open_store(options, BookAccess::write);
      if (!store) return Exit::bad_input;
      const Result<ImportReport> imported = import_file(*store, scores, {}, nullptr, nullptr);
      if (!imported) put = tl::unexpected<Error>(imported.error());
      store->set_note("recipe", (*book)->recipe());
    }
    if (!put) return environment_failed(put.error().message);
    bytes = std::filesystem::file_size(file, error);
  } else {
    output->write((*book)->serialise());
    const Result<std::uint64_t> written = output->finish();
    if (!written) return environment_failed(written.error().message);
    bytes = *written;
  }
  std::filesystem::remove(journal, error);
  std::size_t positions = 0;
  for (const auto& ply : (*book)->by_ply()) positions += ply.size();
  std::FILE* out = stream_beside(file);
  if (options.json) {
    print_json(Json{{"file", file}, {"positions", positions}, {"bytes", bytes}}, out);
  } else {
    fmt::print(out, "{}: {} positions, {} bytes\n", printable(file), positions, bytes);
  }
  return Exit::done;
}

Exit query(const BookOptions& options) {
  const std::optional<Game> game = parse_position(options.game, options.moves);
  if (!game) return Exit::bad_input;
  const std::optional<std::string> file = file_of(options, game->spec());
  if (!file) return Exit::bad_input;
  const Result<Books> books = Books::open({*file});
  if (!books) return bad_input(books.error().message);
  if (!books->has(game->spec())) {
    return bad_input(
        fmt::format("{} is no book of {}", printable(*file), game->spec().to_string()));
  }
  const std::optional<PositionFacts> facts = books->find(*game);
  const std::vector<BookMove> moves = books->moves(*game);
  const GameSpec& spec = game->spec();
  if (options.json) {
    print_json(book_json(*game, facts, moves));
    return facts ? Exit::done : Exit::no;
  }
  if (!facts) {
    fmt::print("not in the book\n");
    return Exit::no;
  }
  fmt::print("{}\n", words_of(spec, *facts));
  if (facts->proved) {
    fmt::print("proved by {} ({}, {})\n", printable(facts->source.method),
               printable(facts->source.budget), printable(facts->source.version));
    if (!facts->source.certificate.empty()) {
      fmt::print("certificate {}\n", printable(facts->source.certificate));
    }
  }
  if (!facts->comment.empty()) fmt::print("{}\n", plain_text(facts->comment));
  if (!moves.empty()) fmt::print("moves, and what is known after them for who is to move then:\n");
  for (const BookMove& move : moves) {
    fmt::print("  {:<8} {}\n", format_move(spec, move.move), words_of(spec, move.facts));
  }
  return Exit::done;
}

Exit info_of_scores(const BookOptions& options, const GameSpec& spec, const std::string& file) {
  const std::optional<DropBook> book = open_scores(file, spec);
  if (!book) return Exit::bad_input;
  if (options.json) {
    Json positions = Json::array();
    for (const auto& ply : book->by_ply()) positions.push_back(ply.size());
    print_json(Json{{"game", spec.to_string()},
                    {"plies", book->plies()},
                    {"positions", positions},
                    {"recipe", book->recipe()}});
    return Exit::done;
  }
  fmt::print("book of {}, made by: {}\n", spec.to_string(), book->recipe());
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

Exit info(const BookOptions& options) {
  const std::optional<GameSpec> spec = parse_game(options.game);
  if (!spec) return Exit::bad_input;
  const std::optional<std::string> file = file_of(options, *spec);
  if (!file) return Exit::bad_input;
  if (is_score_book(*file) && options.picture.empty()) {
    return info_of_scores(options, *spec, *file);
  }
  const Result<ReadBook> read = read_book(*file, *spec);
  if (!read) return bad_input(read.error().message);
  const BookStore* store = read->store.get();
  if (const std::optional<std::string> damage = store->damage()) return bad_input(*damage);
  if (!options.picture.empty()) {
    Result<OutputFile> picture = OutputFile::create(options.picture);
    if (!picture) return environment_failed(picture.error().message);
    picture->write(book_picture(*store));
    if (const auto written = picture->finish(); !written) {
      return environment_failed(written.error().message);
    }
  }
  const std::vector<BookStore::Depth> depths = store->depths();
  const std::vector<BookStore::Growth> growth = store->growth();
  std::FILE* out = stream_beside(options.picture);
  if (options.json) {
    Json list = Json::array();
    for (const BookStore::Depth& d : depths) {
      list.push_back({{"stones", d.stones},
                      {"positions", d.positions},
                      {"won", d.won},
                      {"drawn", d.drawn},
                      {"lost", d.lost},
                      {"bounded", d.bounded},
                      {"claimed", d.claimed}});
    }
    print_json(Json{{"game", spec->to_string()},
                    {"file", *file},
                    {"schema", BookStore::schema_version},
                    {"positions", store->size()},
                    {"by_stones", list},
                    {"made_by", store->note("made by")},
                    {"work_seconds", growth.empty() ? 0 : growth.back().work_seconds}},
               out);
    return Exit::done;
  }
  fmt::print(out, "book of {}, {} positions, made by {}\n", spec->to_string(), store->size(),
             printable(store->note("made by")));
  fmt::print(out, "{:>6}  {:>10}  {:>8}  {:>8}  {:>8}  {:>8}  {:>8}\n", "stones", "positions",
             "won", "drawn", "lost", "bounded", "claimed");
  for (const BookStore::Depth& d : depths) {
    fmt::print(out, "{:>6}  {:>10}  {:>8}  {:>8}  {:>8}  {:>8}  {:>8}\n", d.stones, d.positions,
               d.won, d.drawn, d.lost, d.bounded, d.claimed);
  }
  fmt::print(out,
             "won, drawn and lost are proved, for the player to move; one position for all "
             "its symmetric ones\n");
  if (!growth.empty()) {
    fmt::print(out, "grown {} times, {:.0f} s of work\n", growth.size(),
               growth.back().work_seconds);
  }
  return Exit::done;
}

Exit export_book(const BookOptions& options) {
  const std::optional<GameSpec> spec = parse_game(options.game);
  if (!spec) return Exit::bad_input;
  const std::optional<std::string> file = file_of(options, *spec);
  if (!file) return Exit::bad_input;
  const Result<ReadBook> store = read_book(*file, *spec);
  if (!store) return bad_input(store.error().message);
  StopToken stop;
  Observer observer;
  options.listen(stop);
  const std::string target = options.output.empty() ? "-" : options.output;
  Result<ExportReport> report = ExportReport{};
  {
    const ProgressLine line(options.quiet, observer);
    report = export_file(*store->store, target, &stop, &observer);
  }
  if (!report) return bad_input(report.error().message);
  if (report->stopped) return Exit::stopped;
  std::FILE* out = stream_beside(target);
  if (options.output.empty()) return Exit::done;
  if (options.json) {
    print_json(Json{{"file", target},
                    {"positions", report->positions},
                    {"moves", report->moves},
                    {"left_out", report->left_out},
                    {"bytes", report->bytes}},
               out);
  } else {
    fmt::print(out, "{}: {} positions, {} moves, {} bytes\n", printable(target), report->positions,
               report->moves, report->bytes);
  }
  return Exit::done;
}

struct Verb {
  const char* name;
  const char* description;
  const char* examples;
  Exit (*run)(const BookOptions&);
};

const Verb verbs[] = {
    {"build", "solve all positions of a drop game up to a number of plies",
     "A file named .book has nothing but exact scores; any other is a store.\n"
     "Examples:\n  inarow book build drop:7x6 --plies 8 -o mine.book\n"
     "  inarow book build drop:6x5 --plies 6 --book mine.db    stop and go on at will",
     build},
    {"grow", "an opening book from a position, by job-level search",
     "Every job's result is in the file at once; the same command goes on.\n"
     "Examples:\n  inarow book grow connect6 --book mine.db --moves j10 --jobs 200\n"
     "  inarow book grow gomoku --book mine.db --for first --time 600\n"
     "  inarow book grow connect6 --book mine.db --broker nats://host:4222",
     book_grow},
    {"extend", "try the defenses against a move that you name",
     "Lists what the opponent can still try after it, tries each, and puts back what it found.\n"
     "Example: inarow book extend connect6 --book mine.db --moves \"j10 g7m13\" --move j9k9",
     book_extend},
    {"query", "what a book knows of a position and its moves",
     "Examples:\n  inarow book query connect4 --moves 4453\n"
     "  inarow book query connect6 --book mine.db --moves j10",
     query},
    {"info", "what is in a book",
     "Examples:\n  inarow book info connect4\n"
     "  inarow book info connect6 --book mine.db --svg growth.svg",
     info},
    {"verify", "look for damage and work out a sample again, or everything",
     "Examples:\n  inarow book verify connect4\n"
     "  inarow book verify connect6 --book mine.db --all --position-time 30",
     book_verify},
    {"import", "put files into a book: SGF, RenLib, CSV, JSON lines, scores, certificates",
     "What a file says is claimed, not proved, unless you --trust it. A certificate is verified.\n"
     "Examples:\n  inarow book import gomoku --book mine.db --from openings.lib games.sgf\n"
     "  inarow book import connect6 --book mine.db --from opening.cert",
     book_import},
    {"merge", "put everything that other books know into a book",
     "Nothing that is proved is lost; what contradicts it is told and left out.\n"
     "Example: inarow book merge connect6 --book mine.db --from yours.db",
     book_merge},
    {"export", "write a book for other programs: SGF, RenLib, CSV, JSON lines, plain scores",
     "The ending of the file decides; without -o plain scores on the standard output.\n"
     "Examples:\n  inarow book export connect4\n"
     "  inarow book export gomoku --book mine.db -o mine.lib",
     export_book}};

void add_verb_options(CLI::App& command, const Verb& verb, BookOptions& options) {
  command.add_option("GAME", options.game, "the game, such as connect4")->required();
  const bool makes = verb.run == build;
  const bool changes = verb.run == book_grow || verb.run == book_extend ||
                       verb.run == book_import || verb.run == book_merge;
  CLI::Option* file = command.add_option("--book", options.file,
                                         makes     ? "the file (default GAME.book)"
                                         : changes ? "the store, made if there is none"
                                                   : "the file (default: the program's own)");
  if (changes) file->required();
  if (makes) {
    add_number(command, "--plies", options.plies, 0, 64, "the last ply (default 8)");
    command.add_option("-o,--output", options.output, "a file of exact scores")->excludes(file);
  }
  if (verb.run == export_book) command.add_option("-o,--output", options.output, "the file");
  if (verb.run == info) {
    command.add_option("--svg", options.picture, "writes a picture of its depths and growth");
  }
  if (verb.run == query || verb.run == book_grow || verb.run == book_extend) {
    command.add_option("--moves", options.moves, "moves that lead to the position");
  }
  if (verb.run == book_verify) {
    command.add_flag("--all", options.all, "every position instead of a sample");
    add_number(command, "--sample", options.sample, 1, 1'000'000, "so many positions (100)");
    add_number(command, "--position-time", options.position_seconds, 0.01, 1e6,
               "seconds for a position (10)");
    add_number(command, "--order", options.order, 1, 4, "of threats in placement games (3)");
  }
  if (verb.run == book_import || verb.run == book_merge) {
    command.add_option("--from", options.from, "the files")->required();
  }
  if (verb.run == book_import) {
    command.add_flag("--trust", options.trust, "what the files say is proved");
  }
  if (verb.run == book_merge) {
    command.add_flag("--doubt", options.doubt, "what the books call proved is only claimed");
  }
  if (verb.run == book_extend) {
    command.add_option("--move", options.move, "the move that you try")->required();
    add_number(command, "--defenses", options.defenses, 1, 1000, "that are tried (12)");
    add_number(command, "--position-time", options.position_seconds, 0.01, 1e6,
               "seconds for a defense (10)");
    add_number(command, "--order", options.order, 1, 4, "of threats (3)");
  }
  if (verb.run == book_grow) {
    command.add_option("--for", options.player, "whose book it is: first or second (both)")
        ->check(CLI::IsMember({"first", "second"}));
    add_number(command, "--jobs", options.jobs, 0, 100'000'000, "so many (0: until stopped)");
    add_number(command, "--job-time", options.job_seconds, 0.05, 1e6, "seconds for a job (1)");
    add_number(command, "--job-moves", options.job_moves, 1, 50, "moves that a job gives (4)");
    add_number(command, "--parallel", options.parallel, 0, 10000,
               "jobs at a time (default: one for each thread, 16 with a broker)");
    add_number(command, "--priority", options.priority, 0, 9, "of the jobs, 9 goes first");
    add_broker(command, options.broker);
  }
}

}  // namespace

void add_book(Program& program) {
  CLI::App* book = program.app.add_subcommand("book", "opening books: made, grown, kept, shared");
  book->require_subcommand(1);
  book->footer(
      "docs/books.md says what a book holds and how two people work on one.\n"
      "Examples:\n"
      "  inarow book info connect4\n"
      "  inarow book query connect4 --moves 4453\n"
      "  inarow book grow connect6 --book mine.db --moves j10 --jobs 200\n"
      "  inarow solve connect6 --moves j10 --book mine.db");
  Program inner{*book, {}};
  for (const Verb& verb : verbs) {
    auto options = std::make_shared<BookOptions>();
    CLI::App* command = add_command(inner, verb.name, verb.description, verb.examples, *options,
                                    [options, verb] { return verb.run(*options); });
    // add_command stores what to run in `inner`, which is gone when the command line is parsed.
    command->callback([&program, options, verb] {
      program.run = [options, verb] { return verb.run(*options); };
    });
    add_verb_options(*command, verb, *options);
  }
}

}  // namespace inarow::cli
