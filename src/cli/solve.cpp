// inarow solve GAME [MOVES | --moves M] [--score] [--all-moves] [--pv] [--method M] [--batch FILE]
//                   [--certificate FILE] [--checkpoint FILE]

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>

#include "answer/codec.hpp"
#include "answer/words.hpp"
#include "ask/asker.hpp"
#include "ask/tables.hpp"
#include "base/output_file.hpp"
#include "base/quote.hpp"
#include "cli/batch.hpp"
#include "cli/books.hpp"
#include "cli/commands.hpp"
#include "cli/progress_line.hpp"

namespace inarow::cli {
namespace {

struct Options : CommonOptions {
  std::string game;
  std::string moves;
  std::string batch;
  std::string method = "auto";
  std::string certificate;
  std::string lines;
  std::string checkpoint;
  bool score = false;
  bool all_moves = false;
  bool line = false;
  bool defenses = false;
  bool no_book = false;
  std::vector<std::string> books;
  bool no_rules = false;
  int tree_size = 10000;
  std::optional<int> order;
};

Question question_of(const Options& options, const Game& game) {
  const bool batch = !options.batch.empty();
  Question question{game};
  question.method = *method_named(options.method);
  question.wanted = {.score = options.score,
                     .best = !batch || options.line,
                     .all_moves = options.all_moves,
                     .line = options.line,
                     .defenses = options.defenses};
  question.limits = {.order = options.order,
                     .tree_size = options.tree_size,
                     .book = !options.no_book,
                     .rules = !options.no_rules};
  question.lines_path = options.lines;
  question.checkpoint_path = options.checkpoint;
  if (!options.certificate.empty()) {
    question.certificate.emplace();
    question.certificate->path = options.certificate;
  }
  return question;
}

Exit exit_of(const Question& question, const Answer& answer) {
  if (answer.proof && answer.proof->ending == ProofEnding::stopped) return Exit::stopped;
  if (!answer.complete) return Exit::stopped;
  if (answer.proof && answer.proof->ending != ProofEnding::written) return Exit::no;
  if (question.wanted.defenses) return answer.value == GameValue::loss ? Exit::done : Exit::no;
  // Where nothing is proved although no limit came first, the answer is no.
  const bool claimed = answer.by_rules && answer.by_rules->claim != RuleClaim::none;
  return answer.value || claimed ? Exit::done : Exit::no;
}

Exit solve_one(const Options& options, const Question& question, Tables& tables) {
  StopToken stop;
  Observer observer;
  const Work work = options.work(stop, &observer, &tables);
  Result<Answer> answer = failure("");
  {
    const ProgressLine line(options.quiet, observer, [&](const WorkStatus& s, double seconds) {
      return in_words(question.game, s, seconds);
    });
    answer = ask(question, work);
  }
  if (!answer) return bad_input(answer.error().message);
  if (const DropSpec* drop = question.game.spec().drop(); drop != nullptr && !options.no_book) {
    const std::string error = drop->height ? tables.book_error(*drop) : "";
    if (!error.empty()) complain("going on without the book: " + error);
  }
  std::FILE* out =
      stream_beside(is_standard_output(options.lines) ? options.lines : options.certificate);
  if (options.json) {
    fmt::print(out, "{}\n", answer_json(question.game, *answer));
  } else {
    fmt::print(out, "{}", in_words(question.game, *answer));
    if (answer->proof) fmt::print(out, "{}", in_words(question.game, *answer->proof));
  }
  if (!options.lines.empty() && answer->complete && !answer->proved()) {
    complain(fmt::format("no lines written to {}: White does not win", options.lines));
    return Exit::no;
  }
  return exit_of(question, *answer);
}

Exit run(const Options& options) {
  const std::optional<Game> game = parse_position(options.game, options.moves);
  if (!game) return Exit::bad_input;
  const Question question = question_of(options, *game);
  const Result<std::shared_ptr<const Books>> books = read_books(options.books);
  if (!books) return bad_input(books.error().message);
  Tables tables({.books = *books});
  if (options.batch.empty()) return solve_one(options, question, tables);
  if (!options.moves.empty()) {
    return bad_input("--moves and --batch exclude each other; write the moves into the batch");
  }
  if (!options.certificate.empty() || !options.lines.empty() || !options.checkpoint.empty()) {
    return bad_input(
        "--certificate, --lines and --checkpoint are for one position; leave out --batch");
  }
  // The position of the question is the empty board: what is wrong with it is wrong with all.
  if (const Result<void> fits = check_game(question); !fits) return bad_input(fits.error().message);
  StopToken stop;
  return ask_about_lines(question, options.batch, options.work(stop, nullptr, &tables),
                         append_answer);
}

void add_options(CLI::App& command, Options& options) {
  command.add_option("GAME", options.game, "the game, such as connect4")->required();
  CLI::Option* moves =
      command.add_option("--moves", options.moves, "moves that lead to the position");
  command.add_option("MOVES", options.moves, "the same")->excludes(moves);
  command.add_flag("--score", options.score, "the exact score, not only win, draw or loss");
  command.add_flag("--all-moves", options.all_moves, "the value or score of every move");
  command.add_flag("--pv", options.line, "best play");
  add_books(command, options.books);
  command.add_flag("--no-book", options.no_book, "search even if the book knows the answer");
  command.add_flag("--no-rules", options.no_rules,
                   "alphabeta without VICTOR's rules: every value proved by search alone");
  command.add_option("--certificate", options.certificate,
                     "write the proof of the value or, with --score, of the score to this file");
  command.add_option(
      "--checkpoint", options.checkpoint,
      "file for what a long search proves, written every minute or so and at the "
      "end; if it is there, the search goes on from it and believes it (drop games)");
  command
      .add_option("--method", options.method,
                  "auto, alphabeta (exact search), victor (Allis's rules and conspiracy numbers), "
                  "proof-number (the rules and proof numbers) or threat (wins by threats); "
                  "docs/ask.md says what auto does for which game")
      ->check(CLI::IsMember({"auto", "alphabeta", "victor", "proof-number", "threat"}));
  add_number(command, "--order", options.order, 1, max_threat_order,
             "highest order of the threats (placement games): 1 leaves the defender no free "
             "stone, 2 one, ...; 2 unless given, with --defenses and --certificate 3");
  command.add_flag("--defenses", options.defenses,
                   "the moves of the player to move that his opponent does not refute by threats, "
                   "best first (placement games)");
  add_number(command, "--tree-size", options.tree_size, 10, 100'000'000,
             "positions of a conspiracy-number tree (method victor)");
  command.add_option("--lines", options.lines,
                     "file for the winning lines (methods victor and proof-number)");
  command.add_option(
      "--batch", options.batch,
      "file with one position (moves) a line, - for standard input; answers in JSON");
}

}  // namespace

void add_solve(Program& program) {
  auto options = std::make_shared<Options>();
  CLI::App* command = add_command(
      program, "solve", "the value of a position, its best moves and best play, proved",
      "The score is Pons's: a win with the winner's last stone is 1, one move earlier 2, and so "
      "on;\n"
      "0 is a draw; negative numbers are losses of the player to move.\n"
      "Examples:\n"
      "  inarow solve connect4 4453 --score --pv\n"
      "  inarow solve drop:6x5 --score --no-book\n"
      "  inarow solve connect4 --moves 44 --all-moves --score --json\n"
      "  inarow solve drop:5x5 --certificate draw.cert          inarow-check draw.cert verifies "
      "it\n"
      "  inarow solve drop:9x6 --checkpoint 9x6.checkpoint      stop it, even kill it; it goes on\n"
      "  inarow solve connect4 --method victor                  proved from knowledge\n"
      "  inarow solve connect4 --score --batch positions.txt    one position (moves) a line\n"
      "  inarow solve cylinder:6                                nobody can force a win\n"
      "  inarow solve \"Connect(6,6,4,1,1)\"                      a small placement board\n"
      "  inarow solve connect6 --moves \"j10 i8h9 i11k11 g10h11 k9h12 l8g13\"\n"
      "  inarow solve gomoku --defenses --moves \"g8 a1 h8 a15 i8\"",
      *options, [options] { return run(*options); });
  add_options(*command, *options);
}

}  // namespace inarow::cli
