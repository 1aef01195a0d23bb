#include "search/alphabeta/analysis.hpp"

#include <algorithm>
#include <utility>

#include "base/expects.hpp"
#include "rules/drop_board.hpp"
#include "rules/drop_tables.hpp"

namespace inarow {
namespace {

ScoreRange exactly(int score) { return {score, score, true, 0}; }

ScoreRange seen_by_opponent(const ScoreRange& r) {
  return {-r.upper, -r.lower, r.complete, r.nodes};
}

// The stones of a drop game as the score counts them.
int cells_of(const DropSpec& spec) { return spec.width * *spec.height; }

bool play_column(Game& game, Column column) {
  const std::optional<Cell> cell = game.landing_cell(column);
  if (!cell || game.over()) return false;
  EXPECTS(game.play({*cell}).has_value());
  return true;
}

}  // namespace

bool DropAnalyst::needs_engine(const DropSpec& spec) {
  return spec.k > 1 && (spec.k <= *spec.height || spec.k <= spec.width);
}

DropAnalyst::DropAnalyst(const DropSpec& spec, DropEngine* engine, int threads,
                         const KnownScores* known, const StopToken* stop, Observer* observer)
    : spec_(spec),
      engine_(engine),
      threads_(threads),
      known_(known),
      stop_(stop),
      observer_(observer) {
  EXPECTS(spec.height.has_value() && (engine != nullptr || !needs_engine(spec)));
  if (engine_ != nullptr && threads_ == 1) worker_ = engine_->make_worker(stop_, observer_);
}

ScoreRange DropAnalyst::range_of(const Game& game, ScoreWindow window, DropAnalysis* analysis) {
  const int cells = cells_of(spec_);
  const int stones = game.stone_count();
  if (game.over()) {
    // The last mover won with stones - 1 stones on the board.
    return exactly(game.outcome() == Outcome::draw ? 0 : -((cells + 2 - stones) / 2));
  }
  if (spec_.k == 1) return exactly((cells + 1 - stones) / 2);
  if (!needs_engine(spec_)) return exactly(0);
  if (known_ != nullptr) {
    if (const std::optional<int> score = known_->score(game)) {
      if (analysis != nullptr) analysis->from_book = true;
      return exactly(*score);
    }
  }
  const DropStones position = stones_of(game);
  if (worker_) return worker_->solve(position, window);
  return engine_->solve(position, window, threads_, stop_, observer_);
}

std::optional<Column> DropAnalyst::find_best(const Game& game, const ScoreRange& range, bool score,
                                             std::uint64_t& nodes) {
  // A best move is one that scores at least `target`; in a lost position of which only the value is
  // asked, every move is as good.
  int target = range.lower;
  if (!score) target = range.lower > 0 ? 1 : range.upper < 0 ? -cells_of(spec_) : 0;
  for (const Column column : columns_from_the_centre(spec_.width)) {
    Game next = game;
    if (!play_column(next, column)) continue;
    // Is the opponent's score at most -target?
    const ScoreRange after = range_of(next, {-target, 1 - target}, nullptr);
    nodes += after.nodes;
    if (after.upper <= -target) return column;
    if (!after.complete) return std::nullopt;  // stopped
  }
  EXPECTS(inarow::stopped(stop_));  // some move scores what the position does
  return std::nullopt;
}

DropAnalysis DropAnalyst::analyse(const Game& game, const DropQuestion& question) {
  DropAnalysis analysis;
  if (question.all_moves && !game.over()) {
    ScoreRange& root = analysis.range;
    root = {-1000, -1000, true, 0};
    for (const Column column : columns_from_the_centre(spec_.width)) {
      Game next = game;
      if (!play_column(next, column)) continue;
      // After a stop the rest goes by unsearched, and what is told stays true.
      if (observer_ != nullptr && !inarow::stopped(stop_)) {
        observer_->begin_move({Cell{column.index, 0}});
      }
      const ScoreRange range = seen_by_opponent(range_of(next, window(question.score), &analysis));
      root.lower = std::max(root.lower, range.lower);
      root.upper = std::max(root.upper, range.upper);
      root.complete = root.complete && range.complete;
      root.nodes += range.nodes;
      analysis.moves.push_back({column, range});
      if (observer_ != nullptr) {
        observer_->decide_move({next.moves().back(), range.lower, range.upper, range.complete});
      }
    }
    std::sort(analysis.moves.begin(), analysis.moves.end(),
              [](const MoveScore& a, const MoveScore& b) { return a.column < b.column; });
    if (root.complete) {
      const auto rank = [&](const ScoreRange& r) {
        return question.score ? r.lower : r.lower > 0 ? 1 : r.upper < 0 ? -1 : 0;
      };
      for (const MoveScore& move : analysis.moves) {
        if (rank(move.range) == rank(root)) analysis.best.push_back(move.column);
      }
    }
  } else {
    analysis.range = range_of(game, window(question.score), &analysis);
  }
  analysis.complete = analysis.range.complete;
  std::uint64_t& nodes = analysis.range.nodes;
  if (analysis.complete && question.best && analysis.best.empty() && !game.over()) {
    if (const std::optional<Column> best = find_best(game, analysis.range, question.score, nodes)) {
      analysis.best.push_back(*best);
    } else {
      analysis.complete = false;
    }
  }
  if (analysis.complete && question.line) {
    Game position = game;
    ScoreRange range = analysis.range;
    std::optional<Column> next;
    if (!analysis.best.empty()) next = analysis.best[0];
    while (!position.over()) {
      if (!next) next = find_best(position, range, question.score, nodes);
      if (!next) {
        analysis.complete = false;
        break;
      }
      EXPECTS(play_column(position, *next));
      analysis.line.push_back(*next);
      range = seen_by_opponent(range);
      next.reset();
    }
  }
  return analysis;
}

}  // namespace inarow
