// inarow perft GAME [--moves M] --depth D

#include "rules/perft.hpp"

#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <string>

#include "cli/commands.hpp"
#include "cli/progress_line.hpp"
#include "rules/notation.hpp"

namespace inarow::cli {
namespace {

struct Options : CommonOptions {
  std::string game;
  std::string moves;
  int depth = 0;
};

Exit run(const Options& options) {
  const std::optional<Game> game = parse_position(options.game, options.moves);
  if (!game) return Exit::bad_input;
  if (game->spec().placement() != nullptr && !game->spec().finite_board()) {
    return bad_input(
        fmt::format("perft needs a finite number of moves; {} has an infinite board, "
                    "take a finite one such as Connect(19,19,6,2,1)",
                    game->spec().to_string()));
  }
  StopToken stop;
  Observer observer;
  options.work(stop, &observer);
  const auto start = std::chrono::steady_clock::now();
  std::vector<std::uint64_t> counts;
  {
    const ProgressLine line(options.quiet, observer);
    counts = perft(*game, options.depth, stop, observer);
  }
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const bool complete = static_cast<int>(counts.size()) == options.depth + 1;
  if (options.json) {
    print_json(Json{{"game", game->spec().to_string()},
                    {"moves", format_moves(game->spec(), game->moves())},
                    {"perft", counts},
                    {"complete", complete},
                    {"seconds", seconds}});
  } else {
    for (std::size_t d = 0; d < counts.size(); ++d) fmt::print("{} {}\n", d, counts[d]);
    if (!complete) fmt::print("stopped before depth {} was complete\n", counts.size());
  }
  return complete ? Exit::done : Exit::stopped;
}

}  // namespace

void add_perft(Program& program) {
  auto options = std::make_shared<Options>();
  CLI::App* command = add_command(
      program, "perft", "the number of move sequences of each length",
      "A game that has ended has no moves; a move of a placement game is the set of its stones.\n"
      "Examples:\n  inarow perft connect4 --depth 9\n  inarow perft connect6 --moves j10 --depth 1",
      *options, [options] { return run(*options); });
  command->add_option("GAME", options->game, "the game, such as connect4")->required();
  command->add_option("--moves", options->moves, "moves that lead to the position");
  add_number(*command, "--depth", options->depth, 0, 4096, "length of the sequences")->required();
}

}  // namespace inarow::cli
