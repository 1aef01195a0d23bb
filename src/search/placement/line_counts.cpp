#include "search/placement/line_counts.hpp"

#include <algorithm>
#include <cmath>

#include "base/expects.hpp"
#include "rules/lines.hpp"

namespace inarow {
namespace {

constexpr Word64 one = Word64{1} << 32;  // a potential of 1

}  // namespace

LineCounts::LineCounts(const PlacementSpec& spec)
    : cells_(spec.board->columns * spec.board->rows), k_(spec.k) {
  EXPECTS(cells_ <= max_exact_cells);
  const int columns = spec.board->columns;
  through_.resize(static_cast<std::size_t>(cells_));
  const LineTable table{GameSpec(spec)};
  for (const std::vector<Cell>& line : table.lines()) {
    Word64 mask = 0;
    for (const Cell cell : line) {
      const int bit = cell.y * columns + cell.x;
      mask |= Word64{1} << bit;
      through_[static_cast<std::size_t>(bit)].push_back(static_cast<std::uint16_t>(lines_.size()));
    }
    lines_.push_back(mask);
  }
  stones_in_.assign(lines_.size(), {0, 0});
  for (std::vector<int>& counts : by_count_) {
    counts.assign(static_cast<std::size_t>(k_) + 1, 0);
    counts[0] = static_cast<int>(lines_.size());
  }
  open_.fill(static_cast<int>(lines_.size()));
  // Rounded up, so that a sum below the limit is one of the true terms as well.
  for (int stones = 0; stones <= k_; ++stones) {
    const double term = std::pow(1.0 + spec.p, static_cast<double>(stones - k_) / spec.p);
    term_.push_back(static_cast<Word64>(std::ceil(term * static_cast<double>(one))) + 1);
  }
  maker_limit_ = one / static_cast<Word64>(1 + spec.p);
  potential_.fill(term_[0] * lines_.size());
}

void LineCounts::count(int cell, Player player, int change) {
  const std::size_t me = index(player);
  const std::size_t other = 1 - me;
  for (const std::uint16_t line : through_[static_cast<std::size_t>(cell)]) {
    std::array<std::uint8_t, 2>& in = stones_in_[line];
    const std::size_t before = in[me];
    const std::size_t after = before + static_cast<std::size_t>(change);  // modulo 2^64
    const std::size_t his = in[other];
    in[me] = static_cast<std::uint8_t>(after);
    if (his == 0) {
      --by_count_[me][before];
      ++by_count_[me][after];
      potential_[me] += term_[after] - term_[before];
    }
    if (before == 0) {  // the line closes to the opponent
      --by_count_[other][his];
      --open_[other];
      potential_[other] -= term_[his];
    } else if (after == 0) {
      ++by_count_[other][his];
      ++open_[other];
      potential_[other] += term_[his];
    }
  }
}

void LineCounts::place(int cell, Player player) {
  stones_[index(player)] |= Word64{1} << cell;
  count(cell, player, 1);
}

void LineCounts::remove(int cell, Player player) {
  stones_[index(player)] &= ~(Word64{1} << cell);
  count(cell, player, -1);
}

bool LineCounts::completes_with(Player player, int stones) const {
  const std::vector<int>& counts = by_count_[index(player)];
  for (int lacking = 1; lacking <= std::min(stones, k_); ++lacking) {
    if (counts[static_cast<std::size_t>(k_ - lacking)] > 0) return true;
  }
  return false;
}

void LineCounts::threats(Player player, int stones, std::vector<Word64>& out) const {
  out.clear();
  if (!completes_with(player, stones)) return;
  const std::size_t me = index(player);
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    if (stones_in_[i][1 - me] == 0 && k_ - stones_in_[i][me] <= stones) {
      out.push_back(lines_[i] & ~stones_[me]);
    }
  }
  std::sort(out.begin(), out.end(), [](Word64 a, Word64 b) {
    return popcount(a) != popcount(b) ? popcount(a) < popcount(b) : a < b;
  });
  std::size_t kept = 0;
  for (std::size_t i = 0; i < out.size(); ++i) {
    const bool implied = std::any_of(out.begin(), out.begin() + static_cast<std::ptrdiff_t>(kept),
                                     [&](Word64 smaller) { return (smaller & ~out[i]) == 0; });
    if (!implied) out[kept++] = out[i];
  }
  out.resize(kept);
}

bool LineCounts::cannot_win(Player player, bool breaker_to_move) const {
  return potential_[index(player)] < (breaker_to_move ? one : maker_limit_);
}

int LineCounts::weight(int cell, Player player) const {
  const std::size_t me = index(player);
  int weight = 0;
  for (const std::uint16_t line : through_[static_cast<std::size_t>(cell)]) {
    const std::array<std::uint8_t, 2>& in = stones_in_[line];
    if (in[1 - me] == 0) weight += 2 << (2 * std::min<int>(in[me], 10));
    if (in[me] == 0) weight += 1 << (2 * std::min<int>(in[1 - me], 10));
  }
  return weight;
}

}  // namespace inarow
