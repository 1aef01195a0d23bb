#include "cli/solve_batch.hpp"

#include <chrono>
#include <memory>

#include "answer/solve_answer.hpp"
#include "cli/batch.hpp"
#include "rules/notation.hpp"

namespace inarow::cli {

Exit run_batch(const BatchJob& job, const StopToken& stop) {
  const AnswerFormat format{
      job.question.score, job.question.best, job.question.line, job.question.all_moves, 0, ""};
  return run_lines(job.file, job.threads, stop, [&]() -> LineAnswerer {
    auto analyst = std::make_shared<DropAnalyst>(*job.spec.drop(), job.engine, 1, job.known,
                                                 &stop.flag(), nullptr);
    return [&, analyst](const std::string& line, std::string& answer) {
      const auto start = std::chrono::steady_clock::now();
      const Result<Game> game = read_game(job.spec, line);
      if (!game) {
        append_error(answer, job.spec, line, game.error().message);
        return LineResult::bad;
      }
      const DropAnalysis analysis = analyst->analyse(*game, job.question);
      AnswerFormat timed = format;
      timed.seconds =
          std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
      append_answer(answer, *game, analysis, timed);
      return analysis.complete ? LineResult::answered : LineResult::incomplete;
    };
  });
}

}  // namespace inarow::cli
