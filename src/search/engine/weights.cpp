#include "search/engine/weights.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace inarow::engine {
namespace {

// By the number of stones that a segment lacks to be a threat, from 1 on. Fitted by
// bench/engine_tune to games of Connect6 and of Gomoku; other games take those of the same kind.
struct Fitted {
  std::array<std::int32_t, 3> mine;
  std::array<std::int32_t, 3> his;
  std::int32_t tempo;
};
// For the order of cells, from a threat (0 missing) on: those under which the moves of winners come
// first (docs/results/engine.md).
constexpr std::array<std::int32_t, 4> order_by_missing{16000, 5000, 1500, 100};

constexpr Fitted several_stones{{38, 16, 0}, {17, 6, 0}, 0};
constexpr Fitted one_stone{{50, 20, 4}, {54, 18, 3}, 27};

}  // namespace

double chance_of(std::int32_t score) { return 1 / (1 + std::exp(-score / 100.0)); }

Weights weights_for(const PlacementSpec& spec) {
  Weights weights;
  const int k = spec.k;
  const int p = spec.p;
  weights.order.assign(static_cast<std::size_t>(k) + 1, 0);
  for (int stones = 1; stones <= k; ++stones) {
    const auto missing = static_cast<std::size_t>(std::max(k - p - stones, 0));
    // Far from a threat every stone more is worth four times as much.
    weights.order[static_cast<std::size_t>(stones)] =
        missing < order_by_missing.size()
            ? order_by_missing[missing]
            : std::max(1,
                       order_by_missing.back() >>
                           std::min<std::size_t>(2 * (missing - order_by_missing.size()) + 2, 30));
  }
  weights.mine.assign(static_cast<std::size_t>(k) + 1, 0);
  weights.his = weights.mine;
  const Fitted& fitted = p == 1 ? one_stone : several_stones;
  for (int stones = 1; stones <= k; ++stones) {
    // By what is missing to a threat; threats themselves count as if one stone were missing.
    const auto missing = static_cast<std::size_t>(
        std::clamp(k - p - stones, 1, static_cast<int>(fitted.mine.size())));
    weights.mine[static_cast<std::size_t>(stones)] = fitted.mine[missing - 1];
    weights.his[static_cast<std::size_t>(stones)] = fitted.his[missing - 1];
  }
  weights.tempo = fitted.tempo;
  weights.crossings = crossing_weights_for(spec);
  return weights;
}

}  // namespace inarow::engine
