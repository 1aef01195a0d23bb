// inarow explain GAME --moves M | --batch FILE

#include <fmt/format.h>

#include <memory>
#include <string>

#include "answer/explain_answer.hpp"
#include "answer/solve_answer.hpp"
#include "cli/batch.hpp"
#include "cli/commands.hpp"
#include "cli/drop_options.hpp"
#include "knowledge/victor/explanation.hpp"
#include "rules/notation.hpp"

namespace inarow::cli {
namespace {

struct Options : CommonOptions {
  std::string game;
  std::string moves;
  std::string batch;
};

void print_explanation(const Game& game, const victor::Explanation& e) {
  if (!game.over() && e.good_move && e.set.claim == victor::Claim::none) {
    Game next = game;
    (void)next.play({*e.good_move});
    fmt::print("{}", victor::draw_plan(next, e.after_good_move));
  } else if (e.set.claim != victor::Claim::none) {
    fmt::print("{}", victor::draw_plan(game, e.set));
  } else {
    fmt::print("{}", victor::draw_threats(game, e));
  }
  fmt::print("\n");
  for (const std::string& line : victor::in_words(game, e)) fmt::print("{}\n", line);
}

Exit run(const Options& options) {
  const std::optional<Game> game = parse_position(options.game, options.moves);
  if (!game) return Exit::bad_input;
  const GameSpec& spec = game->spec();
  if (spec.drop() == nullptr || !spec.drop()->height) {
    return bad_input(
        fmt::format("explain works for drop games of finite height in this version; {} is none, "
                    "write for example drop:7x6",
                    spec.to_string()));
  }
  if (!options.batch.empty() && !options.moves.empty()) {
    return bad_input("--moves and --batch exclude each other; write the moves into the batch");
  }
  if (options.batch.empty()) {
    victor::Explainer explainer(*spec.drop());
    const victor::Explanation explanation = explainer.explain(*game);
    if (options.json) {
      print_json(explanation_json(*game, explanation));
    } else {
      print_explanation(*game, explanation);
    }
    return Exit::done;
  }
  StopToken stop;
  options.start(stop);
  SilentProgress silent;
  const Watch watch(stop, silent, {});
  return run_lines(options.batch, options.thread_count(), stop, [&]() -> LineAnswerer {
    auto explainer = std::make_shared<victor::Explainer>(*spec.drop());
    return [&, explainer](const std::string& line, std::string& answer) {
      const Result<Game> position = read_game(spec, line);
      if (!position) {
        append_error(answer, spec, line, position.error().message);
        return LineResult::bad;
      }
      answer += explanation_json(*position, explainer->explain(*position)).dump();
      return LineResult::answered;
    };
  });
}

}  // namespace

void add_explain(Program& program) {
  auto options = std::make_shared<Options>();
  CLI::App* command = add_command(
      program, "explain", "why a position is won or cannot be lost, by Allis's rules",
      "Shows the threats of both sides, who controls the zugzwang, the rules that prove the "
      "claim,\n"
      "what they stop, and the plan they give. On the board, squares with the same letter answer\n"
      "each other; a capital letter is a square that the player with the plan gets; ! is a threat\n"
      "of White, * of Black, # of both.\n"
      "Examples:\n"
      "  inarow explain connect4 --moves 12\n"
      "  inarow explain connect4 --moves 44433555 --json\n"
      "  inarow explain drop:6x4 --batch positions.txt        one position (moves) a line",
      *options, [options] { return run(*options); });
  command->add_option("GAME", options->game, "the game, such as connect4")->required();
  command->add_option("--moves", options->moves, "moves that lead to the position");
  command->add_option(
      "--batch", options->batch,
      "file with one position (moves) a line, - for standard input; answers in JSON");
}

}  // namespace inarow::cli
