#include "match/engine_estimate.hpp"

#include <algorithm>

#include "base/expects.hpp"
#include "match/placement_player.hpp"

namespace inarow {
namespace {

constexpr std::size_t table_bytes = std::size_t{1} << 19;  // more than these positions fill

constexpr std::uint64_t more_for_several = 30;  // times as many positions if moves are compared

// With several stones a move a position costs more, and more of them say little more
// (docs/results/engine.md).
std::uint64_t usual_nodes(const PlacementSpec& spec) {
  return spec.p == 1 ? 600 : spec.p == 2 ? 200 : 20;
}

int bounded(std::int32_t score) {
  return std::clamp(score, -Estimate::most_score, Estimate::most_score);
}

Estimate by_engine(const Game& game, const EstimateLimits& limits) {
  engine::EngineOptions options;
  options.memory_bytes = 2 * table_bytes;
  options.proofs = false;
  engine::Engine engine(*game.spec().placement(), options);
  engine::ThinkLimits think;
  think.nodes = limits.nodes > 0 ? limits.nodes : usual_nodes(*game.spec().placement());
  if (limits.nodes == 0 && limits.moves > 1) think.nodes *= more_for_several;
  think.moves = limits.moves;
  think.stop = limits.stop;
  return estimate_of(engine.think(game, think));
}

}  // namespace

Estimate estimate_of(const engine::EngineResult& result) {
  Estimate estimate;
  estimate.score = bounded(result.score);
  estimate.win = engine::chance_of(estimate.score);
  estimate.depth = result.depth;
  estimate.line = result.line;
  if (result.choices.size() > 1) {
    for (const engine::EngineResult::Choice& choice : result.choices) {
      const int score = bounded(choice.score);
      estimate.moves.push_back({engine::chance_of(score), score, choice.line});
    }
  }
  return estimate;
}

Estimate estimate_position(const Game& game, const EstimateLimits& limits) {
  EXPECTS(game.spec().placement() != nullptr && !game.over());
  if (engine::Engine::can_think(game)) return by_engine(game, limits);
  Estimate estimate;
  const Move move = move_by_rank(game, limits.stop);
  Game next = game;
  if (!next.play(move)) return estimate;
  // The first stones of a game: what the other player will think of them.
  if (!next.over() && engine::Engine::can_think(next)) {
    EstimateLimits of_the_other = limits;
    of_the_other.moves = 1;
    estimate = by_engine(next, of_the_other);
    estimate.score = -estimate.score;
    estimate.win = 1 - estimate.win;
  }
  estimate.line.insert(estimate.line.begin(), move);
  return estimate;
}

}  // namespace inarow
