#pragma once

// Elo ratings from results: the logistic model of Bradley and Terry (1952), in which a player that
// is d points better scores 1 / (1 + 10^(-d/400)) on average. A draw is half a win and half a loss.
//
// The ratings are those of the greatest likelihood, with mean 0. The interval is 1.96 standard
// errors to both sides, from the information matrix; draws make it a little too wide, never too
// narrow. Whoever has won (or lost) all games against some of the others has no rating of greatest
// likelihood: then every pair that has met is given half a drawn game more (every pair at all, if
// there are groups that have not met), and `is_bounded` says that true differences may be larger.
//
//   points[i][j]: what i has scored against j; games[i][j] = games[j][i]
//   rate({{0, 15}, {5, 0}}, {{0, 20}, {20, 0}})       95 +- 88 and -95 +- 88: 191 points apart

#include <vector>

namespace inarow::tournament {

using Matrix = std::vector<std::vector<double>>;

struct Rating {
  double elo = 0;
  double error = 0;  // half of the 95 % interval; infinite for who has played no game
};

struct Ratings {
  std::vector<Rating> players;
  bool is_bounded = false;
};

Ratings rate(const Matrix& points, const Matrix& games);

// The expected score, and the difference that an expected score between 0 and 1 means.
double score_of_elo(double difference);
double elo_of_score(double score);

}  // namespace inarow::tournament
