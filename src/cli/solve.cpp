// inarow solve GAME [--moves M] [--score] [--all-moves] [--pv] [--no-book] [--batch FILE]
//                   [--certificate FILE]

#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "answer/solve_answer.hpp"
#include "cli/certificate_answer.hpp"
#include "cli/commands.hpp"
#include "cli/drop_options.hpp"
#include "cli/solve_batch.hpp"
#include "cli/solve_placement.hpp"
#include "cli/solve_threat.hpp"
#include "cli/solve_victor.hpp"
#include "rules/notation.hpp"
#include "search/alphabeta/analysis.hpp"

namespace inarow::cli {
namespace {

struct Options : CommonOptions {
  std::string game;
  std::string moves;
  std::string batch;
  std::string method = "auto";
  std::string certificate;
  bool score = false;
  bool all_moves = false;
  bool line = false;
  bool no_book = false;
  bool no_rules = false;
  int tree_size = 10000;
  std::string lines;
  std::optional<int> order;  // unless given: 2 for a win, 3 for defenses
  bool defenses = false;
};

std::string in_words(const Game& game, const ScoreRange& range, bool score) {
  const GameSpec& spec = game.spec();
  if (game.over()) {
    return game.outcome() == Outcome::draw
               ? "the game is over: drawn"
               : fmt::format("the game is over: {} has won", spec.colour(opponent(game.to_move())));
  }
  std::string text;
  if (range.lower > 0 || range.upper < 0) {
    const Player winner = range.lower > 0 ? game.to_move() : opponent(game.to_move());
    text = fmt::format("{} wins", spec.colour(winner));
  } else if (range.lower == 0 && range.upper == 0) {
    text = "draw";
  } else {
    return fmt::format("unknown; proved so far: the score of {} is between {} and {}",
                       spec.colour(game.to_move()), range.lower, range.upper);
  }
  if (score && range.lower == range.upper && range.lower != 0) {
    const int plies = plies_to_end(*spec.cells(), game.stone_count(), range.lower);
    text += fmt::format(" with move {}, in {} plies (score {})", game.stone_count() + plies, plies,
                        range.lower);
  } else if (score && range.lower != range.upper) {
    text += fmt::format("; proved so far: the score of {} is between {} and {}",
                        spec.colour(game.to_move()), range.lower, range.upper);
  }
  return text;
}

std::string cell_list(Game game, const std::vector<Column>& columns, bool in_turn) {
  std::string text;
  for (const Column column : columns) {
    const std::optional<Cell> cell = game.landing_cell(column);
    if (!text.empty()) text += ' ';
    text += cell_name(game.spec(), *cell);
    if (in_turn) (void)game.play({*cell});
  }
  return text;
}

void print_answer(const Game& game, const DropAnalysis& analysis, const AnswerFormat& format) {
  fmt::print("{}\n", in_words(game, analysis.range, format.score));
  if (!analysis.best.empty()) {
    fmt::print("best: {}\n", cell_list(game, analysis.best, false));
  }
  for (const MoveScore& move : analysis.moves) {
    fmt::print("  {}: {}", cell_list(game, {move.column}, false), value_name(move.range));
    if (format.score && move.range.complete) fmt::print(" {:+}", move.range.lower);
    fmt::print("\n");
  }
  if (!analysis.line.empty()) fmt::print("line: {}\n", cell_list(game, analysis.line, true));
  fmt::print("{}, {} nodes, {:.3f} s\n", analysis.from_book ? "book" : "alpha-beta search",
             analysis.range.nodes, format.seconds);
}

// "score in [-3, 5], 12.3 M nodes, 4.1 M nodes/s, d1 d2 e1"
std::string progress_text(const Game& game, SearchMonitor& monitor, double seconds) {
  const auto nodes = static_cast<double>(monitor.nodes.load());
  std::string text = fmt::format("score in [{}, {}], {:.1f} M nodes, {:.1f} M nodes/s, line",
                                 std::max(monitor.lower.load(), -*game.spec().cells()),
                                 std::min(monitor.upper.load(), *game.spec().cells()), nodes / 1e6,
                                 nodes / 1e6 / seconds);
  for (const Column column : monitor.line()) text += " " + column_name(column);
  monitor.line_wanted = true;
  return text;
}

Exit solve_one(const Options& options, const Game& game, DropEngine* engine, const DropBook* book,
               const StopToken& stop) {
  SearchMonitor monitor;
  const auto start = std::chrono::steady_clock::now();
  const auto elapsed = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  DropAnalysis analysis;
  {
    ProgressLine progress(options.quiet);
    const Watch watch(stop, progress, [&] { return progress_text(game, monitor, elapsed()); });
    DropAnalyst analyst(*game.spec().drop(), engine, options.thread_count(), book, &stop.flag(),
                        &monitor);
    analysis = analyst.analyse(game, {options.score, true, options.all_moves, options.line});
  }
  AnswerFormat format{options.score, true, options.line, options.all_moves, elapsed(), ""};
  CertificateAnswer certificate;
  if (!options.certificate.empty() && analysis.complete) {
    const Claim claim{find_claim_kind(options.score ? "score" : "value"), game.to_move()};
    certificate = write_certificate(options, game, {claim, options.certificate}, engine, stop);
    if (certificate.exit == Exit::environment) return certificate.exit;
    format.certificate = certificate.json.dump();
  }
  if (options.json) {
    std::string out;
    append_answer(out, game, analysis, format);
    fmt::print("{}\n", out);
  } else {
    print_answer(game, analysis, format);
    fmt::print("{}", certificate.text);
  }
  return analysis.complete ? certificate.exit : Exit::stopped;
}

Exit run_placement(const Options& options, const Game& game) {
  const bool threat = options.method == "threat";
  if (options.method != "auto" && options.method != "alphabeta" && !threat) {
    return bad_input(fmt::format("--method {} is for drop games", options.method));
  }
  if (options.score || !options.lines.empty()) {
    return bad_input("--score and --lines are for drop games; leave them out");
  }
  if (threat && (options.all_moves || options.line || !options.batch.empty())) {
    return bad_input("--all-moves, --pv and --batch need exact search; leave out --method threat");
  }
  if (!options.batch.empty() && (!options.moves.empty() || !options.certificate.empty())) {
    return bad_input("--batch excludes --moves and --certificate; write the moves into the batch");
  }
  StopToken stop;
  options.start(stop);
  if (options.defenses && !threat) return bad_input("--defenses needs --method threat");
  if (options.defenses) return list_defenses(game, options, options.order.value_or(3), stop);
  if (threat) {
    return solve_by_threats(game, options, options.order.value_or(2), options.certificate, stop);
  }
  const ExactQuestion question{options.line, options.all_moves, options.certificate};
  if (options.batch.empty()) return solve_exactly(game, options, question, stop);
  SilentProgress silent;
  const Watch watch(stop, silent, {});
  return solve_exactly_in_batch(game.spec(), options, question, options.batch, stop);
}

Exit run(const Options& options) {
  const std::optional<Game> game = parse_position(options.game, options.moves);
  if (!game) return Exit::bad_input;
  const GameSpec& spec = game->spec();
  if (spec.placement() != nullptr) return run_placement(options, *game);
  if (!spec.drop()->height) {
    return bad_input(
        fmt::format("solve works for drop games of finite height in this version; {} is "
                    "none, write for example drop:7x6",
                    spec.to_string()));
  }
  if (options.method == "threat") return bad_input("--method threat is for placement games");
  if (options.defenses) return bad_input("--defenses is for placement games");
  if (!options.batch.empty() && !options.moves.empty()) {
    return bad_input("--moves and --batch exclude each other; write the moves into the batch");
  }
  if (!options.certificate.empty() && (!options.batch.empty() || game->over())) {
    return bad_input(game->over() ? "--certificate: the game is over, there is nothing to prove"
                                  : "--certificate is for one position; leave out --batch");
  }
  StopToken stop;
  options.start(stop);
  if (options.method == "victor" || options.method == "proof-number") {
    if (!options.batch.empty()) return bad_input("--batch works with method alphabeta only");
    if (options.score) return bad_input("--score works with method alphabeta only");
    return solve_by_rules(*game, options,
                          {options.method == "proof-number", options.all_moves, options.tree_size,
                           options.lines, options.certificate},
                          stop);
  }
  if (!options.lines.empty()) {
    return bad_input("--lines needs --method victor or --method proof-number");
  }
  const std::unique_ptr<DropBook> book = options.no_book ? nullptr : find_book(*spec.drop());
  const bool batch = !options.batch.empty();
  const int empty = *spec.cells() - game->stone_count();
  std::unique_ptr<DropEngine> engine;
  // A position in the book needs a table only for its line.
  const bool known = !batch && options.certificate.empty() && !game->over() && book &&
                     book->score(stones_of(*game));
  if (DropAnalyst::needs_engine(*spec.drop())) {
    const int size = batch ? 34 : known ? 30 : empty;
    engine = make_drop_engine(*spec.drop(), table_bytes_for(options, size),
                              options.no_rules ? RuleLimits::never() : RuleLimits{});
  }
  if (!batch) return solve_one(options, *game, engine.get(), book.get(), stop);

  SilentProgress silent;
  const Watch watch(stop, silent, {});
  return run_batch({spec, engine.get(), book.get(),
                    DropQuestion{options.score, options.line, options.all_moves, options.line},
                    options.thread_count(), options.batch},
                   stop);
}

}  // namespace

void add_solve(Program& program) {
  auto options = std::make_shared<Options>();
  CLI::App* command = add_command(
      program, "solve", "the exact value of a position, its best moves and best play",
      "The score is Pons's: a win with the winner's last stone is 1, one move earlier 2, and so "
      "on;\n"
      "0 is a draw; negative numbers are losses of the player to move.\n"
      "Examples:\n"
      "  inarow solve connect4 --moves 4453 --score --pv\n"
      "  inarow solve drop:6x5 --score --no-book\n"
      "  inarow solve connect4 --moves 44 --all-moves --score --json\n"
      "  inarow solve drop:5x5 --certificate draw.cert          inarow-check draw.cert verifies "
      "it\n"
      "  inarow solve connect4 --method victor                  proved from knowledge\n"
      "  inarow solve connect4 --score --batch positions.txt    one position (moves) a line\n"
      "  inarow solve \"Connect(6,6,4,1,1)\"                      a small placement board\n"
      "  inarow solve connect6 --method threat --moves \"j10 i8h9 i11k11 g10h11 k9h12 l8g13\"\n"
      "  inarow solve gomoku --method threat --defenses --moves \"g8 a1 h8 a15 i8\"",
      *options, [options] { return run(*options); });
  command->add_option("GAME", options->game, "the game, such as connect4")->required();
  command->add_option("--moves", options->moves, "moves that lead to the position");
  command->add_flag("--score", options->score, "the exact score, not only win, draw or loss");
  command->add_flag("--all-moves", options->all_moves, "the value or score of every move");
  command->add_flag("--pv", options->line, "best play to the end");
  command->add_flag("--no-book", options->no_book, "search even if the book knows the answer");
  command->add_flag("--no-rules", options->no_rules,
                    "alphabeta without VICTOR's rules: every value proved by search alone");
  command->add_option("--certificate", options->certificate,
                      "write the proof of the value or, with --score, of the score to this file");
  command
      ->add_option("--method", options->method,
                   "auto, alphabeta, victor (Allis's rules and conspiracy numbers) or proof-number "
                   "(the rules "
                   "and proof numbers); threat (placement games: wins by threats)")
      ->check(CLI::IsMember({"auto", "alphabeta", "victor", "proof-number", "threat"}));
  command
      ->add_option("--order", options->order,
                   "highest order of the threats (method threat): 1 leaves the defender no free "
                   "stone, 2 one, ...; 2 unless given, with --defenses 3")
      ->check(CLI::Range(1, 4));
  command->add_flag("--defenses", options->defenses,
                    "method threat: the moves of the player to move that his opponent does not "
                    "refute by threats, best first");
  command
      ->add_option("--tree-size", options->tree_size,
                   "positions of a conspiracy-number tree (method victor)")
      ->check(CLI::Range(10, 100000000));
  command->add_option("--lines", options->lines,
                      "file for the winning lines (methods victor and proof-number)");
  command->add_option(
      "--batch", options->batch,
      "file with one position (moves) a line, - for standard input; answers in JSON");
}

}  // namespace inarow::cli
