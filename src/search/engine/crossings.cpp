#include "search/engine/crossings.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <mutex>

#include "base/expects.hpp"

namespace inarow::engine {
namespace {

constexpr int class_count = CrossingWeights::classes;
constexpr std::size_t units = CrossingWeights::units;
constexpr std::array<int, 4> power{1, class_count, class_count* class_count,
                                   class_count* class_count* class_count};
constexpr std::uint32_t outside = 3;

// Of one player, by the cells beside the one in the middle, a bit each: his stones and those that
// are not his and not empty.
int class_of_bits(std::uint32_t own, std::uint32_t others, int k) {
  int most = -1;
  int segments = 0;
  std::uint32_t segment = (1U << (k - 1)) - 1;  // the cells of one beside the middle
  for (int shift = 0; shift < k; ++shift, segment <<= 1) {
    if ((others & segment) != 0) continue;
    const int stones = std::popcount(own & segment);
    if (stones < most) continue;
    segments = stones == most ? segments + 1 : 1;
    most = stones;
  }
  return crossing_class(most, segments);
}

// The lower bits of each pair of them, side by side.
std::uint32_t every_second_bit(std::uint32_t bits) {
  std::uint32_t found = 0;
  for (int i = 0; bits != 0; ++i, bits >>= 2) found |= (bits & 1) << i;
  return found;
}

}  // namespace

int crossing_class(int most, int segments) {
  switch (most) {
    case -1:
      return 0;
    case 0:
      return 1;
    case 1:
      return segments <= 2 ? 2 : 3;
    case 2:
      return 3 + std::min(segments, 3);
    case 3:
      return 6 + std::min(segments, 3);
    default:
      return 10;
  }
}

std::array<int, 4> crossing_classes(const EngineBoard& board, int cell, Player player) {
  std::array<int, 4> most{-1, -1, -1, -1};
  std::array<int, 4> segments{};
  for (const SegmentIndex segment : board.segments_through(cell)) {
    if (board.stones_in(segment, opponent(player)) > 0) continue;
    const auto direction = static_cast<std::size_t>(segment & 3);
    const int stones = board.stones_in(segment, player);
    if (stones < most[direction]) continue;
    segments[direction] = stones == most[direction] ? segments[direction] + 1 : 1;
    most[direction] = stones;
  }
  std::array<int, 4> found{};
  for (std::size_t d = 0; d < 4; ++d) found[d] = crossing_class(most[d], segments[d]);
  return found;
}

const Crossings::Tables& Crossings::tables_of(const CrossingWeights& weights, int k) {
  static std::mutex mutex;
  static std::map<std::pair<const CrossingWeights*, int>, Tables> known;
  const std::lock_guard lock(mutex);
  return known.try_emplace({&weights, k}, weights, k).first->second;
}

Crossings::Crossings(const CrossingWeights& weights, const threats::BoardWindow& window, int k)
    : reach_(k - 1),
      columns_(window.columns),
      width_(window.columns + 2 * reach_),
      weights_(weights),
      tables_(tables_of(weights, k)) {
  for (const Direction direction : all_directions) {
    const Cell step = step_of(direction);
    steps_[static_cast<std::size_t>(direction)] = step.y * width_ + step.x;
  }
  squares_.resize(at(width_ * (window.rows + 2 * reach_)));
  const auto inside = [&](int x, int y) { return window.has(x - reach_, y - reach_); };
  for (int y = reach_; y < window.rows + reach_; ++y) {
    for (int x = reach_; x < window.columns + reach_; ++x) {
      Square& square = squares_[at(y * width_ + x)];
      square.empty = true;
      for (const Direction direction : all_directions) {
        const Cell step = step_of(direction);
        for (int place = 0; place < 2 * reach_; ++place) {
          const int i = place < reach_ ? place - reach_ : place - reach_ + 1;
          if (!inside(x + i * step.x, y + i * step.y)) {
            square.code[static_cast<std::size_t>(direction)] |= outside << (2 * place);
          }
        }
      }
      classify(square);
    }
  }
}

Crossings::Tables::Tables(const CrossingWeights& weights, int k) {
  EXPECTS(k >= 2 && k <= 6);
  const std::uint32_t codes = 1U << (4 * (k - 1));
  classes.resize(codes);
  for (std::uint32_t code = 0; code < codes; ++code) {
    const std::uint32_t low = every_second_bit(code);
    const std::uint32_t high = every_second_bit(code >> 1);
    const std::uint32_t first = low & ~high;
    const std::uint32_t second = high & ~low;
    classes[code] = static_cast<std::uint8_t>(16 * class_of_bits(second, low, k) +
                                              class_of_bits(first, high, k));
  }
  std::map<std::array<int, 4>, std::uint16_t> known;
  for (int number = 0; number < power[3] * class_count; ++number) {
    std::array<int, 4> four{};
    for (std::size_t i = 0; i < 4; ++i) four[i] = number / power[i] % class_count;
    std::sort(four.begin(), four.end());
    const auto [place, is_new] = known.emplace(four, static_cast<std::uint16_t>(rows.size()));
    row_of.push_back(place->second);
    if (!is_new) continue;
    Rows row{};
    for (std::size_t unit = 0; unit < units; ++unit) {
      std::array<int, 2> sum{};
      const auto add_input = [&](int input) {
        sum[0] += weights.mine[at(input)][unit];
        sum[1] += weights.his[at(input)][unit];
      };
      for (std::size_t i = 0; i < 4; ++i) {
        add_input(four[i]);
        for (std::size_t j = 0; j < i; ++j) add_input(CrossingWeights::pair(four[i], four[j]));
      }
      row.mine[unit] = sum[0];
      row.his[unit] = sum[1];
    }
    rows.push_back(row);
  }
}

void Crossings::classify(Square& square) const {
  square.classes = {0, 0};
  for (std::size_t d = 0; d < 4; ++d) {
    const int both = tables_.classes[square.code[d]];
    square.classes[0] = static_cast<std::uint16_t>(square.classes[0] + power[d] * (both & 15));
    square.classes[1] = static_cast<std::uint16_t>(square.classes[1] + power[d] * (both >> 4));
  }
}

inline void Crossings::add(std::size_t player, const Rows& rows) {
  sums_[player].mine += rows.mine;
  sums_[player].his += rows.his;
}

inline void Crossings::subtract(std::size_t player, const Rows& rows) {
  sums_[player].mine -= rows.mine;
  sums_[player].his -= rows.his;
}

template <int by>
inline void Crossings::change_code(Square& square, std::size_t direction, std::uint32_t digit) {
  const std::uint32_t before = square.code[direction];
  const std::uint32_t now = by > 0 ? before + digit : before - digit;
  square.code[direction] = now;
  if (!square.empty) return;
  const int old_classes = tables_.classes[before];
  const int new_classes = tables_.classes[now];
  if (old_classes == new_classes) return;
  const std::array<int, 2> more{(new_classes & 15) - (old_classes & 15),
                                (new_classes >> 4) - (old_classes >> 4)};
  for (std::size_t player = 0; player < 2; ++player) {
    if (more[player] == 0) continue;
    subtract(player, rows_of(square.classes[player]));
    square.classes[player] =
        static_cast<std::uint16_t>(square.classes[player] + power[direction] * more[player]);
    add(player, rows_of(square.classes[player]));
  }
}

template <int by>
void Crossings::change(int cell, Player player) {
  const int middle = (cell / columns_ + reach_) * width_ + cell % columns_ + reach_;
  Square& own = squares_[at(middle)];
  if (by > 0) {
    for (std::size_t p = 0; p < 2; ++p) subtract(p, rows_of(own.classes[p]));
  }
  own.empty = by < 0;
  const auto stone = static_cast<std::uint32_t>(player) + 1;
  for (std::size_t d = 0; d < 4; ++d) {
    for (int i = 1; i <= reach_; ++i) {
      // The stone lies i cells before the one, and i behind the other.
      change_code<by>(squares_[at(middle + i * steps_[d])], d, stone << (2 * (reach_ - i)));
      change_code<by>(squares_[at(middle - i * steps_[d])], d, stone << (2 * (reach_ + i - 1)));
    }
  }
  if (by < 0) {
    classify(own);
    for (std::size_t p = 0; p < 2; ++p) add(p, rows_of(own.classes[p]));
  }
}

template void Crossings::change<+1>(int, Player);
template void Crossings::change<-1>(int, Player);

std::int32_t Crossings::value(Player to_move) const {
  const auto player = static_cast<std::size_t>(to_move);
  const Units all = sums_[player].mine + sums_[1 - player].his;
  std::int64_t sum = 0;
  for (std::size_t unit = 0; unit < units; ++unit) {
    const std::int64_t has = all[unit] + weights_.bias[unit];
    sum += (unit + 1 < units ? std::max<std::int64_t>(has, 0) : has) * weights_.worth[unit];
  }
  return static_cast<std::int32_t>(sum / (std::int64_t{100} * CrossingWeights::parts));
}

}  // namespace inarow::engine
