// inarow puzzle try [WHAT]: one puzzle at the terminal. Wrong moves are answered, right ones go on
// to the end of the line.

#include <fmt/format.h>
#include <unistd.h>

#include <random>

#include "ask/tables.hpp"
#include "base/quote.hpp"
#include "cli/line_reader.hpp"
#include "cli/puzzle_options.hpp"
#include "generate/ratings.hpp"
#include "generate/solution_tree.hpp"
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
        game_(puzzle.game) {}

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
    const Move& next = first_move() ? puzzle_.solution : next_;
    if (next.empty()) {
      fmt::print("Any move will do.\n");
    } else if (game_.stones_due() > 1) {
      fmt::print("One of the stones is {}.\n", cell_name(game_.spec(), next[0]));
    } else if (!puzzle_.themes.empty() && !hinted_) {
      fmt::print("Think of: {}.\n", puzzles::name_of(puzzle_.themes[0]));
    } else if (game_.spec().drop() != nullptr) {
      fmt::print("The stone comes to lie in row {}.\n", next[0].y + 1);
    } else {
      fmt::print("Column {}.\n", column_name(Column{next[0].x}));
    }
    hinted_ = true;
  }

  void show_solution() {
    std::string text;
    for (const Move& move : puzzle_.line) text += fmt::format(" {}", text_of(move));
    fmt::print("The solution:{}\n", text);
  }

  bool first_move() const { return game_.moves().size() == puzzle_.game.moves().size(); }

  std::optional<Exit> play(const std::string& line) {
    const Result<Move> move = read_move(game_, line);
    if (!move) {
      fmt::print("{}\n", printable(move.error().message));
      return std::nullopt;
    }
    Game next = game_;
    if (const Result<void> played = next.play(*move); !played) {
      fmt::print("{}\n", printable(played.error().message));
      return std::nullopt;
    }
    if (next.over() && next.outcome() == win_of(puzzle_.game.to_move())) {
      fmt::print("The line is complete. Solved{}.\n", failed_ ? ", with help" : "");
      return finish(!failed_);
    }
    if (first_move() && !same_stones(*move, puzzle_.solution)) {
      refute(*move);
      return std::nullopt;
    }
    if (!first_move() && !still_fulfils(next)) return std::nullopt;
    return go_on_after(next);
  }

  void refute(const Move& move) {
    const Verdict verdict = judge(puzzle_, move, work_);
    if (verdict.wins) {
      fmt::print("Not the solution: {}\n", verdict.words);
      return;
    }
    failed_ = true;
    fmt::print("No: {}\n", verdict.words);
    if (verdict.line.size() > 2) {
      std::string text;
      for (const Move& next : verdict.line) text += fmt::format(" {}", text_of(next));
      fmt::print("It could go on:{}\n", text);
    }
    fmt::print("Try again.\n");
  }

  // Later moves need not be those of the line, if they do as well.
  bool still_fulfils(const Game& after) {
    if (after.over()) return true;
    const Continuation found = puzzles::go_on(puzzle_, after, work_);
    if (!found.keeps) {
      failed_ = true;
      fmt::print("No, that lets the {} slip{}. Try again.\n",
                 puzzle_.task == Task::win ? "win" : "draw",
                 found.defense.empty() ? "" : fmt::format(" after {}", text_of(found.defense)));
    }
    return found.keeps;
  }

  std::optional<Exit> go_on_after(const Game& after) {
    game_ = after;
    if (moves_ + 1 >= puzzle_.length && puzzle_.task != Task::win) {
      fmt::print("Right. Solved{}.\n", failed_ ? ", with help" : "");
      return finish(!failed_);
    }
    ++moves_;
    const Continuation next = puzzles::go_on(puzzle_, game_, work_);
    if (next.defense.empty() || !game_.play(next.defense)) {
      fmt::print("Right. Solved{}.\n", failed_ ? ", with help" : "");
      return finish(!failed_);
    }
    next_ = next.next;
    if (game_.over()) {
      fmt::print("Right. {} answers {}, and the board is full: drawn. Solved.\n",
                 game_.spec().colour(opponent(puzzle_.game.to_move())), text_of(next.defense));
      return finish(!failed_);
    }
    fmt::print("Right. {} answers {}.\n{}", game_.spec().colour(opponent(puzzle_.game.to_move())),
               text_of(next.defense), draw(game_));
    return std::nullopt;
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
  Move next_;      // the solver's best move now, after the first
  int moves_ = 0;  // of the solver that were right
  bool failed_ = false;
  bool hinted_ = false;
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
