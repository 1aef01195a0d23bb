// Puzzles of drop games.
//
// Exact: the values of all moves come from exhaustive search, without Allis's rules, so that
// nothing is taken on trust.

#include <algorithm>

#include "ask/asker.hpp"
#include "generate/drop_lines.hpp"
#include "generate/grade.hpp"
#include "generate/maker.hpp"
#include "generate/themes.hpp"
#include "match/drop_thinker.hpp"
#include "rules/score.hpp"

namespace inarow::puzzles {
namespace {

constexpr int least_moves = 3;    // with fewer legal moves there is nothing to find
constexpr int deepest_look = 8;   // of the simple player
constexpr int tempting_look = 4;  // a move that it likes after so many stones is tempting
constexpr int most_tries = 3;
constexpr int attack_plies = 8;   // every other move loses so soon: the task is to defend
constexpr int longest_hold = 12;  // moves of a line of only moves
constexpr std::uint64_t look_nodes = 2'000'000;

class DropMaker final : public Maker {
 public:
  DropMaker(const GameSpec& spec, const MakerOptions& options, const Work& work)
      : spec_(spec), options_(options), stop_(work.stop), asker_(work), eyes_(spec) {}

  bool fits(const Game& game) const override {
    const int empty = *spec_.cells() - game.stone_count();
    return !game.over() && empty <= options_.most_empty && empty > least_moves;
  }

  std::optional<Puzzle> make(const Game& game, Yield& yield) override {
    if (!fits(game)) return std::nullopt;
    yield.count(Filter::position);
    const Player solver = game.to_move();
    if (static_cast<int>(game.playable_cells().size()) < least_moves ||
        !eyes_.completing_now(game, solver).empty() ||
        !eyes_.completing_now(game, opponent(solver)).empty()) {
      return std::nullopt;
    }
    yield.count(Filter::open);
    const std::optional<Answer> values = ask(game, false, true);
    if (!values || values->value == GameValue::loss) return std::nullopt;
    yield.count(Filter::decided);
    std::vector<Move> good;
    for (const MoveValue& move : values->moves->moves) {
      if (move.value == values->value) good.push_back(move.move);
    }
    if (good.size() != 1) return std::nullopt;
    yield.count(Filter::single);
    Puzzle puzzle{.id = {}, .game = game};
    puzzle.solution = good[0];
    const bool done = values->value == GameValue::win ? make_win(puzzle) : make_draw(puzzle);
    if (!done) return std::nullopt;
    yield.count(Filter::sound);
    puzzle.themes = drop_themes(puzzle, eyes_);
    measure(puzzle);
    if (!add_tries(puzzle)) return std::nullopt;
    puzzle.grade = grade_of(puzzle);
    return puzzle;
  }

 private:
  std::optional<Answer> ask(const Game& game, bool score, bool all, bool line = false) {
    Question question{game};
    question.method = Method::alphabeta;
    question.wanted.score = score;
    question.wanted.all_moves = all;
    question.wanted.line = line;
    question.limits.rules = false;
    Result<Answer> answer = asker_.ask(question);
    if (!answer || !answer->complete || !answer->value) return std::nullopt;
    return std::move(*answer);
  }

  bool make_win(Puzzle& puzzle) {
    if (!options_.win) return false;
    const std::optional<Answer> best = ask(puzzle.game, true, false, true);
    if (!best || best->line->empty()) return false;
    puzzle.task = Task::win;
    puzzle.length = (*best->plies_to_end + 1) / 2;
    puzzle.line = *best->line;
    return puzzle.length >= options_.least_length && same_stones(puzzle.line[0], puzzle.solution);
  }

  // The line goes on as long as the opponent has a move after which one answer alone holds.
  bool make_draw(Puzzle& puzzle) {
    if (!options_.defend) return false;
    const std::optional<Answer> scores = ask(puzzle.game, true, true);
    if (!scores) return false;
    bool attacked = true;
    for (const MoveValue& move : scores->moves->moves) {
      if (same_stones(move.move, puzzle.solution)) continue;
      const int plies =
          1 + plies_to_end(*spec_.cells(), puzzle.game.stone_count() + 1, -*move.score);
      attacked = attacked && plies <= attack_plies;
    }
    puzzle.task = attacked ? Task::defend : Task::draw;
    puzzle.length = 1;
    puzzle.line = {puzzle.solution};
    Game game = puzzle.game;
    (void)game.play(puzzle.solution);
    while (puzzle.length < longest_hold && !game.over()) {
      const std::optional<std::pair<Move, Move>> next = only_answer(game);
      if (!next) break;
      for (const Move& move : {next->first, next->second}) {
        puzzle.line.push_back(move);
        (void)game.play(move);
      }
      ++puzzle.length;
    }
    return !stopped(stop_);
  }

  // A move of the opponent that holds as well, and the only answer that does.
  std::optional<std::pair<Move, Move>> only_answer(const Game& game) {
    const std::optional<Answer> values = ask(game, false, true);
    if (!values) return std::nullopt;
    for (const MoveValue& move : values->moves->moves) {
      if (move.value != values->value) continue;
      Game next = game;
      (void)next.play(move.move);
      if (next.over() || next.playable_cells().size() < 2) continue;
      // A stone that stops a line at once is no find.
      if (!eyes_.completing_now(next, game.to_move()).empty()) continue;
      const std::optional<Answer> replies = ask(next, false, true);
      if (!replies) return std::nullopt;
      std::vector<Move> good;
      for (const MoveValue& reply : replies->moves->moves) {
        if (reply.value == replies->value) good.push_back(reply.move);
      }
      if (replies->value == GameValue::draw && good.size() == 1) return {{move.move, good[0]}};
    }
    return std::nullopt;
  }

  // What a simple player who looks `stones` ahead thinks of a move.
  int shallow_value(const Game& game, const Move& move, int stones) {
    Game next = game;
    (void)next.play(move);
    if (next.over()) return next.outcome() == Outcome::draw ? 0 : win_value;
    return with_drop_position(next, [&](const auto& board) {
      const DropLines lines(spec_, board);
      const StopToken never;
      DropThinker thinker(board, lines, clear_sight(lines), stop_ != nullptr ? *stop_ : never);
      return -thinker.think(stones - 1, [](Column) { return 0; }, look_nodes).value;
    });
  }

  void measure(Puzzle& puzzle) {
    const Game& game = puzzle.game;
    std::vector<Move> others;
    for (const Cell cell : game.playable_cells()) {
      if (cell != puzzle.solution[0]) others.push_back({cell});
    }
    int found_from = deepest_look + 1;
    for (int stones = deepest_look; stones >= 2; --stones) {
      const int own = shallow_value(game, puzzle.solution, stones);
      const auto preferred = std::count_if(others.begin(), others.end(), [&](const Move& move) {
        return shallow_value(game, move, stones) >= own;
      });
      if (stones == tempting_look) puzzle.measures.tempting = static_cast<int>(preferred);
      if (preferred == 0 && found_from == stones + 1) found_from = stones;
      if (preferred != 0 && stones <= tempting_look) break;
    }
    puzzle.measures.depth = found_from;
    const LineMeasures line = measure_line(puzzle, eyes_);
    puzzle.measures.quiet = line.quiet;
    puzzle.measures.counter = line.counter;
  }

  // The other moves, the ones that a simple player likes most first, with the opponent's best
  // answer.
  bool add_tries(Puzzle& puzzle) {
    std::vector<std::pair<int, Move>> ranked;
    for (const Cell cell : puzzle.game.playable_cells()) {
      if (cell == puzzle.solution[0]) continue;
      ranked.emplace_back(-shallow_value(puzzle.game, {cell}, tempting_look), Move{cell});
    }
    std::sort(ranked.begin(), ranked.end());
    for (const auto& [value, move] : ranked) {
      if (puzzle.tries.size() == most_tries) break;
      Game next = puzzle.game;
      (void)next.play(move);
      WrongTry wrong{move, {}};
      if (!next.over()) {
        const std::optional<Answer> answer = ask(next, true, false);
        if (!answer) return false;
        if (!answer->best->empty()) wrong.answer = answer->best->front();
      }
      puzzle.tries.push_back(std::move(wrong));
    }
    return true;
  }

  GameSpec spec_;
  MakerOptions options_;
  const StopToken* stop_;
  Asker asker_;
  DropEyes eyes_;
};

}  // namespace

std::unique_ptr<Maker> make_drop_maker(const GameSpec& spec, const MakerOptions& options,
                                       const Work& work) {
  return std::make_unique<DropMaker>(spec, options, work);
}

}  // namespace inarow::puzzles
