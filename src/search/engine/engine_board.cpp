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
      steps_(window_.steps()),
      lowest_listed_(std::max(1, spec.k - 2 * spec.p)),
      first_threat_(std::max(1, spec.k - spec.p)),
      all_segments_(4 * window_.area()) {
  for (int i = 0; i < spec_.k; ++i) {
    steps_worth_.push_back(weights.order[at(i + 1)] - weights.order[at(i)]);
  }
  steps_worth_.push_back(0);
  cells_.assign(at(area()), -1);
  counts_.assign(at(4 * area()), {0, 0});
  for (Side& side : sides_) {
    side.gains.assign(at(area()), 0);
    side.position.assign(at(4 * area()), -1);
    side.active.assign(at(spec_.k + 1), 0);
    side.lists.assign(at(list_of(spec_.k + 1)), -1);
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
    for (Side& side : sides_) side.gains[at(i)] = empty_segments * step_at(0);
  }
  from_.push_back(static_cast<int>(through_.size()));
  for (const Stone& stone : stones) place(index(stone.cell), stone.player);
}

void EngineBoard::remove(CellIndex cell) {
  change<true, -1>(cell, static_cast<Player>(cells_[at(cell)]));
}

void EngineBoard::remove_only(CellIndex cell) {
  change<false, -1>(cell, static_cast<Player>(cells_[at(cell)]));
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

inline void EngineBoard::enter(Side& side, SegmentIndex segment, int stones) {
  const int place = side.active[at(stones)]++;
  if (stones >= lowest_listed()) {
    side.lists[at(list_of(stones) + place)] = segment;
    side.position[at(segment)] = place;
  }
}

// The last of the list takes its place.
inline void EngineBoard::leave(Side& side, SegmentIndex segment, int stones) {
  const int last = --side.active[at(stones)];
  if (stones >= lowest_listed()) {
    const int place = side.position[at(segment)];
    const SegmentIndex moved = side.lists[at(list_of(stones) + last)];
    side.lists[at(list_of(stones) + place)] = moved;
    side.position[at(moved)] = place;
  }
}

inline void EngineBoard::add_gain(SegmentIndex segment, Side& side, std::int32_t difference) {
  std::int32_t* gains = side.gains.data();
  for_cells(segment, [&](CellIndex cell) { gains[cell] += difference; });
}

// Placing and removing are the same step in two directions: from `fewer` to `more` stones or back.
template <bool with_gains, int by>
void EngineBoard::change(CellIndex cell, Player player) {
  EXPECTS(is_empty(cell) == (by > 0));
  Side& own = sides_[at(player)];
  Side& other = sides_[at(opponent(player))];
  cells_[at(cell)] = by > 0 ? static_cast<signed char>(player) : static_cast<signed char>(-1);
  stones_ += by;
  hash_ ^= mix(static_cast<std::uint64_t>(2 * cell + index_of(player) + 1) * 0x9e3779b97f4a7c15ULL);
  for (const SegmentIndex segment : segments_through(cell)) {
    std::array<std::uint8_t, 2>& counts = counts_[at(segment)];
    const int now = counts[at(player)] + by;
    counts[at(player)] = static_cast<std::uint8_t>(now);
    const int fewer = by > 0 ? now - 1 : now;
    const int his = counts[at(opponent(player))];
    if (his == 0) {
      if constexpr (with_gains) {
        add_gain(segment, own, by * (step_at(fewer + 1) - step_at(fewer)));
      }
      if (now - by > 0) leave(own, segment, now - by);
      if (now > 0) enter(own, segment, now);
    }
    if (fewer == 0) {
      // The segment dies for the other player, or comes back to life.
      if constexpr (with_gains) add_gain(segment, other, -by * step_at(his));
      if (his > 0 && by > 0) leave(other, segment, his);
      if (his > 0 && by < 0) enter(other, segment, his);
    }
  }
}

template void EngineBoard::change<true, +1>(CellIndex, Player);
template void EngineBoard::change<false, +1>(CellIndex, Player);

}  // namespace inarow::engine
