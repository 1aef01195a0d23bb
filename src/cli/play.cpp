// inarow play GAME [--side first|second] [--against NAME] [--strategy FILE] [--moves M]
//             [--clock M+S] [--values] [--engine NAME=COMMAND] [--save FILE] | --resume FILE

#include <fmt/format.h>

#include <memory>
#include <string>

#include "base/files.hpp"
#include "base/quote.hpp"
#include "cli/books.hpp"
#include "cli/commands.hpp"
#include "cli/engines.hpp"
#include "cli/play_session.hpp"
#include "rules/notation.hpp"

namespace inarow::cli {
namespace {

struct Options : CommonOptions {
  std::string game;
  std::string side;     // empty: as the file says, or the first
  std::string against;  // likewise, or auto
  std::string strategy;
  std::string moves;
  std::string clock;
  std::string save;
  std::string resume;
  std::optional<int> seed;
  bool values = false;
  EngineOptions engines;
  std::vector<std::string> books;
};

// The game to begin with: a new one, or that of a file.
Result<SavedGame> game_of(const Options& options) {
  std::optional<GameSpec> spec;
  if (!options.game.empty()) {
    const Result<GameSpec> named = GameSpec::parse(options.game);
    if (!named) return tl::unexpected<Error>(named.error());
    spec = *named;
  }
  if (options.resume.empty()) {
    if (!spec) return failure("which game? Write inarow play connect4, or --resume FILE");
    const Result<Game> game = read_game(*spec, options.moves);
    if (!game) return tl::unexpected<Error>(game.error());
    return SavedGame(*game);
  }
  const Result<std::string> text = read_whole_file(options.resume);
  if (!text) return tl::unexpected<Error>(text.error());
  Result<SavedGame> saved = read_saved_game(*text, spec ? &*spec : nullptr);
  if (!saved) {
    return failure(fmt::format("{}: {}", printable(options.resume), saved.error().message));
  }
  return saved;
}

// What the command line says goes before what the file says.
Result<void> apply(const Options& options, SavedGame& saved) {
  if (!options.side.empty()) {
    const std::optional<Player> side = side_named(saved.game.spec(), options.side);
    if (!side) {
      return failure(fmt::format("no side {}; write first or second, white or black, x or o",
                                 quoted(options.side)));
    }
    saved.side = *side;
  }
  if (!options.against.empty() || !options.strategy.empty()) {
    saved.against = options.strategy.empty() ? options.against : "strategy";
    saved.strategy_file = options.strategy;
  }
  if (!options.clock.empty()) {
    const Result<ClockSpec> clock = ClockSpec::parse(options.clock);
    if (!clock) return tl::unexpected<Error>(clock.error());
    saved.clock.emplace(*clock);
  }
  return {};
}

Exit run(const Options& options) {
  Result<std::vector<ExternalEngine>> engines =
      read_engines(options.engines, options.memory_bytes());
  if (!engines) return bad_input(engines.error().message);
  const Result<std::shared_ptr<const Books>> books = read_books(options.books);
  if (!books) return bad_input(books.error().message);
  Result<SavedGame> saved = game_of(options);
  if (!saved) return bad_input(saved.error().message);
  if (const Result<void> applied = apply(options, *saved); !applied) {
    return bad_input(applied.error().message);
  }
  PlaySettings settings;
  settings.file = options.save.empty() ? options.resume : options.save;
  settings.values = options.values;
  settings.engines = std::move(*engines);
  settings.books = *books;
  if (options.seed) settings.seed = static_cast<Word64>(*options.seed);
  if (settings.file != options.resume) {
    if (const Result<void> fresh = check_new_file(settings.file); !fresh) {
      return bad_input(fresh.error().message);
    }
  }
  StopToken stop;
  options.listen(stop);
  PlaySession session(options, std::move(*saved), std::move(settings), stop);
  if (const Result<void> begun = session.begin(); !begun) {
    return stop.stop_requested() ? Exit::stopped : bad_input(begun.error().message);
  }
  return session.run();
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
      program, "play", "a game in the terminal, against anybody from a beginner to perfect play",
      "Type a move and get an answer. What else can be typed:\n" + PlaySession::commands() +
          "\nMoves are read from the standard input, so a game can be scripted; with --json every "
          "answer\nis one object.\n"
          "Examples:\n"
          "  inarow play connect4\n"
          "  inarow play connect4 --color black --against victor\n"
          "  inarow play connect4 --against human:2 --clock 5+3 --save tonight.sgf\n"
          "  inarow play --resume tonight.sgf\n"
          "  inarow play connect6                        whole moves: j10, then k11i11\n"
          "  inarow play cylinder:7 --side second\n"
          "  inarow play cylinder:6 --strategy six.cert     (from inarow prove cannot-lose)\n"
          "  inarow play \"Connect(11,2,2)\"             cells as pairs: 0,0 1,1\n"
          "  inarow play gomoku --engine rapfi=./pbrain-rapfi --against rapfi\n"
          "  inarow play connect6 --engine cloud=./cloudict     (hint asks it, too)\n"
          "  printf '1\\n1\\n2\\n' | inarow play cylinder:4 --json",
      *options, [options] { return run(*options); });
  command->add_option("GAME", options->game, "the game, such as connect4");
  command->add_option("--side,--color", options->side,
                      "which side you play: first (default) or second, white or black, x or o");
  CLI::Option* against = command->add_option("--against", options->against, names_of_players());
  command
      ->add_option("--strategy", options->strategy,
                   "play against the strategy in this certificate (of kind cannot-lose), after "
                   "verifying it")
      ->excludes(against);
  CLI::Option* moves = command->add_option("--moves", options->moves, "moves played already");
  command->add_option("--clock", options->clock,
                      "minutes for each side and seconds a move, such as 5+3");
  add_engines(*command, options->engines);
  add_books(*command, options->books);
  command->add_flag("--values", options->values, "shows what every move is worth");
  command->add_option("--save", options->save, "a new file that has the game after every move");
  command
      ->add_option("--resume", options->resume,
                   "goes on with the game in this file (SGF), which has it after every move")
      ->excludes(moves);
  add_number(*command, "--seed", options->seed, 0, 1'000'000'000,
             "makes the other player's lots the same every time");
}

}  // namespace inarow::cli
