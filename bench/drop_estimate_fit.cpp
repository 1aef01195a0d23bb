// Fits the weights of match/drop_estimate.cpp to solved positions, and says how good the estimate
// is: drop_estimate_fit [--positions N] [--seed N]. docs/results/drop-estimate.md has its output.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <array>
#include <cmath>
#include <vector>

#include "match/drop_estimate.hpp"
#include "rules/random_games.hpp"
#include "search/alphabeta/analysis.hpp"

namespace {

using namespace inarow;

struct Sample {
  std::array<int, drop_features> features{};
  double result = 0;  // of the player to move: 1, 0.5 or 0
  double estimate = 0;
};

double chance(double odds) { return 1 / (1 + std::exp(-odds)); }

// Positions in which the player to move completes no line at once.
bool quiet(const Game& game) {
  for (const Cell cell : game.playable_cells()) {
    Game next = game;
    (void)next.play({cell});
    if (next.over()) return false;
  }
  return true;
}

std::vector<Sample> samples_of(const char* text, int positions, std::uint64_t seed) {
  const GameSpec spec = *GameSpec::parse(text);
  const auto engine = make_drop_engine(*spec.drop(), std::size_t{1} << 26);
  DropAnalyst analyst(*spec.drop(), engine.get(), 1, nullptr, nullptr, nullptr);
  Random random(seed);
  std::vector<Sample> samples;
  while (static_cast<int>(samples.size()) < positions) {
    const std::optional<Game> game =
        random_unfinished_position(spec, 10 + random.below(*spec.cells() - 16), random);
    if (!game || !quiet(*game)) continue;
    const ScoreRange range = analyst.analyse(*game, {false, false, false, false}).range;
    const double result = range.lower > 0 ? 1 : range.upper < 0 ? 0 : 0.5;
    samples.push_back({features_of(*game), result, estimate_drop(*game).win});
  }
  return samples;
}

// Gradient descent on the logarithmic loss.
std::array<double, drop_features> fit(const std::vector<Sample>& samples) {
  std::array<double, drop_features> weights{};
  constexpr int steps = 4000;
  constexpr double rate = 0.05;
  for (int step = 0; step < steps; ++step) {
    std::array<double, drop_features> slope{};
    for (const Sample& s : samples) {
      double odds = 0;
      for (std::size_t i = 0; i < drop_features; ++i) odds += weights[i] * s.features[i];
      for (std::size_t i = 0; i < drop_features; ++i) {
        slope[i] += (s.result - chance(odds)) * s.features[i];
      }
    }
    for (std::size_t i = 0; i < drop_features; ++i) {
      weights[i] += rate * slope[i] / static_cast<double>(samples.size());
    }
  }
  return weights;
}

double loss(const std::vector<Sample>& samples, const auto& guess) {
  double sum = 0;
  for (const Sample& s : samples) sum += (guess(s) - s.result) * (guess(s) - s.result);
  return sum / static_cast<double>(samples.size());
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("fits the weights of the estimate of drop games");
  int positions = 1000;
  std::uint64_t seed = 1;
  app.add_option("--positions", positions, "of each board");
  app.add_option("--seed", seed);
  CLI11_PARSE(app, argc, argv);
  std::vector<Sample> all;
  for (const char* board : {"drop:6x6", "drop:7x6"}) {
    const std::vector<Sample> some = samples_of(board, positions, seed);
    fmt::print("{}: squared error of the estimate {:.3f}, of 0.5 {:.3f}\n", board,
               loss(some, [](const Sample& s) { return s.estimate; }),
               loss(some, [](const Sample&) { return 0.5; }));
    all.insert(all.end(), some.begin(), some.end());
  }
  // What the look ahead sees to the end tells nothing about the weights.
  std::vector<Sample> open;
  constexpr double decided = 0.45;
  for (const Sample& s : all) {
    if (std::abs(s.estimate - 0.5) < decided) open.push_back(s);
  }
  fmt::print("{} of {} positions are not decided by the look ahead\n", open.size(), all.size());
  const auto weights = fit(open);
  fmt::print("weights in hundredths:");
  for (const double w : weights) fmt::print(" {:.0f}", 100 * w);
  fmt::print("\nsquared error there without a look ahead {:.3f}\n",
             loss(open, [&](const Sample& s) {
               double odds = 0;
               for (std::size_t i = 0; i < drop_features; ++i) odds += weights[i] * s.features[i];
               return chance(odds);
             }));
  for (int tenth = 0; tenth < 10; ++tenth) {
    double result = 0;
    int count = 0;
    for (const Sample& s : all) {
      if (std::min(9, static_cast<int>(s.estimate * 10)) != tenth) continue;
      result += s.result;
      ++count;
    }
    if (count > 0) {
      fmt::print("estimate {}0-{}0 %: {} positions, {:.0f} % won\n", tenth, tenth + 1, count,
                 100 * result / count);
    }
  }
  return 0;
}
