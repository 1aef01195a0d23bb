// inarow show GAME [--moves M | --picture FILE | --sgf FILE] [--as picture|moves|sgf]

#include <fmt/format.h>

#include <memory>
#include <string>

#include "answer/position_answer.hpp"
#include "cli/commands.hpp"
#include "rules/game_tree.hpp"
#include "rules/notation.hpp"
#include "rules/picture.hpp"

namespace inarow::cli {
namespace {

struct Options : CommonOptions {
  std::string game;
  std::string moves;
  std::string picture;
  std::string sgf;
  std::string as = "picture";
};

// The game to show as a tree: a file's with all its variations, or a single line.
Result<GameTree> load(const Options& options, const GameSpec& spec) {
  if (!options.sgf.empty()) {
    const Result<std::string> text = read_file(options.sgf);
    if (!text) return tl::unexpected<Error>(text.error());
    return read_game_tree(*text, &spec);
  }
  Result<Game> game = Game(spec);
  if (!options.picture.empty()) {
    const Result<std::string> text = read_file(options.picture);
    if (!text) return tl::unexpected<Error>(text.error());
    const Result<std::vector<Stone>> stones = read_picture(spec, *text);
    if (!stones) return tl::unexpected<Error>(stones.error());
    game = game_with_stones(spec, *stones);
  } else {
    game = read_game(spec, options.moves);
  }
  if (!game) return tl::unexpected<Error>(game.error());
  GameTree tree(spec);
  std::size_t node = 0;
  for (const Move& move : game->moves()) node = tree.add(node, move);
  return tree;
}

std::string in_words(const Game& game) {
  switch (game.outcome()) {
    case Outcome::first_wins:
      return fmt::format("{} has won", game.spec().colour(Player::first));
    case Outcome::second_wins:
      return fmt::format("{} has won", game.spec().colour(Player::second));
    case Outcome::draw:
      return "drawn";
    case Outcome::undecided:
      break;
  }
  return fmt::format("{} ({}) to move", game.spec().colour(game.to_move()),
                     game.to_move() == Player::first ? "x" : "o");
}

Exit run(const Options& options) {
  const std::optional<GameSpec> spec = parse_game(options.game);
  if (!spec) return Exit::bad_input;
  const Result<GameTree> tree = load(options, *spec);
  if (!tree) return bad_input(tree.error().message);
  if (options.as == "sgf" && !options.json) {
    fmt::print("{}", write_game_tree(*tree));
    return Exit::done;
  }
  Game game(*spec);
  for (const Move& move : tree->moves_to(tree->end_of_main_line())) {
    if (const Result<void> played = game.play(move); !played) {
      return bad_input(played.error().message);
    }
  }
  if (options.json) {
    print_json(position_json(game));
  } else if (options.as == "moves") {
    fmt::print("{}\n", format_moves(*spec, game.moves()));
  } else {
    fmt::print("{}{}\n", draw(game), in_words(game));
  }
  return Exit::done;
}

}  // namespace

void add_show(Program& program) {
  auto options = std::make_shared<Options>();
  CLI::App* command =
      add_command(program, "show", "a position as a picture, as moves or as an SGF file",
                  "Examples:\n"
                  "  inarow show connect4 --moves 4453\n"
                  "  inarow show connect6 --sgf game.sgf --as moves\n"
                  "  inarow show drop:7x6 --picture board.txt --as moves   finds an order of moves",
                  *options, [options] { return run(*options); });
  command->add_option("GAME", options->game, "the game, such as connect4")->required();
  CLI::Option* moves = command->add_option("--moves", options->moves, "moves from the start");
  CLI::Option* picture = command->add_option("--picture", options->picture,
                                             "file with a picture, - for standard input");
  CLI::Option* sgf = command->add_option("--sgf", options->sgf, "SGF file, - for standard input");
  moves->excludes(picture)->excludes(sgf);
  picture->excludes(sgf);
  command->add_option("--as", options->as, "how to print it: picture, moves or sgf")
      ->check(CLI::IsMember({"picture", "moves", "sgf"}));
}

}  // namespace inarow::cli
