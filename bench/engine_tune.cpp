// Finds the weights of the engine's evaluation by segments: it plays games against itself and fits
// what segments are worth to their results. (Connect6 has another one: crossing_fit.cpp.)
//
//   engine_tune connect6 --games 400 --nodes 200 [--from 1] [--data FILE]
//
// Method: every game begins with a random opening (engine_openings.hpp) and is played by both sides
// with so many positions a move. Of each position in which nobody threatens to complete a line, the
// numbers of active segments by stones, of either side, are written down with the result of the
// game for who is to move. A logistic regression (Newton's method, a small quadratic penalty) then
// says how the numbers make the result likely; 100 times its coefficients are the weights. It also
// says in how many games a side had a proof of its win, and did not win. With
// --data the positions are added to a file, and those of earlier runs are used too.

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "engine_openings.hpp"
#include "rules/notation.hpp"
#include "search/engine/engine.hpp"

using namespace inarow;

namespace {

struct Sample {
  std::vector<double> features;  // 1, mine by stones, his by stones
  double result = 0;             // for who is to move
};

// Counts of 1 to k - p - 1 stones; segments with more are threats, which quiet positions have not.
Sample sample_of(const Game& game) {
  const PlacementSpec& spec = *game.spec().placement();
  const engine::EngineBoard board(spec, game.stones(), engine::weights_for(spec));
  Sample sample{{1}, 0};
  for (const Player player : {game.to_move(), opponent(game.to_move())}) {
    for (int stones = 1; stones < board.first_threat(); ++stones) {
      sample.features.push_back(board.active_count(player, stones));
    }
  }
  return sample;
}

bool is_quiet(const Game& game) {
  const PlacementSpec& spec = *game.spec().placement();
  const engine::EngineBoard board(spec, game.stones(), engine::weights_for(spec));
  return !board.has_threat(Player::first) && !board.has_threat(Player::second);
}

struct Proofs {
  int games = 0;   // in which a side had a proof that it wins
  int thrown = 0;  // in which that side did not win
};

void play(const GameSpec& spec, Word64 seed, std::uint64_t nodes, std::vector<Sample>& samples,
          Proofs& proofs) {
  Game game = engine_opening(spec, seed);
  // One for each side, as in real games: an engine remembers that it has won.
  const engine::EngineOptions options{.memory_bytes = std::size_t{8} << 20};
  engine::Engine first(*spec.placement(), options);
  engine::Engine second(*spec.placement(), options);
  std::vector<std::pair<Sample, Player>> met;
  std::optional<Player> proved;
  while (!game.over()) {
    if (is_quiet(game)) met.push_back({sample_of(game), game.to_move()});
    engine::Engine& player = game.to_move() == Player::first ? first : second;
    const engine::EngineResult result = player.think(game, {.nodes = nodes});
    if (result.proved) proved = proved.value_or(game.to_move());
    if (!game.play(result.move)) {
      fmt::print(stderr, "illegal: {}\n", format_move(spec, result.move));
      return;
    }
  }
  const auto result_of = [&](Player side) {
    if (game.outcome() == Outcome::draw) return 0.5;
    return (game.outcome() == Outcome::first_wins) == (side == Player::first) ? 1.0 : 0.0;
  };
  if (proved) {
    ++proofs.games;
    proofs.thrown += result_of(*proved) < 1 ? 1 : 0;
  }
  for (auto& [sample, mover] : met) {
    sample.result = result_of(mover);
    samples.push_back(sample);
  }
}

// Solves a x = b by elimination.
std::vector<double> solve(std::vector<std::vector<double>> a, std::vector<double> b) {
  const std::size_t n = b.size();
  for (std::size_t i = 0; i < n; ++i) {
    std::size_t pivot = i;
    for (std::size_t r = i + 1; r < n; ++r) {
      if (std::abs(a[r][i]) > std::abs(a[pivot][i])) pivot = r;
    }
    std::swap(a[i], a[pivot]);
    std::swap(b[i], b[pivot]);
    for (std::size_t r = i + 1; r < n; ++r) {
      const double factor = a[r][i] / a[i][i];
      for (std::size_t c = i; c < n; ++c) a[r][c] -= factor * a[i][c];
      b[r] -= factor * b[i];
    }
  }
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t c = i + 1; c < n; ++c) b[i] -= a[i][c] * b[c];
    b[i] /= a[i][i];
  }
  return b;
}

std::vector<double> fit(const std::vector<Sample>& samples) {
  const std::size_t n = samples.front().features.size();
  std::vector<double> weights(n, 0);
  for (int round = 0; round < 25; ++round) {
    std::vector<double> gradient(n, 0);
    std::vector<std::vector<double>> hessian(n, std::vector<double>(n, 0));
    for (const Sample& sample : samples) {
      double sum = 0;
      for (std::size_t i = 0; i < n; ++i) sum += weights[i] * sample.features[i];
      const double chance = 1 / (1 + std::exp(-sum));
      for (std::size_t i = 0; i < n; ++i) {
        gradient[i] += (sample.result - chance) * sample.features[i];
        for (std::size_t j = 0; j < n; ++j) {
          hessian[i][j] += chance * (1 - chance) * sample.features[i] * sample.features[j];
        }
      }
    }
    for (std::size_t i = 0; i < n; ++i) {
      gradient[i] -= weights[i];
      hessian[i][i] += 1;
    }
    const std::vector<double> step = solve(hessian, gradient);
    for (std::size_t i = 0; i < n; ++i) weights[i] += step[i];
  }
  return weights;
}

double chance_by(const std::vector<double>& weights, const Sample& sample) {
  double sum = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) sum += weights[i] * sample.features[i];
  return 1 / (1 + std::exp(-sum));
}

void report(const std::vector<Sample>& samples, const std::vector<double>& weights) {
  double loss = 0;
  std::array<std::array<double, 3>, 10> bins{};
  for (const Sample& sample : samples) {
    const double chance = chance_by(weights, sample);
    loss -= sample.result * std::log(chance) + (1 - sample.result) * std::log(1 - chance);
    auto& bin = bins[std::min<std::size_t>(9, static_cast<std::size_t>(chance * 10))];
    bin[0] += 1;
    bin[1] += chance;
    bin[2] += sample.result;
  }
  fmt::print("{} positions, log loss {:.4f} (0.6931 knows nothing)\n", samples.size(),
             loss / static_cast<double>(samples.size()));
  const std::size_t half = (weights.size() - 1) / 2;
  fmt::print("tempo {:.0f}\nmine ", 100 * weights[0]);
  for (std::size_t i = 0; i < half; ++i) fmt::print(" {:.1f}", 100 * weights[1 + i]);
  fmt::print("\nhis  ");
  for (std::size_t i = 0; i < half; ++i) fmt::print(" {:.1f}", -100 * weights[1 + half + i]);
  fmt::print("\nchance  won  positions\n");
  for (const auto& bin : bins) {
    if (bin[0] > 0)
      fmt::print("{:.2f}    {:.2f}  {:.0f}\n", bin[1] / bin[0], bin[2] / bin[0], bin[0]);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const auto spec = GameSpec::parse(argc > 1 ? argv[1] : "connect6");
  if (!spec || spec->placement() == nullptr) {
    fmt::print(stderr,
               "usage: engine_tune GAME [--games N] [--nodes N] [--from SEED] [--data FILE]\n");
    return 2;
  }
  Word64 games = 200;
  Word64 from = 1;
  std::uint64_t nodes = 200;
  std::string data;
  for (int i = 2; i + 1 < argc; i += 2) {
    const std::string name = argv[i];
    if (name == "--games") games = std::strtoull(argv[i + 1], nullptr, 10);
    if (name == "--from") from = std::strtoull(argv[i + 1], nullptr, 10);
    if (name == "--nodes") nodes = std::strtoull(argv[i + 1], nullptr, 10);
    if (name == "--data") data = argv[i + 1];
  }
  std::vector<Sample> samples;
  Proofs proofs;
  if (!data.empty()) {
    std::ifstream in(data);
    for (std::string line; std::getline(in, line);) {
      std::istringstream words(line);
      Sample sample;
      words >> sample.result;
      for (double x = 0; words >> x;) sample.features.push_back(x);
      samples.push_back(sample);
    }
  }
  std::ofstream out;
  if (!data.empty()) out.open(data, std::ios::app);
  for (Word64 game = from; game < from + games; ++game) {
    const std::size_t before = samples.size();
    play(*spec, game, nodes, samples, proofs);
    for (std::size_t i = before; i < samples.size() && out; ++i) {
      out << samples[i].result;
      for (const double x : samples[i].features) out << ' ' << x;
      out << '\n';
    }
    out.flush();
    if (game % 20 == 0) fmt::print(stderr, "game {}, {} positions\n", game, samples.size());
  }
  fmt::print("{} of {} games had a proof of a win; {} of these were not won\n", proofs.games, games,
             proofs.thrown);
  if (samples.empty()) return 1;
  report(samples, fit(samples));
}
