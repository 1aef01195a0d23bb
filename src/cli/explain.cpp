// inarow explain GAME --moves M | --batch FILE

#include <fmt/format.h>

#include <memory>
#include <string>

#include "answer/explain_answer.hpp"
#include "answer/placement_explanation.hpp"
#include "answer/solve_answer.hpp"
#include "cli/batch.hpp"
#include "cli/commands.hpp"
#include "cli/drop_options.hpp"
#include "knowledge/victor/explanation.hpp"
#include "rules/notation.hpp"
#include "rules/picture.hpp"

namespace inarow::cli {
namespace {

struct Options : CommonOptions {
  std::string game;
  std::string moves;
  std::string batch;
  int order = 2;
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

void print_explanation(const Game& game, const PlacementExplanation& e) {
  // The zones of a win against a pass say more than those of the position before it.
  const ForcedWin* win = e.if_passed ? &*e.if_passed : e.win ? &*e.win : nullptr;
  fmt::print("{}\n", win != nullptr ? draw_zones(game, *win) : draw(game));
  for (const std::string& line : in_words(game, e)) fmt::print("{}\n", line);
}

// Placement games: threats, forced wins with their zones, exact values of small boards.
Exit run_placement(const Options& options, const Game& game) {
  if (const std::optional<std::string> obstacle = explain_obstacle(game)) {
    return bad_input(*obstacle);
  }
  const ExplainLimits limits{options.order};
  StopToken stop;
  options.start(stop);
  if (options.batch.empty()) {
    PlacementExplanation explanation;
    {
      ProgressLine progress(options.quiet);
      const Watch watch(stop, progress,
                        [] { return std::string("searching for wins by threats"); });
      explanation = explain_placement(game, limits, &stop.flag());
    }
    if (options.json) {
      print_json(explanation_json(game, explanation));
    } else {
      print_explanation(game, explanation);
    }
    return stop.stopped() && !explanation.complete ? Exit::stopped : Exit::done;
  }
  SilentProgress silent;
  const Watch watch(stop, silent, {});
  const GameSpec& spec = game.spec();
  return run_lines(options.batch, options.thread_count(), stop, [&]() -> LineAnswerer {
    return [&](const std::string& line, std::string& answer) {
      const Result<Game> position = read_game(spec, line);
      const std::optional<std::string> obstacle =
          position ? explain_obstacle(*position) : std::optional(position.error().message);
      if (obstacle) {
        append_error(answer, spec, line, *obstacle);
        return LineResult::bad;
      }
      const PlacementExplanation e = explain_placement(*position, limits, &stop.flag());
      answer += explanation_json(*position, e).dump();
      return stop.stopped() && !e.complete ? LineResult::incomplete : LineResult::answered;
    };
  });
}

Exit run(const Options& options) {
  const std::optional<Game> game = parse_position(options.game, options.moves);
  if (!game) return Exit::bad_input;
  const GameSpec& spec = game->spec();
  if (!options.batch.empty() && !options.moves.empty()) {
    return bad_input("--moves and --batch exclude each other; write the moves into the batch");
  }
  if (spec.placement() != nullptr) return run_placement(options, *game);
  if (!spec.drop()->height) {
    return bad_input(
        fmt::format("explain works for placement games and for drop games of finite height in this "
                    "version; {} is none, write for example drop:7x6",
                    spec.to_string()));
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
      program, "explain", "why a position is won or cannot be lost: rules, threats, zones",
      "Drop games, by Allis's rules. Shows the threats of both sides, who controls the zugzwang, "
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
      "  inarow explain drop:6x4 --batch positions.txt        one position (moves) a line\n"
      "  inarow explain connect6 --moves \"j10 i8h9 i11k11 g10h11 k9h12 l8g13\"\n"
      "  inarow explain \"Connect(6,2,3)\" --moves \"0,0 -1,1 1,1\" --order 3",
      *options, [options] { return run(*options); });
  command->add_option("GAME", options->game, "the game, such as connect4")->required();
  command->add_option("--moves", options->moves, "moves that lead to the position");
  command
      ->add_option("--order", options->order,
                   "highest order of the threats (placement games): 1 leaves the defender no free "
                   "stone, 2 one, ...")
      ->check(CLI::Range(1, 4));
  command->add_option(
      "--batch", options->batch,
      "file with one position (moves) a line, - for standard input; answers in JSON");
}

}  // namespace inarow::cli
