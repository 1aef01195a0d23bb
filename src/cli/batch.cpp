#include "cli/batch.hpp"

#include <memory>
#include <string>

#include "answer/codec.hpp"
#include "ask/tables.hpp"
#include "base/ordered_lines.hpp"
#include "rules/notation.hpp"

namespace inarow::cli {

Exit ask_about_lines(const Question& pattern, const std::string& file, const Work& work,
                     const AnswerWriter& write) {
  const GameSpec spec = pattern.game.spec();
  Tables own;
  Tables& tables = work.tables != nullptr ? *work.tables : own;
  const auto make_answerer = [&]() -> LineAnswerer {
    Work seat = work;
    seat.tables = &tables;
    seat.many = true;
    seat.seats = work.threads;
    seat.threads = 1;  // every line is answered by one of them
    auto asker = std::make_shared<Asker>(seat);
    auto question = std::make_shared<Question>(pattern);
    return [&, asker, question](const std::string& line, std::string& out) {
      Result<Game> game = read_game(spec, line);
      if (!game) {
        append_error(out, spec, line, game.error().message);
        return LineResult::bad;
      }
      question->game = std::move(*game);
      const Result<Answer> answer = asker->ask(*question);
      if (!answer) {
        append_error(out, spec, line, answer.error().message);
        return LineResult::bad;
      }
      write(out, question->game, *answer);
      return answer->complete ? LineResult::answered : LineResult::incomplete;
    };
  };
  const Result<LinesReport> report = answer_lines(file, work.threads, *work.stop, make_answerer);
  if (!report) {
    return report.error().place == 0 ? bad_input(report.error().message)
                                     : environment_failed(report.error().message);
  }
  if (report->incomplete) return Exit::stopped;
  return report->bad ? Exit::bad_input : Exit::done;
}

}  // namespace inarow::cli
