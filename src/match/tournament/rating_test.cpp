// Elo of greatest likelihood, against numbers worked out by hand and by simulation.

#include "match/tournament/rating.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "base/random.hpp"

namespace inarow::tournament {
namespace {

TEST(Rating, OfTwoIsTheLogarithmOfTheirPoints) {
  // 75 % is 190.85 points; one standard error of the difference is 400 / ln 10 / sqrt(n p q).
  const Ratings ratings = rate({{0, 15}, {5, 0}}, {{0, 20}, {20, 0}});
  ASSERT_FALSE(ratings.is_bounded);
  EXPECT_NEAR(ratings.players[0].elo - ratings.players[1].elo, 400 * std::log10(3.0), 1e-6);
  EXPECT_NEAR(ratings.players[0].elo + ratings.players[1].elo, 0, 1e-9);
  const double of_difference = 1.959964 * 400 / std::log(10.0) / std::sqrt(20 * 0.75 * 0.25);
  EXPECT_NEAR(ratings.players[0].error, of_difference / 2, 1e-6);
  EXPECT_NEAR(ratings.players[0].error, 87.9, 0.1);
}

TEST(Rating, ADrawIsHalfAPoint) {
  const Ratings ratings = rate({{0, 5}, {5, 0}}, {{0, 10}, {10, 0}});
  EXPECT_NEAR(ratings.players[0].elo, 0, 1e-9);
  EXPECT_FALSE(ratings.is_bounded);
}

TEST(Rating, OfThreeSatisfiesTheEquationsOfTheMaximum) {
  const Matrix points{{0, 7, 9}, {3, 0, 6}, {1, 4, 0}};
  const Matrix games{{0, 10, 10}, {10, 0, 10}, {10, 10, 0}};
  const Ratings ratings = rate(points, games);
  for (std::size_t i = 0; i < 3; ++i) {
    double expected = 0;
    double scored = 0;
    for (std::size_t j = 0; j < 3; ++j) {
      if (i == j) continue;
      expected += 10 * score_of_elo(ratings.players[i].elo - ratings.players[j].elo);
      scored += points[i][j];
    }
    EXPECT_NEAR(expected, scored, 1e-6);
  }
}

TEST(Rating, WhoHasWonAllGamesIsFarAheadButNotInfinitely) {
  const Ratings ratings = rate({{0, 10}, {0, 0}}, {{0, 10}, {10, 0}});
  EXPECT_TRUE(ratings.is_bounded);
  EXPECT_NEAR(ratings.players[0].elo - ratings.players[1].elo, 400 * std::log10(10.25 / 0.25),
              1e-6);
}

TEST(Rating, GroupsThatHaveNotMetAndWhoHasNotPlayed) {
  const Matrix points{
      {0, 3, 0, 0, 0}, {1, 0, 0, 0, 0}, {0, 0, 0, 2, 0}, {0, 0, 2, 0, 0}, {0, 0, 0, 0, 0}};
  const Matrix games{
      {0, 4, 0, 0, 0}, {4, 0, 0, 0, 0}, {0, 0, 0, 4, 0}, {0, 0, 4, 0, 0}, {0, 0, 0, 0, 0}};
  const Ratings ratings = rate(points, games);
  EXPECT_TRUE(ratings.is_bounded);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_TRUE(std::isfinite(ratings.players[i].error)) << i;
  EXPECT_GT(ratings.players[0].elo, ratings.players[1].elo);
  EXPECT_TRUE(std::isinf(ratings.players[4].error));
  EXPECT_TRUE(std::isinf(rate({{0, 0}, {0, 0}}, {{0, 0}, {0, 0}}).players[0].error));
}

// Ninety-five of a hundred intervals hold the truth.
TEST(Rating, TheIntervalHoldsTheTruthAsOftenAsItSays) {
  const std::vector<double> truth{150, 40, -30, -160};
  constexpr int games = 60;
  constexpr int tournaments = 500;
  Random random(5);
  int held = 0;
  for (int t = 0; t < tournaments; ++t) {
    Matrix points(4, std::vector<double>(4, 0));
    Matrix played(4, std::vector<double>(4, 0));
    for (std::size_t i = 0; i < 4; ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        played[i][j] = played[j][i] = games;
        for (int g = 0; g < games; ++g) {
          const bool won = random.unit() < score_of_elo(truth[i] - truth[j]);
          (won ? points[i][j] : points[j][i]) += 1;
        }
      }
    }
    const Ratings ratings = rate(points, played);
    for (std::size_t i = 0; i < 4; ++i) {
      if (std::abs(ratings.players[i].elo - truth[i]) <= ratings.players[i].error) ++held;
    }
  }
  const double part = held / (4.0 * tournaments);
  EXPECT_GT(part, 0.93);
  EXPECT_LT(part, 0.97);
}

}  // namespace
}  // namespace inarow::tournament
