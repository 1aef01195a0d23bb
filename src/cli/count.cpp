// inarow count GAME [--estimate] [--exact] [--max-men N]

#include <fmt/format.h>

#include <memory>
#include <string>

#include "answer/count_answer.hpp"
#include "cli/commands.hpp"
#include "cli/progress_line.hpp"

namespace inarow::cli {
namespace {

struct Options : CommonOptions {
  std::string game;
  bool exact = false;
  bool estimate = false;
  int max_men = 0;
};

Exit run(const Options& options) {
  const std::optional<GameSpec> spec = parse_game(options.game);
  if (!spec) return Exit::bad_input;
  const CountQuestion question{.spec = *spec,
                               .exact = options.exact,
                               .estimate = options.estimate,
                               .max_men = options.max_men};
  StopToken stop;
  Observer observer;
  const Work work = options.work(stop, &observer);
  Result<CountAnswer> answer = failure("");
  {
    const ProgressLine line(options.quiet, observer);
    answer = count_positions(question, work);
  }
  if (!answer) return bad_input(answer.error().message);
  if (options.json) {
    fmt::print("{}\n", count_json(question, *answer));
  } else {
    fmt::print("{}", in_words(question, *answer));
  }
  return answer->complete ? Exit::done : Exit::stopped;
}

}  // namespace

void add_count(Program& program) {
  auto options = std::make_shared<Options>();
  CLI::App* command = add_command(
      program, "count", "the number of positions: Allis's bound, an estimate, the exact count",
      "Examples:\n"
      "  inarow count connect4                        Allis's bound (1988, Appendix C)\n"
      "  inarow count drop:5x5 --exact                every reachable position\n"
      "  inarow count connect4 --estimate             by random samples\n"
      "  inarow count connect4 --exact --max-men 12   the first plies only",
      *options, [options] { return run(*options); });
  command->add_option("GAME", options->game, "the game, such as connect4")->required();
  command->add_flag("--exact", options->exact, "enumerate the positions that really can arise");
  command->add_flag("--estimate", options->estimate, "estimate their number by sampling");
  add_number(*command, "--max-men", options->max_men, 1, 4096,
             "count exactly up to so many men only");
}

}  // namespace inarow::cli
