#include "generate/trial.hpp"

#include <fmt/format.h>

#include <numeric>

#include "generate/solution_tree.hpp"
#include "rules/notation.hpp"

namespace inarow::puzzles {
namespace {

tl::unexpected<Error> no_time() {
  return failure("the move could not be looked at to its end; try it again");
}

// What the refuted move leads to, as far as it can be shown: the move and the answer to it.
TryAnswer refuted(const Game& game, const Game& after, const Verdict& verdict) {
  TryAnswer answer{.after = after};
  answer.wins = verdict.wins;
  answer.reply = verdict.answer;
  answer.line = verdict.line;
  answer.words = fmt::format("{}: {}", verdict.wins ? "Not the solution" : "No", verdict.words);
  // An answer in a placement game names only the stones that matter.
  Move reply = verdict.answer;
  if (reply.empty()) return answer;
  const PlacementSpec* placement = game.spec().placement();
  if (placement != nullptr) {
    const auto due = static_cast<std::size_t>(after.stones_due());
    if (reply.size() < due) reply.resize(due, null_stone);
  }
  if (answer.after.play(reply)) answer.reply = reply;
  return answer;
}

// After a right move: the opponent's longest defense, and the solver's next move.
TryAnswer goes_on(const Puzzle& puzzle, const Game& after, const Continuation& next, bool enough) {
  TryAnswer answer{.right = true, .after = after};
  if (enough || next.defense.empty() || !answer.after.play(next.defense)) {
    answer.solved = true;
    answer.words = "Right.";
    return answer;
  }
  answer.reply = next.defense;
  const GameSpec& spec = puzzle.game.spec();
  const char* const other = spec.colour(opponent(puzzle.game.to_move()));
  answer.words = fmt::format("Right. {} answers {}", other, format_move(spec, next.defense));
  answer.solved = answer.after.over();
  answer.words += answer.solved ? ", and the board is full: drawn." : ".";
  if (!answer.solved) answer.next = next.next;
  return answer;
}

}  // namespace

Result<TryAnswer> try_move(const Puzzle& puzzle, const Game& game, const Move& move,
                           const Work& work) {
  Game after = game;
  if (const Result<void> played = after.play(move); !played) {
    return tl::unexpected<Error>(played.error());
  }
  if (after.over() && after.outcome() == win_of(puzzle.game.to_move())) {
    return TryAnswer{
        .right = true, .solved = true, .after = after, .words = "The line is complete."};
  }
  const std::size_t before = game.moves().size() - puzzle.game.moves().size();
  // A draw is found when its only moves are.
  const bool enough =
      puzzle.task != Task::win && before / 2 + 1 >= static_cast<std::size_t>(puzzle.length);
  const bool first = before == 0;
  bool right = !first || same_stones(move, puzzle.solution);
  Continuation next;
  if (right && !(first && enough)) {
    // Later moves need not be those of the line, if they do as well.
    next = go_on(puzzle, after, work);
    right = first || after.over() || next.keeps;
  }
  if (stopped(work.stop)) return no_time();
  if (right) return goes_on(puzzle, after, next, enough);
  Puzzle here = puzzle;
  here.game = game;
  const Verdict verdict = judge(here, move, work);
  if (stopped(work.stop)) return no_time();
  return refuted(game, after, verdict);
}

std::vector<std::string> hints_for(const Puzzle& puzzle, const Game& game, const Move& next) {
  const GameSpec& spec = game.spec();
  if (next.empty()) return {"Any move will do."};
  if (game.stones_due() > 1) {
    return {fmt::format("One of the stones is {}.", cell_name(spec, next[0]))};
  }
  std::vector<std::string> hints;
  if (!puzzle.themes.empty())
    hints.push_back(fmt::format("Think of: {}.", name_of(puzzle.themes[0])));
  hints.push_back(spec.drop() != nullptr
                      ? fmt::format("The stone comes to lie in row {}.", next[0].y + 1)
                      : fmt::format("Column {}.", column_name(Column{next[0].x})));
  return hints;
}

std::size_t puzzle_of_day(std::int64_t days_since_1970, std::size_t puzzles) {
  // Steps of about the golden section of them all, so that neighbours in the file, which are often
  // of the same game, do not follow each other.
  const auto n = static_cast<std::int64_t>(puzzles);
  std::int64_t step = n * 618 / 1000 + 1;
  while (std::gcd(step, n) != 1) ++step;
  const std::int64_t day = ((days_since_1970 % n) + n) % n;
  return static_cast<std::size_t>(day * (step % n) % n);
}

}  // namespace inarow::puzzles
