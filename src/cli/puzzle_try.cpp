// inarow puzzle try [WHAT]: one puzzle at the terminal. Wrong moves are answered, right ones go on
// to the end of the line.

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <random>

#include "ask/tables.hpp"
#include "base/quote.hpp"
#include "cli/line_reader.hpp"
#include "cli/puzzle_options.hpp"
#include "generate/ratings.hpp"
#include "generate/trial.hpp"
#include "rules/notation.hpp"
#include "rules/picture.hpp"

namespace inarow::cli {
namespace {

using namespace puzzles;

class Trial {
 public:
  Trial(const PuzzleOptions& options, const Puzzle& puzzle, const StopToken& stop)
      : options_(options),
        puzzle_(puzzle),
        stop_(stop),
        work_(options.work_with(&stop, nullptr, &tables_)),
        reader_(STDIN_FILENO, stop),
        game_(puzzle.game),
        next_(puzzle.solution) {}

  Exit run() {
    fmt::print("{}, grade {} of {}\n{}{}.\n", puzzle_.id, puzzle_.grade, grades, draw(game_),
               task_in_words(puzzle_));
    fmt::print("Type a move{}; hint, solution or quit.\n",
               game_.stones_due() > 1 ? " (both stones, such as j10k11)" : "");
    std::string line;
    while (true) {
      fmt::print("> ");
      std::fflush(stdout);
      const LineReader::Event event = reader_.next(line);
      if (event == LineReader::Event::stopped) return Exit::stopped;
      if (event == LineReader::Event::end || line == "quit" || line == "q") {
        fmt::print("\nNot solved this time.\n");
        return failed_ ? finish(false) : Exit::no;
      }
      if (line.empty()) continue;
      if (line == "hint") {
        hint();
      } else if (line == "solution") {
        show_solution();
        return finish(false);
      } else if (const std::optional<Exit> exit = play(line)) {
        return *exit;
      }
    }
  }

 private:
  std::string text_of(const Move& move) const { return format_move(game_.spec(), move); }

  // Half of the answer: where to look.
  void hint() {
    failed_ = true;
    const std::vector<std::string> hints = hints_for(puzzle_, game_, next_);
    fmt::print("{}\n", hints[std::min(hints_given_, hints.size() - 1)]);
    ++hints_given_;
  }

  void show_solution() {
    std::string text;
    for (const Move& move : puzzle_.line) text += fmt::format(" {}", text_of(move));
    fmt::print("The solution:{}\n", text);
  }

  std::optional<Exit> play(const std::string& line) {
    const Result<Move> move = read_move(game_, line);
    if (!move) {
      fmt::print("{}\n", printable(move.error().message));
      return std::nullopt;
    }
    const Result<TryAnswer> answer = try_move(puzzle_, game_, *move, work_);
    if (!answer) {
      if (stop_.stop_requested()) return Exit::stopped;
      fmt::print("{}\n", printable(answer.error().message));
      return std::nullopt;
    }
    if (!answer->right) {
      refute(*answer);
      return std::nullopt;
    }
    game_ = answer->after;
    next_ = answer->next;
    if (answer->solved) {
      fmt::print("{} Solved{}.\n", answer->words, failed_ ? ", with help" : "");
      return finish(!failed_);
    }
    fmt::print("{}\n{}", answer->words, draw(game_));
    return std::nullopt;
  }

  void refute(const TryAnswer& answer) {
    fmt::print("{}\n", answer.words);
    if (answer.wins) return;
    failed_ = true;
    if (answer.line.size() > 2) {
      std::string text;
      for (const Move& next : answer.line) text += fmt::format(" {}", text_of(next));
      fmt::print("It could go on:{}\n", text);
    }
    fmt::print("Try again.\n");
  }

  // The result goes to the ratings.
  Exit finish(bool solved) {
    Result<RatingStore> store =
        RatingStore::open(options_.ratings.empty() ? default_rating_file() : options_.ratings);
    if (store) {
      const Result<RatingStore::Change> change = store->add(person_of(options_), puzzle_, solved);
      if (change) {
        fmt::print("{}: {:.0f}, puzzle: {:.0f}\n", printable(change->person.name),
                   change->person.rating.rating, change->puzzle.rating.rating);
      }
    } else {
      complain(fmt::format("the result is not kept: {}", store.error().message));
    }
    return solved ? Exit::done : Exit::no;
  }

  const PuzzleOptions& options_;
  const Puzzle& puzzle_;
  const StopToken& stop_;
  Tables tables_;
  Work work_;
  LineReader reader_;
  Game game_;
  Move next_;  // the solver's best move now
  std::size_t hints_given_ = 0;
  bool failed_ = false;
};

}  // namespace

Exit try_puzzle(const PuzzleOptions& options) {
  PuzzleOptions drawn = options;
  if (!drawn.seed) drawn.seed = static_cast<int>(std::random_device()() % 1'000'000'000);
  const std::optional<std::vector<Puzzle>> chosen = chosen_puzzles(drawn);
  if (!chosen) return Exit::bad_input;
  if (chosen->empty()) return bad_input("there is no such puzzle; inarow puzzle list has all");
  StopToken stop;
  options.listen(stop);
  return Trial(options, chosen->front(), stop).run();
}

}  // namespace inarow::cli
