// inarow play GAME [--side first|second] [--against perfect|victor|strategy|looks:N]
//             [--strategy FILE] [--moves M]

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <iostream>
#include <memory>
#include <string>

#include "ask/player_tools.hpp"
#include "base/quote.hpp"
#include "cli/commands.hpp"
#include "cli/progress_line.hpp"
#include "rules/notation.hpp"
#include "rules/picture.hpp"

namespace inarow::cli {
namespace {

struct Options : CommonOptions {
  std::string game;
  std::string side = "first";
  std::string against = "auto";
  std::string strategy;
  std::string moves;
};

constexpr double seconds_a_move = 0;  // each player's own

constexpr const char* in_game_help =
    "a move, as in docs/formats/games-and-moves.md (a column, or cells)\n"
    "undo    takes back your last move and the answer\n"
    "moves   the moves so far, for --moves\n"
    "why     what the other player has promised\n"
    "board   the board again\n"
    "quit    ends the game (so does the end of the input)";

// A game between a person and a player.
class TerminalGame {
 public:
  TerminalGame(const Options& options, Game game, const ComputerPlayer& opponent, Player human,
               const StopToken& stop)
      : options_(options),
        game_(std::move(game)),
        opponent_(opponent),
        human_(human),
        stop_(stop) {}

  Exit run() {
    show();
    std::string line;
    while (true) {
      if (!game_.over() && game_.to_move() != human_) {
        const Result<Move> move = opponent_.choose(
            game_, {.seconds = seconds_a_move, .threads = options_.thread_count(), .stop = &stop_});
        if (!move) return bad_input(move.error().message);
        answer_ = format_move(game_.spec(), *move);
        if (const Result<void> played = game_.play(*move); !played) {
          return environment_failed("a fault in the player: " + played.error().message);
        }
        show();
        continue;
      }
      if (game_.over()) return Exit::done;
      if (!options_.json) fmt::print("your move: ");
      std::fflush(stdout);
      if (!std::getline(std::cin, line)) return Exit::done;
      // A person has typed the end of the line; of a script it is not seen.
      if (!options_.json && !options_.quiet && isatty(STDIN_FILENO) == 0) fmt::print("\n");
      if (!obey(line)) return Exit::done;
    }
  }

 private:
  // False if the game ends here.
  bool obey(std::string line) {
    while (!line.empty() && (line.back() == ' ' || line.back() == '\r')) line.pop_back();
    if (line == "quit" || line == "q") return false;
    if (line == "help" || line == "?") {
      say(in_game_help);
    } else if (line == "moves") {
      say(format_moves(game_.spec(), game_.moves()));
    } else if (line == "board" || line.empty()) {
      show();
    } else if (line == "why") {
      say(why());
    } else if (line == "undo") {
      if (game_.moves().size() < 2) {
        say("there is no move of yours to take back");
      } else {
        game_.undo();
        game_.undo();
        answer_.clear();
        show();
      }
    } else {
      play(line);
    }
    return true;
  }

  void play(const std::string& line) {
    const Result<Move> move = read_move(game_, line);
    const Result<void> played = move ? game_.play(*move) : tl::unexpected<Error>(move.error());
    if (!played) {
      say(fmt::format("{} (help tells what you can type)", played.error().message));
    } else if (game_.over()) {
      answer_.clear();
      show();
    }
  }

  std::string why() {
    const Result<Commitment> commitment = opponent_.commitment(game_);
    if (!commitment) return commitment.error().message;
    std::string text = commitment->text;
    std::string answers;
    for (const Commitment::Reply& reply : commitment->replies) {
      answers += fmt::format("{}{}: {}{}", answers.empty() ? "" : ", ", column_name(reply.move),
                             column_name(reply.reply), reply.wins ? " and wins" : "");
    }
    if (!answers.empty()) {
      text += fmt::format("\nIts answers to moves in the other columns: {}.", answers);
    }
    return text;
  }

  void say(const std::string& text) {
    if (options_.json) {
      print_json({{"message", text}});
    } else {
      fmt::print("{}\n", text);
    }
  }

  void show() {
    const char* result = game_.outcome() == Outcome::undecided    ? "undecided"
                         : game_.outcome() == Outcome::draw       ? "draw"
                         : game_.outcome() == Outcome::first_wins ? "first"
                                                                  : "second";
    if (options_.json) {
      print_json({{"moves", format_moves(game_.spec(), game_.moves())},
                  {"answer", answer_.empty() ? Json(nullptr) : Json(answer_)},
                  {"outcome", result}});
      return;
    }
    if (!options_.quiet) fmt::print("{}", draw(game_));
    if (!answer_.empty()) fmt::print("answer: {}\n", answer_);
    if (!game_.over()) return;
    if (game_.outcome() == Outcome::draw) {
      fmt::print("drawn\n");
    } else {
      fmt::print("{} has won\n",
                 game_.spec().colour(game_.outcome() == Outcome::first_wins ? Player::first
                                                                            : Player::second));
    }
  }

  const Options& options_;
  Game game_;
  const ComputerPlayer& opponent_;
  Player human_;
  const StopToken& stop_;
  std::string answer_;
};

Exit run(const Options& options) {
  const std::optional<Game> game = parse_position(options.game, options.moves);
  if (!game) return Exit::bad_input;
  const Player human = *player_named(options.side);
  StopToken stop;
  if (options.seconds > 0) stop.limit_time(options.seconds);
  Observer observer;
  Tables tables;
  PlayerTools tools = player_tools(options.work_with(&stop, &observer, &tables), tables);
  tools.strategy_file = options.strategy;
  MadePlayer opponent = failure("");
  {
    const ProgressLine line(options.quiet, observer);
    opponent = make_player(options.strategy.empty() ? options.against : "strategy", game->spec(),
                           inarow::opponent(human), tools);
  }
  if (!opponent) return bad_input(opponent.error().message);
  if (!(*opponent)->note().empty()) complain((*opponent)->note());
  if (!options.json) {
    fmt::print("You are {} ({}). The other {}.\n", game->spec().colour(human),
               human == Player::first ? "x" : "o", (*opponent)->promise());
  }
  return TerminalGame(options, *game, **opponent, human, stop).run();
}

std::string names_of_players() {
  std::string text;
  for (const PlayerKind& kind : player_kinds()) {
    text += fmt::format("{}{} ({})", text.empty() ? "" : "; ", kind.name, kind.meaning);
  }
  return text;
}

}  // namespace

void add_play(Program& program) {
  auto options = std::make_shared<Options>();
  CLI::App* command = add_command(
      program, "play", "a game in the terminal against perfect play, VICTOR or a proved strategy",
      "Type a move and get an answer; help tells what else can be typed. Moves are read from the\n"
      "standard input, so a game can be scripted; with --json every answer is one object.\n"
      "Examples:\n"
      "  inarow play connect4\n"
      "  inarow play connect4 --side second --against victor\n"
      "  inarow play connect4 --against looks:2      an easier opponent\n"
      "  inarow play cylinder:6\n"
      "  inarow play cylinder:7 --side second\n"
      "  inarow play cylinder:6 --strategy six.cert     (from inarow prove cannot-lose)\n"
      "  inarow play \"Connect(11,2,2)\"             cells as pairs: 0,0 1,1\n"
      "  printf '1\\n1\\n2\\n' | inarow play cylinder:4 --json",
      *options, [options] { return run(*options); });
  command->add_option("GAME", options->game, "the game, such as cylinder:6")->required();
  command->add_option("--side", options->side, "which side you play: first or second")
      ->check(CLI::IsMember({"first", "second"}));
  CLI::Option* against = command->add_option("--against", options->against, names_of_players());
  command
      ->add_option("--strategy", options->strategy,
                   "play against the strategy in this certificate (of kind cannot-lose), after "
                   "verifying it")
      ->excludes(against);
  command->add_option("--moves", options->moves, "moves played already");
}

}  // namespace inarow::cli
