// inarow puzzle generate GAME -o FILE [--from FILE]... [--players NAME,...] [--count N]

#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "base/output_file.hpp"
#include "base/quote.hpp"
#include "book/book_tree.hpp"
#include "cli/book_options.hpp"
#include "cli/commands.hpp"
#include "cli/job_runner.hpp"
#include "cli/progress_line.hpp"
#include "cli/puzzle_options.hpp"
#include "generate/generator.hpp"

namespace inarow::cli {
namespace {

using namespace puzzles;

struct Options : CommonOptions {
  std::string game;
  std::string output;
  std::vector<std::string> from;
  std::vector<std::string> players;
  int games = 0;
  int count = 100;
  int per_grade = 0;
  int seed = 1;
  int order = 0;
  int empty = MakerOptions{}.most_empty;
  int length = MakerOptions{}.least_length;
  std::string task;
  bool all_stones = false;
  grid::AddressOptions broker;
};

bool is_book(const std::string& file) {
  return file.ends_with(".db") || file.ends_with(".book") || file.ends_with(".lib");
}

// The records of the files, with a word about what could not be read.
Result<std::vector<Record>> records_of(const Options& options, const GameSpec& spec) {
  std::vector<Record> games;
  for (const std::string& file : options.from) {
    if (is_book(file)) {
      const Result<ReadBook> book = read_book(file, spec);
      if (!book) return tl::unexpected<Error>(book.error());
      const BookTree tree = book_tree(*book->store, nullptr);
      for (Record& line : records_of_tree(tree.tree)) games.push_back(std::move(line));
      continue;
    }
    const Result<std::string> text = read_file(file);
    if (!text) return tl::unexpected<Error>(text.error());
    Result<Records> records = read_records(file, *text, spec);
    if (!records) {
      return failure(fmt::format("{}: {}", printable(file), records.error().message));
    }
    if (records->unreadable > 0 && !options.quiet) {
      complain(fmt::format("{}: {} games could not be read and are left out; {}", file,
                           records->unreadable, records->complaint));
    }
    for (Record& game : records->games) games.push_back(std::move(game));
  }
  return games;
}

Json json_of(const Generated& made, const std::string& file) {
  Json filters = Json::object();
  for (int i = 0; i < number_of_filters; ++i) {
    const auto filter = static_cast<Filter>(i);
    filters[puzzles::name_of(filter)] = made.yield.at(filter);
  }
  Json by_grade = Json::array();
  for (int grade = 1; grade <= grades; ++grade) {
    by_grade.push_back(std::count_if(made.puzzles.begin(), made.puzzles.end(),
                                     [&](const Puzzle& p) { return p.grade == grade; }));
  }
  return {{"file", file},       {"complete", made.complete}, {"puzzles", made.puzzles.size()},
          {"grades", by_grade}, {"games", made.games},       {"games_before", made.games_before},
          {"yield", filters}};
}

void print_words(const Generated& made, const std::string& file, std::FILE* out) {
  fmt::print(out, "{}: {} puzzles of {} games", printable(file), made.puzzles.size(), made.games);
  if (made.games_before > 0) fmt::print(out, ", {} of them looked at before", made.games_before);
  fmt::print(out, "\n");
  static constexpr std::array<const char*, number_of_filters> meaning{
      "positions",
      "where nothing is decided at once",
      "with a proved solution",
      "that is the only one",
      "with proofs that hold again",
      "also with larger limits",
      "neither the same nor nearly the same as another"};
  for (int i = 0; i < number_of_filters; ++i) {
    fmt::print(out, "{:>10}  {}\n", made.yield.at(static_cast<Filter>(i)),
               meaning[static_cast<std::size_t>(i)]);
  }
  for (int grade = 1; grade <= grades; ++grade) {
    fmt::print(out, "{}grade {}: {}", grade == 1 ? "" : ", ", grade,
               std::count_if(made.puzzles.begin(), made.puzzles.end(),
                             [&](const Puzzle& p) { return p.grade == grade; }));
  }
  fmt::print(out, "\n");
}

Result<GenerateOptions> generate_options(const Options& options, const GameSpec& spec) {
  GenerateOptions wanted(spec);
  Result<std::vector<Record>> records = records_of(options, spec);
  if (!records) return tl::unexpected<Error>(records.error());
  wanted.records = std::move(*records);
  wanted.self_play.players = options.players;
  if (wanted.records.empty() && wanted.self_play.players.empty()) {
    wanted.self_play.players = default_players(spec);
  }
  wanted.self_play.seed = static_cast<Word64>(options.seed);
  wanted.games = static_cast<std::uint64_t>(options.games);
  wanted.count = static_cast<std::size_t>(options.count);
  wanted.per_grade = static_cast<std::size_t>(options.per_grade);
  wanted.maker.order = options.order;
  wanted.maker.most_empty = options.empty;
  wanted.maker.least_length = options.length;
  wanted.maker.minimise = !options.all_stones;
  wanted.maker.win = options.task != "defend";
  // With two stones a move all other defenses take too long to refute, unless they are wanted.
  const bool two_stones = spec.placement() != nullptr && spec.placement()->p > 1;
  wanted.maker.defend = options.task == "defend" || (options.task.empty() && !two_stones);
  return wanted;
}

Exit run(const Options& options) {
  const std::optional<GameSpec> spec = parse_game(options.game);
  if (!spec) return Exit::bad_input;
  if (const auto obstacle = puzzle_obstacle(*spec)) return bad_input(*obstacle);
  Result<GenerateOptions> wanted = generate_options(options, *spec);
  if (!wanted) return bad_input(wanted.error().message);
  const bool endless = wanted->count == 0 && wanted->per_grade == 0 && wanted->games == 0 &&
                       !wanted->self_play.players.empty();
  if (endless) {
    return bad_input("when is it enough? Give --count, --per-grade or --games");
  }
  // A name that cannot be written to is refused now, not after hours.
  Result<OutputFile> output = OutputFile::create(options.output);
  if (!output) return environment_failed(output.error().message);
  if (!is_standard_output(options.output)) wanted->journal = options.output + ".journal";
  StopToken stop;
  Observer observer;
  const Work work = options.work(stop, &observer);
  Result<Generated> made = failure("");
  {
    const ProgressLine line(options.quiet, observer);
    if (options.broker.url.empty()) {
      made = generate(*wanted, work);
    } else {
      const Result<void> ran = run_jobs(
          options, options.broker, grid::random_name(), stop, [&](grid::JobBroker& broker) {
            made = generate(*wanted, work, broker, jobs_at_a_time(0, options, options.broker));
          });
      if (!ran) made = tl::unexpected<Error>(ran.error());
    }
  }
  if (!made) return bad_input(made.error().message);
  for (const Puzzle& puzzle : made->puzzles) output->write(write_puzzle(puzzle) + "\n");
  if (const Result<std::uint64_t> written = output->finish(); !written) {
    return environment_failed(written.error().message);
  }
  std::FILE* out = stream_beside(options.output);
  if (options.json) {
    print_json(json_of(*made, options.output), out);
  } else {
    print_words(*made, options.output, out);
  }
  if (!made->complete) {
    if (!options.json && !wanted->journal.empty()) {
      fmt::print(out, "stopped; the same command goes on from {}\n", printable(wanted->journal));
    }
    return Exit::stopped;
  }
  std::error_code error;
  if (!wanted->journal.empty()) std::filesystem::remove(wanted->journal, error);
  return Exit::done;
}

}  // namespace

void add_generate_puzzles(Program& program, CLI::App& puzzle) {
  auto options = std::make_shared<Options>();
  Program inner{puzzle, {}};
  CLI::App* command = add_command(
      inner, "generate", "make puzzles from records, books, or games of computer players",
      "Stop it at will: the same command goes on. Records are SGF files, CSV files with a column\n"
      "`moves`, books (.db, .book, .lib), or one game a line. With the same options it makes the\n"
      "same puzzles, on the threads of this machine or on the workers of a --broker.\n"
      "Examples:\n"
      "  inarow puzzle generate connect4 --count 50 -o c4.jsonl\n"
      "  inarow puzzle generate connect6 --from games.csv --count 0 -o c6.jsonl\n"
      "  inarow puzzle generate gomoku --players plain:1,plain:2 --per-grade 20 --count 0 -o "
      "go.jsonl\n"
      "  inarow puzzle generate connect6 --from mine.db --count 0 --broker nats://host:4222 -o "
      "c6.jsonl\n"
      "  inarow puzzle generate drop:6x5 --count 10 -o -",
      *options, [options] { return run(*options); });
  command->callback([&program, options] { program.run = [options] { return run(*options); }; });
  command->add_option("GAME", options->game, "the game, such as connect4")->required();
  command->add_option("-o,--output", options->output, "the file; - is standard output")->required();
  command
      ->add_option("--from", options->from, "records of games, or books; several times for several")
      ->allow_extra_args(false);
  command
      ->add_option("--players", options->players,
                   "who plays the games, of each two of these (inarow play --help lists them)")
      ->delimiter(',');
  add_number(*command, "--games", options->games, 0, 1'000'000'000,
             "games of the players at most (default: as many as it takes)");
  add_number(*command, "--count", options->count, 0, 10'000'000,
             "puzzles (default 100); 0: as many as the games have");
  add_number(*command, "--per-grade", options->per_grade, 0, 1'000'000,
             "of each grade at most; it ends when every grade has so many");
  add_number(*command, "--seed", options->seed, 0, 1'000'000'000, "of the games (default 1)");
  add_number(*command, "--order", options->order, 1, 3,
             "placement games: of the threats (default 1 with two stones a move, else 2)");
  add_number(*command, "--empty", options->empty, 4, 128,
             "drop games: positions with at most so many empty squares (default 32)");
  add_number(*command, "--length", options->length, 2, 50,
             "wins in at least so many moves (default 2)");
  command
      ->add_option("--task", options->task,
                   "only win or only defend (default: both; with two stones a move win)")
      ->check(CLI::IsMember({"win", "defend"}));
  command->add_flag("--all-stones", options->all_stones,
                    "placement games: keep stones that do not matter");
  add_broker(*command, options->broker);
}

}  // namespace inarow::cli
