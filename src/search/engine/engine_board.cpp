#include "search/engine/engine_board.hpp"

#include <algorithm>

#include "base/bits.hpp"
#include "base/expects.hpp"

namespace inarow::engine {
namespace {

constexpr int margin_segments = 2;  // of an infinite board's window

}  // namespace

EngineBoard::EngineBoard(const PlacementSpec& spec, const std::vector<Stone>& stones,
                         const Weights& weights)
    : spec_(spec),
      window_(threats::BoardWindow::around(spec, stones, margin_segments)),
      steps_(window_.steps()) {
  for (int i = 0; i < spec_.k; ++i) {
    steps_worth_.push_back(weights.order[at(i + 1)] - weights.order[at(i)]);
  }
  steps_worth_.push_back(0);
  cells_.assign(at(area()), -1);
  counts_.assign(at(4 * area()), {0, 0});
  for (std::size_t player = 0; player < 2; ++player) {
    gain_[player].assign(at(area()), 0);
    position_[player].assign(at(4 * area()), -1);
    active_[player].assign(at(spec_.k + 1), 0);
    lists_[player].resize(at(spec_.k + 1));
  }
  for (CellIndex i = 0; i < area(); ++i) {
    const std::size_t before = through_.size();
    for (const Direction d : all_directions) {
      from_.push_back(static_cast<int>(through_.size()));
      window_.for_segments(i, d, spec_.k, [&](CellIndex first) {
        through_.push_back(4 * first + static_cast<int>(d));
      });
    }
    const auto empty_segments = static_cast<std::int32_t>(through_.size() - before);
    for (auto& gains : gain_) gains[at(i)] = empty_segments * step_at(0);
  }
  from_.push_back(static_cast<int>(through_.size()));
  for (const Stone& stone : stones) place(index(stone.cell), stone.player);
}

void EngineBoard::remove(CellIndex cell) {
  change<true>(cell, static_cast<Player>(cells_[at(cell)]), -1);
}

void EngineBoard::remove_only(CellIndex cell) {
  change<false>(cell, static_cast<Player>(cells_[at(cell)]), -1);
}

std::int32_t EngineBoard::count_gain(CellIndex cell, Player player) const {
  std::int32_t gain = 0;
  const std::size_t mine = at(player);
  for (const SegmentIndex segment : segments_through(cell)) {
    const std::array<std::uint8_t, 2>& counts = counts_[at(segment)];
    if (counts[1 - mine] == 0) gain += step_at(counts[mine]);
  }
  return gain;
}

void EngineBoard::move_segment(Player player, SegmentIndex segment, int before, int after) {
  std::vector<int>& active = active_[at(player)];
  std::vector<int>& position = position_[at(player)];
  if (before > 0) {
    --active[at(before)];
    if (is_threat(before)) --threats_[at(player)];
    if (before >= lowest_listed()) {
      std::vector<SegmentIndex>& list = lists_[at(player)][at(before)];
      const int place = position[at(segment)];
      list[at(place)] = list.back();
      position[at(list.back())] = place;
      list.pop_back();
    }
  }
  if (after > 0) {
    ++active[at(after)];
    if (is_threat(after)) ++threats_[at(player)];
    if (after >= lowest_listed()) {
      std::vector<SegmentIndex>& list = lists_[at(player)][at(after)];
      position[at(segment)] = static_cast<int>(list.size());
      list.push_back(segment);
    }
  }
}

void EngineBoard::add_gain(SegmentIndex segment, Player player, std::int32_t difference) {
  std::int32_t* gains = gain_[at(player)].data();
  for_cells(segment, [&](CellIndex cell) { gains[cell] += difference; });
}

// Placing and removing are the same step in two directions: from `fewer` to `more` stones or back.
template <bool with_gains>
void EngineBoard::change(CellIndex cell, Player player, int by) {
  EXPECTS(is_empty(cell) == (by > 0));
  const Player other = opponent(player);
  cells_[at(cell)] = by > 0 ? static_cast<signed char>(player) : static_cast<signed char>(-1);
  stones_ += by;
  hash_ ^= mix(static_cast<std::uint64_t>(2 * cell + index_of(player) + 1) * 0x9e3779b97f4a7c15ULL);
  for (const SegmentIndex segment : segments_through(cell)) {
    std::array<std::uint8_t, 2>& counts = counts_[at(segment)];
    const int now = counts[at(player)] + by;
    counts[at(player)] = static_cast<std::uint8_t>(now);
    const int fewer = by > 0 ? now - 1 : now;
    const int his = counts[at(other)];
    if (his == 0) {
      if constexpr (with_gains)
        add_gain(segment, player, by * (step_at(fewer + 1) - step_at(fewer)));
      move_segment(player, segment, now - by, now);
    }
    if (fewer == 0) {
      // The segment dies for the other player, or comes back to life.
      if constexpr (with_gains) add_gain(segment, other, -by * step_at(his));
      if (his > 0) move_segment(other, segment, by > 0 ? his : 0, by > 0 ? 0 : his);
    }
  }
}

template void EngineBoard::change<true>(CellIndex, Player, int);
template void EngineBoard::change<false>(CellIndex, Player, int);

}  // namespace inarow::engine
