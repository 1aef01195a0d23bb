// The sequential test: numbers that follow by hand, and how often it errs.

#include "match/tournament/sprt.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "base/random.hpp"
#include "match/tournament/rating.hpp"

namespace inarow::tournament {
namespace {

TEST(Sprt, ItsBoundsAreWalds) {
  const SprtState state = sprt_state({}, {});
  EXPECT_NEAR(state.upper, std::log(0.95 / 0.05), 1e-12);
  EXPECT_NEAR(state.lower, std::log(0.05 / 0.95), 1e-12);
  EXPECT_NEAR(state.upper, 2.944, 0.001);
  EXPECT_EQ(state.llr, 0);
  EXPECT_EQ(state.verdict, SprtVerdict::open);
}

// If pairs are only won or lost as a whole, their mean is their distribution: the ratio is that of
// Bernoulli trials.
TEST(Sprt, OfPairsThatAreWonOrLostIsThatOfBernoulliTrials) {
  const SprtSpec spec{0, 50, 0.05, 0.05};
  const double s0 = score_of_elo(0);
  const double s1 = score_of_elo(50);
  const SprtState state = sprt_state(spec, {400, 0, 0, 0, 600});
  const double expected = 600 * std::log(s1 / s0) + 400 * std::log((1 - s1) / (1 - s0));
  EXPECT_NEAR(state.llr, expected, 0.05);
  EXPECT_EQ(state.verdict, SprtVerdict::elo1);
}

// For many pairs and small differences it is (s1 - s0)(2 mean - s0 - s1) N / (2 variance), the
// approximation that chess engines are tested by.
TEST(Sprt, IsNearTheNormalApproximation) {
  const SprtSpec spec{0, 10, 0.05, 0.05};
  const PairCounts pairs{300, 2000, 5200, 2150, 350};
  double n = 0;
  double mean = 0;
  double square = 0;
  for (std::size_t i = 0; i < 5; ++i) {
    const auto count = static_cast<double>(pairs[i]);
    n += count;
    mean += count * static_cast<double>(i) / 4;
    square += count * static_cast<double>(i * i) / 16;
  }
  mean /= n;
  const double variance = square / n - mean * mean;
  const double s0 = score_of_elo(0);
  const double s1 = score_of_elo(10);
  const double approximation = (s1 - s0) * (2 * mean - s0 - s1) * n / (2 * variance);
  EXPECT_NEAR(sprt_state(spec, pairs).llr, approximation, 0.05 * std::abs(approximation) + 0.02);
}

TEST(Sprt, OneSideThatWinsAllIsDecidedSoonButNotAtOnce) {
  const SprtSpec spec{0, 100, 0.05, 0.05};
  EXPECT_EQ(sprt_state(spec, {0, 0, 0, 0, 3}).verdict, SprtVerdict::open);
  EXPECT_EQ(sprt_state(spec, {0, 0, 0, 0, 15}).verdict, SprtVerdict::elo1);
  EXPECT_EQ(sprt_state(spec, {15, 0, 0, 0, 0}).verdict, SprtVerdict::elo0);
  EXPECT_LT(sprt_state(spec, {0, 0, 200, 0, 0}).llr, sprt_state(spec, {}).lower);  // all drawn
}

// Plays matches of a known strength until the test ends; the part that elo1 wins.
double accepted(const SprtSpec& spec, double elo, int matches, double& pairs_a_match) {
  Random random(11);
  int accepts = 0;
  pairs_a_match = 0;
  for (int m = 0; m < matches; ++m) {
    PairCounts pairs{};
    SprtVerdict verdict = SprtVerdict::open;
    while (verdict == SprtVerdict::open) {
      std::size_t points = 0;
      for (int game = 0; game < 2; ++game) {
        // 40 % draws, the rest so that the mean is that of the difference.
        constexpr double drawn = 0.4;
        const double win = score_of_elo(elo) - drawn / 2;
        const double u = random.unit();
        points += u < win ? 2 : u < win + drawn ? 1 : 0;
      }
      ++pairs[points];
      ++pairs_a_match;
      verdict = sprt_state(spec, pairs).verdict;
    }
    if (verdict == SprtVerdict::elo1) ++accepts;
  }
  pairs_a_match /= matches;
  return static_cast<double>(accepts) / matches;
}

TEST(Sprt, ErrsAsOftenAsItMay) {
  const SprtSpec spec{0, 60, 0.05, 0.10};
  constexpr int matches = 400;
  double pairs = 0;
  EXPECT_LT(accepted(spec, 0, matches, pairs), 0.05 + 0.035);
  EXPECT_GT(accepted(spec, 0, matches, pairs), 0.005);
  EXPECT_LT(pairs, 300);
  EXPECT_GT(accepted(spec, 60, matches, pairs), 0.90 - 0.035);
  EXPECT_LT(pairs, 300);
}

TEST(EloDifference, IsThatOfThePoints) {
  const EloDifference even = elo_difference({10, 20, 40, 20, 10});
  EXPECT_NEAR(even.elo, 0, 1e-9);
  EXPECT_NEAR(even.low, -even.high, 1e-9);
  const EloDifference ahead = elo_difference({0, 0, 100, 0, 100});
  EXPECT_NEAR(ahead.elo, 400 * std::log10(3.0), 0.1);
  EXPECT_LT(ahead.low, ahead.elo);
  EXPECT_GT(ahead.high, ahead.elo);
}

}  // namespace
}  // namespace inarow::tournament
