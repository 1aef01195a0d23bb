#include "match/tournament/rating.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/expects.hpp"

namespace inarow::tournament {
namespace {

const double scale = std::log(10.0) / 400;
constexpr double two_sided_95 = 1.959964;
constexpr double drawn_games_more = 0.5;

// The inverse of a symmetric positive definite matrix, by Gauss and Jordan.
Matrix inverse(Matrix a) {
  const std::size_t n = a.size();
  Matrix b(n, std::vector<double>(n, 0));
  for (std::size_t i = 0; i < n; ++i) b[i][i] = 1;
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    for (std::size_t i = k + 1; i < n; ++i) {
      if (std::abs(a[i][k]) > std::abs(a[pivot][k])) pivot = i;
    }
    std::swap(a[k], a[pivot]);
    std::swap(b[k], b[pivot]);
    const double by = a[k][k];
    for (std::size_t j = 0; j < n; ++j) {
      a[k][j] /= by;
      b[k][j] /= by;
    }
    for (std::size_t i = 0; i < n; ++i) {
      if (i == k || a[i][k] == 0) continue;
      const double times = a[i][k];
      for (std::size_t j = 0; j < n; ++j) {
        a[i][j] -= times * a[k][j];
        b[i][j] -= times * b[k][j];
      }
    }
  }
  return b;
}

// Everybody whom `from` reaches by steps to whoever has scored against the one before, or the other
// way round.
std::vector<bool> reached(const Matrix& points, std::size_t from, bool backwards) {
  std::vector<bool> seen(points.size(), false);
  std::vector<std::size_t> open{from};
  seen[from] = true;
  while (!open.empty()) {
    const std::size_t i = open.back();
    open.pop_back();
    for (std::size_t j = 0; j < points.size(); ++j) {
      if (!seen[j] && (backwards ? points[j][i] : points[i][j]) > 0) {
        seen[j] = true;
        open.push_back(j);
      }
    }
  }
  return seen;
}

// Ford's condition: the maximum exists if there is no division into two groups of which one has
// scored nothing against the other. Only of those who have played.
bool has_maximum(const Matrix& points, const std::vector<std::size_t>& active) {
  const std::vector<bool> down = reached(points, active.front(), false);
  const std::vector<bool> up = reached(points, active.front(), true);
  return std::all_of(active.begin(), active.end(), [&](std::size_t i) { return down[i] && up[i]; });
}

// The information matrix with the mean of the ratings held: adding 1/n everywhere makes it
// invertible and changes nothing else.
Matrix information(const Matrix& games, const std::vector<double>& elo,
                   const std::vector<std::size_t>& active) {
  const std::size_t n = active.size();
  Matrix info(n, std::vector<double>(n, scale * scale / static_cast<double>(n)));
  for (std::size_t a = 0; a < n; ++a) {
    for (std::size_t b = 0; b < n; ++b) {
      if (a == b) continue;
      const double p = score_of_elo(elo[active[a]] - elo[active[b]]);
      const double weight = games[active[a]][active[b]] * p * (1 - p) * scale * scale;
      info[a][b] -= weight;
      info[a][a] += weight;
    }
  }
  return info;
}

}  // namespace

double score_of_elo(double difference) { return 1 / (1 + std::exp(-scale * difference)); }

double elo_of_score(double score) { return std::log(score / (1 - score)) / scale; }

Ratings rate(const Matrix& points, const Matrix& games) {
  const std::size_t n = points.size();
  EXPECTS(games.size() == n);
  Ratings ratings;
  ratings.players.assign(n, {0, std::numeric_limits<double>::infinity()});
  std::vector<std::size_t> active;
  for (std::size_t i = 0; i < n; ++i) {
    if (std::any_of(games[i].begin(), games[i].end(), [](double g) { return g > 0; })) {
      active.push_back(i);
    }
  }
  if (active.empty()) return ratings;

  Matrix p = points;
  Matrix g = games;
  if (!has_maximum(points, active)) {
    ratings.is_bounded = true;
    const std::vector<bool> met = reached(games, active.front(), false);
    const bool connected =
        std::all_of(active.begin(), active.end(), [&](std::size_t i) { return met[i]; });
    for (const std::size_t i : active) {
      for (const std::size_t j : active) {
        if (i == j || (connected && games[i][j] <= 0)) continue;
        p[i][j] += drawn_games_more / 2;
        g[i][j] += drawn_games_more;
      }
    }
  }

  // Newton's steps. The likelihood is concave; a step that is too long is cut.
  std::vector<double> elo(n, 0);
  constexpr int most_steps = 500;
  constexpr double longest_step = 200;
  constexpr double small = 1e-9;
  for (int step = 0; step < most_steps; ++step) {
    const Matrix covariance = inverse(information(g, elo, active));
    std::vector<double> gradient(active.size(), 0);
    for (std::size_t a = 0; a < active.size(); ++a) {
      for (std::size_t j = 0; j < n; ++j) {
        if (g[active[a]][j] <= 0) continue;
        gradient[a] +=
            scale * (p[active[a]][j] - g[active[a]][j] * score_of_elo(elo[active[a]] - elo[j]));
      }
    }
    double largest = 0;
    std::vector<double> change(active.size(), 0);
    for (std::size_t a = 0; a < active.size(); ++a) {
      for (std::size_t b = 0; b < active.size(); ++b) change[a] += covariance[a][b] * gradient[b];
      largest = std::max(largest, std::abs(change[a]));
    }
    const double cut = std::min(1.0, longest_step / std::max(largest, small));
    for (std::size_t a = 0; a < active.size(); ++a) elo[active[a]] += cut * change[a];
    if (largest < small) break;
  }
  double mean = 0;
  for (const std::size_t i : active) mean += elo[i] / static_cast<double>(active.size());
  const Matrix covariance = inverse(information(g, elo, active));
  const double of_mean = 1 / (scale * scale * static_cast<double>(active.size()));
  for (std::size_t a = 0; a < active.size(); ++a) {
    const double variance = covariance[a][a] - of_mean;
    ratings.players[active[a]] = {elo[active[a]] - mean,
                                  two_sided_95 * std::sqrt(std::max(0.0, variance))};
  }
  return ratings;
}

}  // namespace inarow::tournament
