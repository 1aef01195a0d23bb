#include "rules/count.hpp"

#include <algorithm>
#include <cmath>

#include "base/expects.hpp"
#include "base/random.hpp"
#include "rules/lines.hpp"
#include "rules/reachable.hpp"

namespace inarow {
namespace {

mpz_class binomial(int n, int k) {
  mpz_class result;
  mpz_bin_uiui(result.get_mpz_t(), static_cast<unsigned long>(n), static_cast<unsigned long>(k));
  return result;
}

// ways[c][n]: the ways to put n men on c columns of the given height. (Tromp's recursion, which
// Allis mentions in appendix A.)
std::vector<std::vector<mpz_class>> height_vectors(int width, int height) {
  const auto cells = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
  std::vector<std::vector<mpz_class>> ways(static_cast<std::size_t>(width) + 1,
                                           std::vector<mpz_class>(cells + 1));
  ways[0][0] = 1;
  for (std::size_t c = 1; c < ways.size(); ++c) {
    for (std::size_t n = 0; n <= c * static_cast<std::size_t>(height); ++n) {
      for (std::size_t h = 0; h <= std::min(n, static_cast<std::size_t>(height)); ++h) {
        ways[c][n] += ways[c - 1][n - h];
      }
    }
  }
  return ways;
}

// Stones of the first player among the n men of a placement game that stand after `moves` moves.
struct MenAfterMoves {
  int men;
  int firsts;
};

std::vector<MenAfterMoves> men_between_moves(const GameSpec& spec) {
  std::vector<MenAfterMoves> result{{0, 0}};
  const int cells = *spec.cells();
  bool first = true;
  while (result.back().men < cells) {
    MenAfterMoves next = result.back();
    const int due = result.size() == 1 ? spec.placement()->q : spec.placement()->p;
    const int stones = std::min(due, cells - next.men);
    next.men += stones;
    if (first) next.firsts += stones;
    first = !first;
    result.push_back(next);
  }
  return result;
}

// Chooses `count` of the `n` first entries of `items` at random and puts them in front.
template <class T>
void choose(std::vector<T>& items, int n, int count, Random& random) {
  for (int i = 0; i < count; ++i) {
    std::swap(items[static_cast<std::size_t>(i)],
              items[static_cast<std::size_t>(i) + static_cast<std::size_t>(random.below(n - i))]);
  }
}

struct Sample {
  bool arises = false;
  bool won = false;
};

template <class Word>
class DropSampler {
 public:
  explicit DropSampler(const DropSpec& spec)
      : geometry_(spec), ways_(height_vectors(spec.width, *spec.height)) {}

  Sample operator()(int men, Random& random) {
    // A height vector, each with the same chance: column by column, by the ways that remain.
    std::vector<Cell> cells;
    int left = men;
    for (int x = 0; x < geometry_.width(); ++x) {
      const auto rest = static_cast<std::size_t>(geometry_.width() - x - 1);
      double ticket = random.unit() * ways_[rest + 1][static_cast<std::size_t>(left)].get_d();
      int h = 0;
      for (; h < std::min(left, geometry_.height()); ++h) {
        ticket -= ways_[rest][static_cast<std::size_t>(left - h)].get_d();
        if (ticket < 0) break;
      }
      for (int y = 0; y < h; ++y) cells.push_back(Cell{x, y});
      left -= h;
    }
    // The draw by doubles may, once in 2^50, leave men over; such a sample is drawn again.
    if (left != 0) return (*this)(men, random);
    choose(cells, men, (men + 1) / 2, random);
    Word first = 0;
    Word second = 0;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      (static_cast<int>(i) < (men + 1) / 2 ? first : second) |= geometry_.bit(cells[i]);
    }
    Sample sample;
    constexpr std::size_t patience = 20'000;  // giving up counts as reachable: it hardly happens
    sample.arises =
        find_move_order(geometry_, first, second, patience).answer != Reachability::unreachable;
    sample.won = geometry_.has_line(men % 2 == 1 ? first : second);
    return sample;
  }

 private:
  DropGeometry<Word> geometry_;
  std::vector<std::vector<mpz_class>> ways_;
};

class PlacementSampler {
 public:
  explicit PlacementSampler(const GameSpec& spec) : lines_(spec), men_(men_between_moves(spec)) {
    const std::optional<BoardSize> size = spec.finite_board();
    columns_ = size->columns;
    cells_.resize(static_cast<std::size_t>(*spec.cells()));
    for (std::size_t i = 0; i < cells_.size(); ++i) cells_[i] = i;
  }

  // A lost line of the player who did not move last, or lines that the last move cannot have made,
  // rule a position out. The second is tested only for p = 1 (one common cell): for larger p it
  // makes the estimate a little too large.
  Sample operator()(int men, Random& random) {
    const auto row = std::find_if(men_.begin(), men_.end(),
                                  [&](const MenAfterMoves& m) { return m.men == men; });
    const bool firsts_move = (row - men_.begin()) % 2 == 1;
    const int n = static_cast<int>(cells_.size());
    choose(cells_, n, men, random);
    std::vector<signed char> content(cells_.size(), -1);
    for (int i = 0; i < men; ++i) {
      content[cells_[static_cast<std::size_t>(i)]] = i < row->firsts ? 0 : 1;
    }
    Sample sample{true, false};
    for (const std::vector<Cell>& line : lines_.lines()) {
      const signed char owner = content[index(line[0])];
      if (owner < 0) continue;
      if (!std::all_of(line.begin(), line.end(),
                       [&](Cell c) { return content[index(c)] == owner; })) {
        continue;
      }
      if ((owner == 0) != firsts_move) return Sample{};
      sample.won = true;
    }
    return sample;
  }

 private:
  std::size_t index(Cell c) const {
    return static_cast<std::size_t>(c.y) * static_cast<std::size_t>(columns_) +
           static_cast<std::size_t>(c.x);
  }

  LineTable lines_;
  std::vector<MenAfterMoves> men_;
  int columns_ = 0;
  std::vector<std::size_t> cells_;
};

template <class Sampler>
PositionEstimate run_samples(Sampler sampler, const PositionBound& bound, int samples,
                             const StopToken& stop) {
  PositionEstimate estimate;
  Random random(1988);
  double variance = 0;
  for (const PositionBound::Row& row : bound.rows) {
    int arise = 0;
    int unfinished = 0;
    for (int i = 0; i < samples && !stop.stopped(); ++i) {
      const Sample sample = sampler(row.men, random);
      arise += sample.arises ? 1 : 0;
      unfinished += sample.arises && !sample.won ? 1 : 0;
    }
    const double all = row.positions.get_d();
    const double share = static_cast<double>(arise) / samples;
    estimate.rows.push_back({row.men, all * share, all * unfinished / samples});
    estimate.total += all * share;
    variance += all * all * share * (1 - share) / samples;
  }
  estimate.standard_error = std::sqrt(variance);
  return estimate;
}

}  // namespace

PositionBound position_bound(const GameSpec& spec) {
  EXPECTS(spec.finite_board().has_value());
  PositionBound bound;
  if (const DropSpec* drop = spec.drop()) {
    const std::vector<std::vector<mpz_class>> ways = height_vectors(drop->width, *drop->height);
    for (int n = 0; n <= *spec.cells(); ++n) {
      bound.rows.push_back({n, ways.back()[static_cast<std::size_t>(n)] * binomial(n, n / 2)});
    }
  } else {
    for (const MenAfterMoves& m : men_between_moves(spec)) {
      bound.rows.push_back({m.men, binomial(*spec.cells(), m.men) * binomial(m.men, m.firsts)});
    }
  }
  for (const PositionBound::Row& row : bound.rows) bound.total += row.positions;
  return bound;
}

PositionEstimate estimate_positions(const GameSpec& spec, const PositionBound& bound, int samples,
                                    const StopToken& stop) {
  if (const DropSpec* drop = spec.drop()) {
    if (drop->bits() <= word_bits<Word64>) {
      return run_samples(DropSampler<Word64>(*drop), bound, samples, stop);
    }
    return run_samples(DropSampler<Word128>(*drop), bound, samples, stop);
  }
  return run_samples(PlacementSampler(spec), bound, samples, stop);
}

}  // namespace inarow
