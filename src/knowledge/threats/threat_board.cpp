#include "knowledge/threats/threat_board.hpp"

#include <algorithm>

#include "base/bits.hpp"
#include "base/expects.hpp"

namespace inarow::threats {
namespace {

// Segments that the window of an infinite board reaches beyond the stones, in every direction.
constexpr int window_segments = 4;
constexpr int max_k = 100;

}  // namespace

ThreatBoard::ThreatBoard(const PlacementSpec& spec, const std::vector<Stone>& stones)
    : spec_(spec),
      window_(BoardWindow::around(spec, stones, window_segments)),
      steps_(window_.steps()) {
  EXPECTS(spec.k <= max_k);
  cells_.assign(at(area()), -1);
  safe_.assign(at(area()), 1);
  counts_.assign(at(4 * area()), {0, 0});
  for (std::size_t player = 0; player < 2; ++player) {
    lists_[player].resize(at(spec_.k + 1));
    position_[player].assign(at(4 * area()), 0);
  }
  const int reach = spec_.k - 1;
  for (CellIndex i = 0; i < area(); ++i) {
    if (infinite()) {
      const Cell at_i = cell(i);
      const bool safe = window_.contains({at_i.x - reach, at_i.y - reach}) &&
                        window_.contains({at_i.x + reach, at_i.y + reach});
      safe_[at(i)] = safe ? 1 : 0;
    }
    from_.push_back(static_cast<int>(through_.size()));
    for (const Direction d : all_directions) {
      window_.for_segments(i, d, spec_.k, [&](CellIndex first) {
        through_.push_back(4 * first + static_cast<int>(d));
      });
    }
  }
  from_.push_back(static_cast<int>(through_.size()));
  for (const Stone& stone : stones) place(index(stone.cell), stone.player);
}

void ThreatBoard::insert(Player player, int stones, SegmentIndex segment) {
  std::vector<SegmentIndex>& list = lists_[at(player)][at(stones)];
  position_[at(player)][at(segment)] = static_cast<int>(list.size());
  list.push_back(segment);
}

void ThreatBoard::erase(Player player, int stones, SegmentIndex segment) {
  std::vector<SegmentIndex>& list = lists_[at(player)][at(stones)];
  const int hole = position_[at(player)][at(segment)];
  const SegmentIndex last = list.back();
  list[at(hole)] = last;
  position_[at(player)][at(last)] = hole;
  list.pop_back();
}

std::uint64_t ThreatBoard::stone_hash(CellIndex cell, Player player) const {
  return mix(static_cast<std::uint64_t>(2 * cell + index_of(player) + 1) * 0x9e3779b97f4a7c15ULL);
}

void ThreatBoard::place(CellIndex cell, Player player) {
  EXPECTS(is_empty(cell) && is_safe(cell));
  cells_[at(cell)] = static_cast<signed char>(player);
  ++stones_;
  hash_ ^= stone_hash(cell, player);
  const Player other = opponent(player);
  for (const SegmentIndex segment : segments_through(cell)) {
    std::array<std::uint8_t, 2>& counts = counts_[at(segment)];
    const int mine = counts[at(player)]++;
    const int his = counts[at(other)];
    if (his == 0) {
      if (mine > 0) erase(player, mine, segment);
      insert(player, mine + 1, segment);
    } else if (mine == 0) {
      erase(other, his, segment);
    }
  }
}

void ThreatBoard::remove(CellIndex cell) {
  EXPECTS(!is_empty(cell));
  const auto player = static_cast<Player>(cells_[at(cell)]);
  const Player other = opponent(player);
  cells_[at(cell)] = -1;
  --stones_;
  hash_ ^= stone_hash(cell, player);
  for (const SegmentIndex segment : segments_through(cell)) {
    std::array<std::uint8_t, 2>& counts = counts_[at(segment)];
    const int mine = --counts[at(player)];
    const int his = counts[at(other)];
    if (his == 0) {
      erase(player, mine + 1, segment);
      if (mine > 0) insert(player, mine, segment);
    } else if (mine == 0) {
      insert(other, his, segment);
    }
  }
}

}  // namespace inarow::threats
