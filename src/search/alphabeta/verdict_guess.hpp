#pragma once

// A guess at what the search will find in a position, learned while it searches, so that moves are
// tried in a better order.
//
// A heuristic: it changes the order of moves, never a value.
//
// A search with the null window (alpha, alpha + 1) asks the same question everywhere: does the
// first player score more than a? (Where he is to move a is the position's alpha, elsewhere -alpha
// - 1.) Every searched position has answered it, so a logistic regression is fitted on the way. Its
// features are, for each column: the stones in it; and for each player its empty squares where he
// wins or lacks two stones of a line. Weights are found by hashing; columns that are mirror images
// share theirs, on a cylinder all columns do. Everything is integer arithmetic, so that the search
// is the same on every machine.
//
// HOW IT IS USED. A move loses rank by the logarithm of the probability that it is good for the
// player who makes it. So moves that are likely to be good keep their order, from the centre
// outwards, which makes transpositions meet, and only bad ones fall behind. Orders by the
// probability itself find the right move more often, yet take more nodes
// (docs/results/solver-experiments.md).

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "search/alphabeta/node.hpp"

namespace inarow {

namespace guess_detail {

// The probability of an answer is 1 / (1 + exp(-z)), where z is the sum of the weights. In the
// tables z is one of `steps` numbers from -8 to 8.
inline constexpr int steps = 512;
inline constexpr int unit = 2048;          // of the weights and of the probability
inline constexpr int ranks = 16;           // of the penalty: so many are one column from the centre
inline constexpr double penalty_rate = 4;  // columns for each factor of e in the probability
inline constexpr double surest = 4;        // a larger |z| makes no difference to the penalty

// exp and log as the compiler computes them: the same numbers on every machine.
constexpr double exp_of(double x) {
  double term = 1;
  double sum = 1;
  for (int i = 1; i < 30; ++i) sum += term *= x / 16 / i;
  for (int i = 0; i < 4; ++i) sum *= sum;
  return sum;
}
constexpr double log_of(double x) {
  double y = 0;
  for (int i = 0; i < 60; ++i) y += 2 * (x - exp_of(y)) / (x + exp_of(y));
  return y;
}

struct Tables {
  std::array<std::int16_t, steps> probability{};  // in units
  std::array<std::int16_t, steps> penalty{};      // at most 0, in ranks
};

constexpr Tables make_tables() {
  Tables tables;
  for (int i = 0; i < steps; ++i) {
    const double z = (i - steps / 2 + 0.5) * 16 / steps;
    const auto at = static_cast<std::size_t>(i);
    tables.probability[at] = static_cast<std::int16_t>(unit / (1 + exp_of(-z)) + 0.5);
    const double odds = 1 + exp_of(-std::clamp(z, -surest, surest));
    tables.penalty[at] = static_cast<std::int16_t>(-ranks * penalty_rate * log_of(odds) - 0.5);
  }
  return tables;
}

inline constexpr Tables tables = make_tables();

}  // namespace guess_detail

template <class G>
class VerdictGuess {
 public:
  using Word = typename G::Word;

  static constexpr int kinds = 3;  // of features of a column
  static constexpr int ranks = guess_detail::ranks;

  // Columns are looked at in blocks of eight.
  static constexpr std::size_t blocks = (static_cast<std::size_t>(G::max_width) + 7) / 8;

  // Where the weights of a position are: for each kind, those of the columns.
  // Members have no initial values because the search makes millions of them.
  struct Features {
    std::array<std::array<std::uint32_t, 8 * blocks>, kinds> places;
  };

  explicit VerdictGuess(const G& geometry) : g_(geometry) {
    for (std::size_t i = 0; i < 8 * blocks; ++i) {
      const int x = std::min(static_cast<int>(i), g_.width() - 1);
      const int shift = x * (g_.height() + 1);
      shifts_[i / 8][i % 8] = static_cast<std::uint64_t>(shift % 64);
      upper_[i / 8][i % 8] = shift < 64 ? 0 : ~std::uint64_t{0};
      for (int kind = 0; kind < kinds; ++kind) {
        firsts_[static_cast<std::size_t>(kind)][i / 8][i % 8] =
            static_cast<std::uint32_t>(alike(x) * kinds + kind) << hash_bits;
      }
    }
  }

  void look(const Node<Word>& node, Features& features) {
    if (weights_.empty()) weights_.resize(2 * weights_of_a_side());  // many solvers never ask
    const bool first = node.stones % 2 == 0;                         // the first player is to move
    const Word mine = first ? node.me : node.opponent;
    const Word his = first ? node.opponent : node.me;
    const Word my_threats = first ? node.my_threats : node.opponent_threats;
    const Word his_threats = first ? node.opponent_threats : node.my_threats;
    const Word occupied = mine | his;
    const Word empty = g_.board() & ~occupied;
    const Word code = mine + occupied + g_.bottom();
    const auto [my_twos, his_twos] = squares_lacking_two(mine, his, empty);
    const auto side = static_cast<std::uint32_t>(first ? 0 : weights_of_a_side());
    for (std::size_t block = 0; block < used_blocks(); ++block) {
      const Columns heights = columns(empty, block) << 16;
      put(features, 0, block, side, columns(code, block));
      put(features, 1, block, side,
          columns(my_threats, block) ^ (columns(my_twos & ~my_threats, block) << 8) ^ heights);
      put(features, 2, block, side,
          columns(his_threats, block) ^ (columns(his_twos & ~his_threats, block) << 8) ^ heights);
    }
  }

  // How much a move loses that leads to such a position, in ranks; `first`: the first player makes
  // it.
  int penalty(const Features& features, bool first) const {
    const int step = step_of(features);
    return guess_detail::tables
        .penalty[static_cast<std::size_t>(first ? step : guess_detail::steps - 1 - step)];
  }

  // `exceeds`: the first player scores more than asked for.
  void learn(const Features& features, bool exceeds) {
    const int was = guess_detail::tables.probability[static_cast<std::size_t>(step_of(features))];
    const int change = ((exceeds ? guess_detail::unit : 0) - was) / learning;
    for (const auto& places : features.places) {
      for (std::size_t x = 0; x < static_cast<std::size_t>(g_.width()); ++x) {
        std::int16_t& weight = weights_[places[x]];
        weight = static_cast<std::int16_t>(std::clamp(weight + change, -largest, largest));
      }
    }
  }

 private:
  static constexpr int hash_bits = 11;
  static constexpr int learning = 20;
  static constexpr int largest = 15 * guess_detail::unit;
  static constexpr std::uint32_t odd = 0x61c88647;

  // Eight columns at a time: their squares, and 32 bits of each.
  using Columns __attribute__((vector_size(64))) = std::uint64_t;
  using Mixed __attribute__((vector_size(32))) = std::uint32_t;

  std::size_t used_blocks() const { return (static_cast<std::size_t>(g_.width()) + 7) / 8; }

  // Lanes beyond the last column hold something that nobody looks at.
  Columns columns(Word set, std::size_t block) const {
    const Columns& shifts = shifts_[block];
    Columns result = Columns{} + static_cast<std::uint64_t>(set);
    if constexpr (sizeof(Word) == sizeof(Word64)) {
      result >>= shifts;
    } else {
      // Of 128 bits those from shift to shift + 63, which may begin in either half.
      const Columns high = Columns{} + static_cast<std::uint64_t>(set >> 64);
      const Columns& upper = upper_[block];
      const Columns from = (result & ~upper) | (high & upper);
      result = (from >> shifts) | ((high & ~upper) << 1 << (63 - shifts));
    }
    return result & low_bits<std::uint64_t>(g_.height() + 1);
  }

  void put(Features& features, std::size_t kind, std::size_t block, std::uint32_t side,
           const Columns& contents) const {
    const Mixed mixed = __builtin_convertvector(contents, Mixed) * odd;
    const Mixed places = side + firsts_[kind][block] + (mixed >> (32 - hash_bits));
    std::memcpy(&features.places[kind][8 * block], &places, sizeof places);
  }

  // Of both players; none unless a line has four squares.
  std::pair<Word, Word> squares_lacking_two(Word mine, Word his, Word empty) const {
    if (!pairs_are_known(g_)) return {0, 0};
    return squares_of_pairs_of_both(g_, mine, his, empty);
  }

  // Columns with the same number share their weights.
  int alike(int x) const { return g_.cylinder() ? 0 : std::min(x, g_.width() - 1 - x); }
  std::size_t weights_of_a_side() const {
    const int different = g_.cylinder() ? 1 : (g_.width() + 1) / 2;
    return static_cast<std::size_t>(kinds * different) << hash_bits;
  }

  int step_of(const Features& features) const {
    int sum = 0;
    for (const auto& places : features.places) {
      for (std::size_t x = 0; x < static_cast<std::size_t>(g_.width()); ++x)
        sum += weights_[places[x]];
    }
    constexpr int steps = guess_detail::steps;
    return std::clamp(sum / (guess_detail::unit * 16 / steps) + steps / 2, 0, steps - 1);
  }

  [[no_unique_address]] G g_;
  std::array<Columns, blocks> upper_;   // all ones where a column begins in bit 64 or later
  std::array<Columns, blocks> shifts_;  // of the columns in a set
  std::array<std::array<Mixed, blocks>, kinds> firsts_;  // of the weights of a kind and a column
  std::vector<std::int16_t> weights_;  // first those of positions where the first player moves
};

}  // namespace inarow
