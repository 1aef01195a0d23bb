#include "ask/drop_answer.hpp"

#include "ask/checkpoint_keeper.hpp"
#include "match/drop_estimate.hpp"

namespace inarow {
namespace {

Move move_in(const Game& game, Column column) { return {*game.landing_cell(column)}; }

MoveList line_of(Game game, const std::vector<Column>& columns) {
  MoveList line;
  for (const Column column : columns) {
    line.push_back(move_in(game, column));
    (void)game.play(line.back());
  }
  return line;
}

}  // namespace

std::vector<std::string> axioms_of_search(const Game& game, bool rules) {
  const int empty = *game.spec().cells() - game.stone_count();
  if (!rules || game.over() || !DropAnalyst::needs_engine(*game.spec().drop()) ||
      !rules_may_be_asked(*game.spec().drop(), RuleLimits{}, empty)) {
    return {};
  }
  return {allis_axiom};
}

DropSeat::DropSeat(const Question& question, const Work& work, Tables& tables)
    : book_(question.limits.book ? tables.scores(*question.game.spec().drop()) : nullptr),
      analyst_([&] {
        const DropSpec& spec = *question.game.spec().drop();
        std::size_t bytes = growing_table_bytes_for(work, question.certificate ? 2 : 1);
        if (!question.checkpoint_path.empty()) bytes -= bytes / checkpoint_share;
        game_ = tables.drop(spec, question.limits.rules, bytes);
        return DropAnalyst(spec, game_->engine.get(), work.threads, book_.get(), work.stop,
                           work.observer);
      }()),
      stop_(work.stop) {}

bool DropSeat::fits(const Question& question) const {
  return game_->spec == *question.game.spec().drop() && game_->rules == question.limits.rules &&
         (question.limits.book || book_ == nullptr);
}

Answer DropSeat::answer(const Question& question) {
  const Game& game = question.game;
  const Wanted& wanted = question.wanted;
  const DropAnalysis found = analyst_.analyse(game, {.score = wanted.score,
                                                     .best = wanted.best,
                                                     .all_moves = wanted.all_moves,
                                                     .line = wanted.line});
  const auto score_of = [&](const ScoreRange& range) -> std::optional<int> {
    if (!wanted.score || range.lower != range.upper) return std::nullopt;
    return range.lower;
  };
  Answer answer;
  answer.value = value_of({found.range.lower, found.range.upper});
  answer.complete = found.complete;
  if (!found.complete) answer.bounds = Bounds{found.range.lower, found.range.upper};
  answer.score = score_of(found.range);
  if (answer.score) {
    answer.plies_to_end =
        game.over() ? 0 : plies_to_end(*game.spec().cells(), game.stone_count(), *answer.score);
  }
  answer.source = found.from_book ? Source::book : Source::alphabeta;
  answer.axioms = axioms_of_search(game, question.limits.rules);
  answer.nodes = found.range.nodes;
  if (wanted.best) {
    answer.best.emplace();
    for (const Column column : found.best) answer.best->push_back(move_in(game, column));
  }
  if (wanted.line) answer.line = line_of(game, found.line);
  if (wanted.all_moves) {
    answer.moves.emplace();
    for (const MoveScore& move : found.moves) {
      answer.moves->moves.push_back({move_in(game, move.column),
                                     value_of({move.range.lower, move.range.upper}),
                                     score_of(move.range), std::nullopt});
    }
  }
  if (!answer.value && wanted.estimate && !game.over()) {
    answer.estimate = estimate(game, wanted.all_moves);
  }
  return answer;
}

// Where the time was up it is still worth its few milliseconds; whoever has stopped the work for
// another reason does not wait for them.
Estimate DropSeat::estimate(const Game& game, bool several) const {
  constexpr int estimated_moves = 5;
  DropEstimateLimits limits;
  if (several) limits.moves = estimated_moves;
  if (stop_ != nullptr && stop_->stop_requested() && stop_->reason() != StopReason::time) {
    limits.nodes = 1;
  }
  return estimate_drop(game, limits);
}

}  // namespace inarow
