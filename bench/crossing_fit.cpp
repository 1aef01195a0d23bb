// Finds the weights of crossings.hpp, the engine's evaluation where it has one for the game: plays
// games of the engine against itself and fits the net to them.
//
//   crossing_fit connect6 --file games.txt --games 20000 --nodes 200 --from 1     adds games
//   crossing_fit connect6 --file games.txt --name connect6 --rounds 14            prints the
//   weights
//
// Method: every game begins with a random opening (engine_openings.hpp) and is played to its end by
// both sides with so many positions a move, without proofs. The file has a line for each: 1, 0 or
// -1 for the result of the first player; the number of moves of the opening; the moves; what the
// mover thought of his position, for each later move. (Games of other players may be added; without
// thoughts the result stands for them.) Of every position in which nobody threatens to complete a
// line and a small search finds no forced win, the numbers of classes and of pairs of classes in
// empty cells are the inputs. The net is to say the mean of the result for who is to move and of
// what he thought; Adam, batches of 256, a small quadratic penalty. Every tenth game is left out
// and says how good it is.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "engine_openings.hpp"
#include "rules/notation.hpp"
#include "search/engine/crossings.hpp"
#include "search/engine/engine.hpp"

using namespace inarow;
using engine::CrossingWeights;

namespace {

constexpr std::size_t inputs = CrossingWeights::inputs;
constexpr std::size_t all_inputs = 2 * inputs;  // of who is to move, of the other
// The last unit is linear.
constexpr std::size_t units = CrossingWeights::units;
constexpr std::size_t batch = 256;
constexpr std::uint64_t nodes_of_a_look = 40;

using Inputs = std::array<float, all_inputs>;

struct Sample {
  Inputs in{};
  float result = 0;  // for who is to move
  float thought = 0;
  bool left_out = false;
};

void play(const GameSpec& spec, Word64 seed, std::uint64_t nodes, std::ofstream& out) {
  Game game = engine_opening(spec, seed);
  const std::size_t opening = game.moves().size();
  const engine::EngineOptions options{.memory_bytes = std::size_t{1} << 20, .proofs = false};
  engine::Engine first(*spec.placement(), options);
  engine::Engine second(*spec.placement(), options);
  std::string thoughts;
  while (!game.over()) {
    engine::Engine& player = game.to_move() == Player::first ? first : second;
    const engine::EngineResult result = player.think(game, {.nodes = nodes});
    thoughts += fmt::format(" {}", result.score);
    if (!game.play(result.move)) return;
  }
  const int result = game.outcome() == Outcome::draw         ? 0
                     : game.outcome() == Outcome::first_wins ? 1
                                                             : -1;
  out << fmt::format("{};{};{};{}\n", result, opening, format_moves(spec, game.moves()), thoughts)
      << std::flush;
}

Inputs inputs_of(const engine::EngineBoard& board, Player to_move) {
  Inputs in{};
  for (std::size_t side = 0; side < 2; ++side) {
    const Player player = side == 0 ? to_move : opponent(to_move);
    for (engine::CellIndex cell = 0; cell < board.area(); ++cell) {
      if (!board.is_empty(cell)) continue;
      const std::array<int, 4> found = engine::crossing_classes(board, cell, player);
      for (std::size_t d = 0; d < 4; ++d) {
        ++in[side * inputs + static_cast<std::size_t>(found[d])];
        for (std::size_t e = 0; e < d; ++e) {
          ++in[side * inputs + static_cast<std::size_t>(CrossingWeights::pair(found[d], found[e]))];
        }
      }
    }
  }
  return in;
}

void add_samples(const GameSpec& spec, const std::string& line, bool left_out,
                 std::vector<Sample>& samples) {
  std::istringstream fields(line);
  std::string result, opening, moves, thoughts;
  std::getline(fields, result, ';');
  std::getline(fields, opening, ';');
  std::getline(fields, moves, ';');
  std::getline(fields, thoughts, ';');
  const Result<Game> game = read_game(spec, moves);
  if (!game) return;
  const int first_wins = std::atoi(result.c_str());
  const int moves_before = std::atoi(opening.c_str());
  std::istringstream scores(thoughts);
  const engine::Weights weights = engine::weights_for(*spec.placement());
  engine::EngineBoard board(*spec.placement(), {}, weights);
  engine::ForcedWin forced(board);
  Player player = Player::first;
  int number = 0;
  for (const Move& move : game->moves()) {
    if (number++ >= moves_before) {
      const bool first = player == Player::first;
      Sample sample;
      sample.result = static_cast<float>(first ? 1 + first_wins : 1 - first_wins) / 2;
      sample.thought = sample.result;
      if (int score = 0; scores >> score) {
        sample.thought = static_cast<float>(engine::chance_of(std::clamp(score, -1000, 1000)));
      }
      sample.left_out = left_out;
      const bool quiet = !board.has_threat(Player::first) && !board.has_threat(Player::second);
      if (quiet && !forced.find(player, nodes_of_a_look)) {
        sample.in = inputs_of(board, player);
        samples.push_back(sample);
      }
    }
    for (const Cell cell : move) board.place(board.index(cell), player);
    player = opponent(player);
  }
}

// Inputs less their mean, by their standard deviation; what hardly ever varies counts nothing.
struct Scale {
  Inputs mean{};
  Inputs factor{};

  explicit Scale(std::vector<Sample>& samples) {
    const auto count = static_cast<float>(samples.size());
    Inputs square{};
    for (const Sample& sample : samples) {
      for (std::size_t i = 0; i < all_inputs; ++i) mean[i] += sample.in[i] / count;
    }
    for (const Sample& sample : samples) {
      for (std::size_t i = 0; i < all_inputs; ++i) {
        square[i] += (sample.in[i] - mean[i]) * (sample.in[i] - mean[i]) / count;
      }
    }
    for (std::size_t i = 0; i < all_inputs; ++i) {
      const float deviation = std::sqrt(square[i]);
      factor[i] = deviation > 0.02F ? 1 / std::max(deviation, 0.3F) : 0;
    }
    for (Sample& sample : samples) {
      for (std::size_t i = 0; i < all_inputs; ++i) {
        sample.in[i] = (sample.in[i] - mean[i]) * factor[i];
      }
    }
  }
};

class Net {
 public:
  Net() : numbers_(size, 0), gradient_(size), first_(size, 0), second_(size, 0) {
    std::mt19937 random(7);
    std::normal_distribution<float> normal;
    for (std::size_t unit = 0; unit + 1 < units; ++unit) {
      for (std::size_t i = 0; i < all_inputs; ++i) of(unit)[i] = 0.05F * normal(random);
      worth(unit) = 0.1F * normal(random);
    }
    worth(units - 1) = 1;
  }

  float* of(std::size_t unit) { return &numbers_[unit * all_inputs]; }
  float& bias(std::size_t unit) { return numbers_[units * all_inputs + unit]; }
  float& worth(std::size_t unit) { return numbers_[units * (all_inputs + 1) + unit]; }

  float chance(const Inputs& in) {
    float sum = 0;
    for (std::size_t unit = 0; unit < units; ++unit) {
      const float* weights = of(unit);
      float has = bias(unit);
      for (std::size_t i = 0; i < all_inputs; ++i) has += weights[i] * in[i];
      has_[unit] = unit + 1 < units ? std::max(has, 0.0F) : has;
      sum += has_[unit] * worth(unit);
    }
    return 1 / (1 + std::exp(-sum));
  }

  void learn(const std::vector<const Sample*>& samples, float rate) {
    std::fill(gradient_.begin(), gradient_.end(), 0.0F);
    for (const Sample* sample : samples) {
      const float goal = (sample->result + sample->thought) / 2;
      const float error = (chance(sample->in) - goal) / static_cast<float>(samples.size());
      for (std::size_t unit = 0; unit < units; ++unit) {
        const bool linear = unit + 1 == units;
        if (!linear) gradient_[units * (all_inputs + 1) + unit] += error * has_[unit];
        if (!linear && has_[unit] <= 0) continue;
        const float part = error * worth(unit);
        gradient_[units * all_inputs + unit] += part;
        float* gradient = &gradient_[unit * all_inputs];
        for (std::size_t i = 0; i < all_inputs; ++i) gradient[i] += part * sample->in[i];
      }
    }
    step(rate);
  }

 private:
  static constexpr std::size_t size = units * (all_inputs + 2);

  void step(float rate) {
    constexpr float penalty = 1e-5F;
    fading_ *= 0.9F;
    slow_fading_ *= 0.999F;
    for (std::size_t i = 0; i + 1 < size; ++i) {  // the last one is the worth of the linear unit
      const float gradient = gradient_[i] + penalty * numbers_[i];
      first_[i] = 0.9F * first_[i] + 0.1F * gradient;
      second_[i] = 0.999F * second_[i] + 0.001F * gradient * gradient;
      numbers_[i] -=
          rate * first_[i] / (1 - fading_) / (std::sqrt(second_[i] / (1 - slow_fading_)) + 1e-8F);
    }
  }

  std::vector<float> numbers_;
  std::vector<float> gradient_;
  std::vector<float> first_;
  std::vector<float> second_;
  float fading_ = 1;
  float slow_fading_ = 1;
  std::array<float, units> has_{};
};

double loss(Net& net, const std::vector<Sample>& samples, bool left_out) {
  double sum = 0;
  double count = 0;
  for (const Sample& sample : samples) {
    if (sample.left_out != left_out) continue;
    const double chance = std::clamp<double>(net.chance(sample.in), 1e-6, 1 - 1e-6);
    sum -= sample.result * std::log(chance) + (1 - sample.result) * std::log(1 - chance);
    ++count;
  }
  return sum / std::max(count, 1.0);
}

void fit(Net& net, const std::vector<Sample>& samples, int rounds) {
  std::vector<const Sample*> order;
  for (const Sample& sample : samples) {
    if (!sample.left_out) order.push_back(&sample);
  }
  std::mt19937 random(7);
  for (int round = 0; round < rounds; ++round) {
    std::shuffle(order.begin(), order.end(), random);
    const float rate =
        0.003F * (1 - static_cast<float>(round) / static_cast<float>(rounds)) + 1e-5F;
    for (std::size_t i = 0; i + batch <= order.size(); i += batch) {
      const auto from = order.begin() + static_cast<std::ptrdiff_t>(i);
      net.learn({from, from + batch}, rate);
    }
    fmt::print(stderr, "round {}: log loss {:.4f}, of games left out {:.4f}\n", round + 1,
               loss(net, samples, false), loss(net, samples, true));
  }
}

// As they stand in crossing_weights.cpp. Threats never occur in quiet positions: their class counts
// as much as the best one below.
void print(Net& net, const Scale& scale, const GameSpec& spec, const std::string& name) {
  const auto learned = [](std::size_t input) {
    constexpr int threat = CrossingWeights::classes - 1;
    if (input == threat) return input - 1;
    for (int other = 0; other <= threat; ++other) {
      if (static_cast<std::size_t>(CrossingWeights::pair(threat, other)) == input) {
        return static_cast<std::size_t>(
            CrossingWeights::pair(threat - 1, std::min(other, threat - 1)));
      }
    }
    return input;
  };
  const auto weight = [&](std::size_t unit, std::size_t side, std::size_t input) {
    const std::size_t i = side * inputs + learned(input);
    return net.of(unit)[i] * scale.factor[i];
  };
  const auto rounded = [](double x) {
    return static_cast<int>(std::lround(std::clamp(x, -32767.0, 32767.0)));
  };
  fmt::print("constexpr CrossingWeights {}{{\n", name);
  for (std::size_t side = 0; side < 2; ++side) {
    fmt::print("    .{} = {{{{", side == 0 ? "mine" : "his");
    for (std::size_t input = 0; input < inputs; ++input) {
      fmt::print("{}", input == 0 ? "{" : ", {");
      for (std::size_t unit = 0; unit < units; ++unit) {
        fmt::print("{}{}", unit == 0 ? "" : ", ",
                   rounded(CrossingWeights::parts * weight(unit, side, input)));
      }
      fmt::print("}}");
    }
    fmt::print("}}}},\n");
  }
  const engine::Weights weights = engine::weights_for(*spec.placement());
  const engine::EngineBoard board(*spec.placement(), {}, weights);
  const Inputs empty = inputs_of(board, Player::first);
  fmt::print("    .bias = {{");
  for (std::size_t unit = 0; unit < units; ++unit) {
    double bias = net.bias(unit);
    for (std::size_t i = 0; i < all_inputs; ++i) {
      bias += net.of(unit)[i] * scale.factor[i] * (empty[i] - scale.mean[i]);
    }
    fmt::print("{}{}", unit == 0 ? "" : ", ", std::lround(CrossingWeights::parts * bias));
  }
  fmt::print("}},\n    .worth = {{");
  for (std::size_t unit = 0; unit < units; ++unit) {
    fmt::print("{}{}", unit == 0 ? "" : ", ", std::lround(1e4 * net.worth(unit)));
  }
  fmt::print("}}}};\n");
}

}  // namespace

int main(int argc, char** argv) {
  const auto spec = GameSpec::parse(argc > 1 ? argv[1] : "connect6");
  Word64 games = 0;
  Word64 from = 1;
  std::uint64_t nodes = 200;
  int rounds = 14;
  std::string file;
  std::string name = "weights";
  for (int i = 2; i + 1 < argc; i += 2) {
    const std::string option = argv[i];
    if (option == "--games") games = std::strtoull(argv[i + 1], nullptr, 10);
    if (option == "--from") from = std::strtoull(argv[i + 1], nullptr, 10);
    if (option == "--nodes") nodes = std::strtoull(argv[i + 1], nullptr, 10);
    if (option == "--rounds") rounds = std::atoi(argv[i + 1]);
    if (option == "--file") file = argv[i + 1];
    if (option == "--name") name = argv[i + 1];
  }
  if (!spec || spec->placement() == nullptr || !spec->placement()->board || file.empty()) {
    fmt::print(stderr,
               "usage: crossing_fit GAME --file FILE [--games N] [--nodes N] [--from SEED]\n"
               "       crossing_fit GAME --file FILE [--rounds N] [--name NAME] > weights.txt\n");
    return 2;
  }
  if (games > 0) {
    std::ofstream out(file, std::ios::app);
    for (Word64 seed = from; seed < from + games && out; ++seed) play(*spec, seed, nodes, out);
    return out ? 0 : 4;
  }
  std::vector<Sample> samples;
  std::ifstream in(file);
  std::size_t number = 0;
  for (std::string line; std::getline(in, line);) {
    add_samples(*spec, line, ++number % 10 == 0, samples);
  }
  if (samples.empty()) return 1;
  fmt::print(stderr, "{} games, {} positions\n", number, samples.size());
  const Scale scale(samples);
  Net net;
  fit(net, samples, rounds);
  print(net, scale, *spec, name);
}
