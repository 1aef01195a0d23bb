// inarow explain GAME --moves M | --batch FILE

#include <fmt/format.h>

#include <memory>
#include <string>

#include "answer/codec.hpp"
#include "answer/words.hpp"
#include "ask/asker.hpp"
#include "cli/batch.hpp"
#include "cli/commands.hpp"
#include "cli/progress_line.hpp"
#include "rules/notation.hpp"

namespace inarow::cli {
namespace {

struct Options : CommonOptions {
  std::string game;
  std::string moves;
  std::string batch;
  std::string why_not;
  bool no_search = false;
  int order = 2;
};

Exit run(const Options& options) {
  const std::optional<Game> game = parse_position(options.game, options.moves);
  if (!game) return Exit::bad_input;
  if (!options.batch.empty() && !options.moves.empty()) {
    return bad_input("--moves and --batch exclude each other; write the moves into the batch");
  }
  Question question{*game};
  question.wanted = {.value = false, .best = false, .why = true};
  question.wanted.reason = game->spec().drop() != nullptr && !options.no_search;
  question.limits.order = options.order;
  if (!options.why_not.empty()) {
    Result<Move> move = read_move(*game, options.why_not);
    if (!move) return bad_input(move.error().message);
    question.why_not = std::move(*move);
  }
  StopToken stop;
  Observer observer;
  const Work work = options.work(stop, &observer);
  if (!options.batch.empty()) {
    if (const Result<void> fits = check_game(question); !fits) {
      return bad_input(fits.error().message);
    }
    return ask_about_lines(question, options.batch, work,
                           [](std::string& out, const Game& position, const Answer& answer) {
                             out += why_json(position, *answer.why);
                           });
  }
  Result<Answer> answer = failure("");
  {
    observer.set_stage(question.wanted.reason ? "looking for the value"
                                              : "searching for wins by threats");
    const ProgressLine line(options.quiet, observer);
    answer = ask(question, work);
  }
  if (!answer) return bad_input(answer.error().message);
  if (options.json) {
    fmt::print("{}\n", why_json(*game, *answer->why));
  } else {
    fmt::print("{}", in_words(*game, *answer->why));
  }
  return stop.stopped() && !answer->complete ? Exit::stopped : Exit::done;
}

}  // namespace

void add_explain(Program& program) {
  auto options = std::make_shared<Options>();
  CLI::App* command = add_command(
      program, "explain", "why a position is won or cannot be lost: rules, threats, zones",
      "Drop games: who wins and in how many stones, and why: the plan as a line of play up to a\n"
      "position that the rules or threats settle, what the opponent could have tried instead, and\n"
      "the number of positions that the whole proof has (at most 12 seconds unless --time says\n"
      "otherwise). Then Allis's rules in the position itself. Shows the threats of both sides, who "
      "controls the zugzwang, "
      "the rules that prove the "
      "claim,\n"
      "what they stop, and the plan they give. On the board, squares with the same letter answer\n"
      "each other; a capital letter is a square that the player with the plan gets; ! is a threat\n"
      "of White, * of Black, # of both.\n"
      "Placement games: shows the threats of both sides, what stops them, a win by threats move "
      "by\n"
      "move, and its relevance zones: 1 is a cell of the first zone, 2 of the second, and so on.\n"
      "Examples:\n"
      "  inarow explain connect4 --moves 12\n"
      "  inarow explain connect4 --moves 44433555 --json\n"
      "  inarow explain connect4 --moves 44 --not a           what is wrong with a move\n"
      "  inarow explain drop:6x4 --batch positions.txt        one position (moves) a line\n"
      "  inarow explain connect6 --moves \"j10 i8h9 i11k11 g10h11 k9h12 l8g13\"\n"
      "  inarow explain \"Connect(6,2,3)\" --moves \"0,0 -1,1 1,1\" --order 3",
      *options, [options] { return run(*options); });
  command->add_option("GAME", options->game, "the game, such as connect4")->required();
  command->add_option("--moves", options->moves, "moves that lead to the position");
  command->add_option("--not", options->why_not,
                      "drop games: what this move would do, and why it is wrong if it is");
  command->add_flag("--no-search", options->no_search,
                    "drop games: only what the rules say, without the verdict");
  add_number(*command, "--order", options->order, 1, max_threat_order,
             "highest order of the threats (placement games): 1 leaves the defender no free "
             "stone, 2 one, ...");
  command->add_option(
      "--batch", options->batch,
      "file with one position (moves) a line, - for standard input; answers in JSON");
}

}  // namespace inarow::cli
