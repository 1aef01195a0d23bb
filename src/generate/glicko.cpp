#include "generate/glicko.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace inarow::puzzles {
namespace {

constexpr double scale = 173.7178;      // between Glicko and Glicko-2
constexpr double tau = 0.5;             // how fast volatility may change
constexpr double precision = 0.000001;  // of the volatility
constexpr double middle = 1500;
constexpr double most_deviation = 350;

double g(double phi) {
  return 1 / std::sqrt(1 + 3 * phi * phi / (std::numbers::pi * std::numbers::pi));
}

double expected(double mu, double other_mu, double other_phi) {
  return 1 / (1 + std::exp(-g(other_phi) * (mu - other_mu)));
}

// Step 5: the new volatility, by the Illinois method.
double new_volatility(double phi, double sigma, double v, double delta) {
  const double a = std::log(sigma * sigma);
  const auto f = [&](double x) {
    const double e = std::exp(x);
    const double sum = phi * phi + v + e;
    return e * (delta * delta - sum) / (2 * sum * sum) - (x - a) / (tau * tau);
  };
  double low = a;
  double high = 0;
  if (delta * delta > phi * phi + v) {
    high = std::log(delta * delta - phi * phi - v);
  } else {
    int k = 1;
    while (f(a - k * tau) < 0 && k < 100) ++k;
    high = a - k * tau;
  }
  double f_low = f(low);
  double f_high = f(high);
  for (int i = 0; i < 200 && std::abs(high - low) > precision; ++i) {
    const double next = low + (low - high) * f_low / (f_high - f_low);
    const double f_next = f(next);
    if (f_next * f_high <= 0) {
      low = high;
      f_low = f_high;
    } else {
      f_low /= 2;
    }
    high = next;
    f_high = f_next;
  }
  return std::exp(low / 2);
}

}  // namespace

Rating updated(const Rating& rating, const std::vector<RatedResult>& results) {
  const double mu = (rating.rating - middle) / scale;
  const double phi = rating.deviation / scale;
  const double sigma = rating.volatility;
  if (results.empty()) {
    const double grown = std::sqrt(phi * phi + sigma * sigma) * scale;
    return {rating.rating, std::min(grown, most_deviation), sigma};
  }
  double information = 0;
  double surprise = 0;
  for (const RatedResult& result : results) {
    const double other_phi = result.opponent.deviation / scale;
    const double e = expected(mu, (result.opponent.rating - middle) / scale, other_phi);
    information += g(other_phi) * g(other_phi) * e * (1 - e);
    surprise += g(other_phi) * (result.score - e);
  }
  const double v = 1 / information;
  const double sigma_after = new_volatility(phi, sigma, v, v * surprise);
  const double phi_star = std::sqrt(phi * phi + sigma_after * sigma_after);
  const double phi_after = 1 / std::sqrt(1 / (phi_star * phi_star) + information);
  const double mu_after = mu + phi_after * phi_after * surprise;
  return {mu_after * scale + middle, std::min(phi_after * scale, most_deviation), sigma_after};
}

double expected_score(const Rating& rating, const Rating& opponent) {
  return expected((rating.rating - middle) / scale, (opponent.rating - middle) / scale,
                  opponent.deviation / scale);
}

}  // namespace inarow::puzzles
