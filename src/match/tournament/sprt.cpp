#include "match/tournament/sprt.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "match/tournament/rating.hpp"

namespace inarow::tournament {
namespace {

constexpr std::size_t outcomes = 5;
constexpr double unseen = 1e-3;

struct Distribution {
  std::array<double, outcomes> part{};  // of the pairs
  double pairs = 0;
};

// What a pair scores a game.
double points(std::size_t outcome) { return static_cast<double>(outcome) / (outcomes - 1); }

Distribution distribution_of(const PairCounts& pairs, double of_unseen) {
  Distribution d;
  for (std::size_t i = 0; i < outcomes; ++i) {
    d.part[i] = pairs[i] > 0 ? static_cast<double>(pairs[i]) : of_unseen;
    d.pairs += d.part[i];
  }
  for (double& part : d.part) part /= d.pairs;
  return d;
}

// log p_i - log q_i of the greatest likelihood with this mean, 0 < mean < 1.
std::array<double, outcomes> log_ratios(const Distribution& d, double mean) {
  // The function falls from +infinity to -infinity between the two poles.
  double low = -1 / (1 - mean);
  double high = 1 / mean;
  for (int step = 0; step < 200; ++step) {
    const double x = (low + high) / 2;
    double sum = 0;
    for (std::size_t i = 0; i < outcomes; ++i) {
      const double a = points(i) - mean;
      sum += d.part[i] * a / (1 + x * a);
    }
    (sum > 0 ? low : high) = x;
  }
  std::array<double, outcomes> logs{};
  const double x = (low + high) / 2;
  for (std::size_t i = 0; i < outcomes; ++i) logs[i] = -std::log1p(x * (points(i) - mean));
  return logs;
}

}  // namespace

SprtState sprt_state(const SprtSpec& spec, const PairCounts& pairs) {
  SprtState state;
  state.lower = std::log(spec.beta / (1 - spec.alpha));
  state.upper = std::log((1 - spec.beta) / spec.alpha);
  if (std::all_of(pairs.begin(), pairs.end(), [](std::int64_t n) { return n == 0; })) return state;
  const Distribution d = distribution_of(pairs, unseen);
  const auto with_elo0 = log_ratios(d, score_of_elo(spec.elo0));
  const auto with_elo1 = log_ratios(d, score_of_elo(spec.elo1));
  for (std::size_t i = 0; i < outcomes; ++i) {
    state.llr += d.pairs * d.part[i] * (with_elo1[i] - with_elo0[i]);
  }
  if (state.llr >= state.upper) state.verdict = SprtVerdict::elo1;
  if (state.llr <= state.lower) state.verdict = SprtVerdict::elo0;
  return state;
}

EloDifference elo_difference(const PairCounts& pairs) {
  const Distribution d = distribution_of(pairs, unseen);
  double mean = 0;
  for (std::size_t i = 0; i < outcomes; ++i) mean += d.part[i] * points(i);
  double variance = 0;
  for (std::size_t i = 0; i < outcomes; ++i) {
    variance += d.part[i] * (points(i) - mean) * (points(i) - mean);
  }
  constexpr double two_sided_95 = 1.959964;
  const double error = two_sided_95 * std::sqrt(variance / d.pairs);
  constexpr double infinity = std::numeric_limits<double>::infinity();
  return {elo_of_score(mean), mean - error > 0 ? elo_of_score(mean - error) : -infinity,
          mean + error < 1 ? elo_of_score(mean + error) : infinity};
}

}  // namespace inarow::tournament
