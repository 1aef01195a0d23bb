#include "search/engine/double_threats.hpp"

#include <algorithm>

#include "base/expects.hpp"

namespace inarow::engine {
namespace {

constexpr std::size_t first_cells = 10;   // that make a threat
constexpr std::size_t second_cells = 14;  // beside one that makes two
constexpr std::size_t free_partners = 4;  // of these, in far segments only
constexpr std::int32_t won_at_once = 1 << 28;

std::size_t at(int index) { return static_cast<std::size_t>(index); }

bool has(const std::array<CellIndex, 2>& pair, CellIndex cell) {
  return pair[0] == cell || pair[1] == cell;
}

// The cells that a defense needs: 0 to 2, or 3 for more.
int cells_to_meet(const std::vector<std::array<CellIndex, 2>>& pairs) {
  if (pairs.empty()) return 0;
  int least = 3;
  for (const CellIndex one : pairs.front()) {
    const auto rest =
        std::find_if(pairs.begin(), pairs.end(), [&](const auto& pair) { return !has(pair, one); });
    if (rest == pairs.end()) return 1;
    for (const CellIndex other : *rest) {
      if (std::all_of(rest, pairs.end(),
                      [&](const auto& pair) { return has(pair, one) || has(pair, other); })) {
        least = 2;
      }
    }
  }
  return least;
}

}  // namespace

DoubleThreats::DoubleThreats(const EngineBoard& board) : board_(board) {
  const std::size_t area = at(board.area());
  near_.first.assign(area, {0, -1});
  far_.first.assign(area, {0, -1});
  seen_.assign(area, 0);
  done_as_first_.assign(area, 0);
  promises_.assign(area, {});
}

template <int empty>
void DoubleThreats::collect(int stones, Segments<empty>& segments) {
  segments.cells.clear();
  segments.next.clear();
  if (stones < board_.lowest_listed()) return;
  for (const SegmentIndex segment : board_.active(attacker_, stones)) {
    std::array<CellIndex, empty> cells{};
    std::size_t count = 0;
    board_.for_cells(segment, [&](CellIndex cell) {
      if (!board_.is_empty(cell)) return;
      cells[count++] = cell;
      segments.next.push_back(segments.first_of(cell, number_));
      segments.first[at(cell)] = {number_, static_cast<int>(segments.next.size()) - 1};
    });
    segments.cells.push_back(cells);
  }
}

const DoubleThreats::Promise& DoubleThreats::promise(CellIndex cell) {
  Promise& promise = promises_[at(cell)];
  if (promise.of != number_) {
    const Player defender = opponent(attacker_);
    const auto gain = [&](Player player) {
      return gains_kept_ ? board_.gain(cell, player) : board_.count_gain(cell, player);
    };
    const std::int32_t attack = gain(attacker_);
    promise = {number_, attack, attack + gain(defender) / 2};
  }
  return promise;
}

void DoubleThreats::keep_best(std::vector<CellIndex>& cells, std::size_t most) {
  if (cells.size() <= most) return;
  ranked_.clear();
  for (const CellIndex cell : cells) ranked_.push_back({-promise(cell).attack, cell});
  std::nth_element(ranked_.begin(), ranked_.begin() + static_cast<std::ptrdiff_t>(most),
                   ranked_.end());
  cells.resize(most);
  for (std::size_t i = 0; i < most; ++i) cells[i] = ranked_[i].second;
}

void DoubleThreats::offer(CellIndex first, CellIndex second, int threats) {
  if (!std::all_of(counter_->begin(), counter_->end(), [&](const CellSet& set) {
        return set.contains(first) || set.contains(second);
      })) {
    return;
  }
  CellSet move;
  move.push(first);
  move.push(second);
  std::int32_t weight = promise(first).weight + promise(second).weight;
  if (threats > board_.p()) weight += won_at_once;
  out_->push_back({move.sorted(), threats, weight});
}

int DoubleThreats::threats_of(CellIndex first, CellIndex second) {
  to_meet_.clear();
  const auto add_near = [&](CellIndex cell, CellIndex other, bool with_both) {
    for (int place = near_.first_of(cell, number_); place >= 0; place = near_.next[at(place)]) {
      const std::array<CellIndex, 3>& cells = near_.cells[at(place / 3)];
      Pair rest{-1, -1};
      std::size_t count = 0;
      for (const CellIndex c : cells) {
        if (c != cell && c != other) rest[count++] = c;
      }
      if (count == 1) rest[1] = rest[0];
      if (count == 2 || with_both) to_meet_.push_back(rest);
    }
  };
  add_near(first, second, true);
  add_near(second, first, false);
  for (int place = far_.first_of(first, number_); place >= 0; place = far_.next[at(place)]) {
    const std::array<CellIndex, 4>& cells = far_.cells[at(place / 4)];
    if (std::find(cells.begin(), cells.end(), second) == cells.end()) continue;
    Pair rest{-1, -1};
    std::size_t count = 0;
    for (const CellIndex c : cells) {
      if (c != first && c != second) rest[count++] = c;
    }
    to_meet_.push_back(rest);
  }
  return cells_to_meet(to_meet_);
}

void DoubleThreats::add_second(CellIndex cell) {
  if (seen_[at(cell)] == look_) return;
  seen_[at(cell)] = look_;
  seconds_.push_back(cell);
}

// The stone makes a threat: with which ones does it make two?
void DoubleThreats::list_with(CellIndex first) {
  to_meet_.clear();
  for (int place = near_.first_of(first, number_); place >= 0; place = near_.next[at(place)]) {
    const std::array<CellIndex, 3>& cells = near_.cells[at(place / 3)];
    Pair rest{-1, -1};
    std::size_t count = 0;
    for (const CellIndex c : cells) {
      if (c != first) rest[count++] = c;
    }
    to_meet_.push_back(rest);
  }
  const bool enough = cells_to_meet(to_meet_) >= board_.p();
  ++look_;
  seen_[at(first)] = look_;
  seconds_.clear();
  for (const auto& cells : near_.cells) {
    for (const CellIndex cell : cells) add_second(cell);
  }
  for (int place = far_.first_of(first, number_); place >= 0; place = far_.next[at(place)]) {
    for (const CellIndex cell : far_.cells[at(place / 4)]) add_second(cell);
  }
  if (enough) {
    // The other stone is free: those that promise most.
    keep_best(seconds_, second_cells);
    add_free_cells(first);
  }
  // To stop the opponent the other stone may be needed too.
  if (!counter_->empty()) {
    for (const CellIndex cell : counter_->front()) add_second(cell);
  }
  for (const CellIndex second : seconds_) {
    if (done_as_first_[at(second)] == number_) continue;
    const int threats = threats_of(first, second);
    if (threats >= board_.p()) offer(first, second, threats);
  }
  done_as_first_[at(first)] = number_;
}

void DoubleThreats::add_free_cells(CellIndex first) {
  ranked_.clear();
  for (const auto& cells : far_.cells) {
    for (const CellIndex cell : cells) {
      if (seen_[at(cell)] == look_ || cell == first) continue;
      seen_[at(cell)] = look_;
      ranked_.push_back({-promise(cell).attack, cell});
    }
  }
  const std::size_t count = std::min(free_partners, ranked_.size());
  std::partial_sort(ranked_.begin(), ranked_.begin() + static_cast<std::ptrdiff_t>(count),
                    ranked_.end());
  for (std::size_t i = 0; i < count; ++i) seconds_.push_back(ranked_[i].second);
}

void DoubleThreats::list_in_lines() {
  const int stones = board_.first_threat() - 2;
  if (stones < board_.lowest_listed() || stones < 1) return;
  for (const SegmentIndex segment : board_.active(attacker_, stones)) {
    // What they share ends where this one does. Both lie in the window, and a line has fewer starts
    // beyond its last segment than that, so that a start in another line is never met.
    const int step = board_.step_of(segment);
    for (int shift = 2; shift <= board_.k() - 2; ++shift) {
      const SegmentIndex other = segment + 4 * shift * step;
      if (board_.stones_in(other, attacker_) != stones ||
          board_.stones_in(other, opponent(attacker_)) != 0) {
        continue;
      }
      Pair pair{-1, -1};
      std::size_t count = 0;
      CellIndex cell = other >> 2;
      for (int i = shift; i < board_.k(); ++i, cell += step) {
        if (!board_.is_empty(cell)) continue;
        if (count < 2) pair[count] = cell;
        ++count;
      }
      if (count == 2) offer(pair[0], pair[1], board_.p());
    }
  }
}

void DoubleThreats::list(Player attacker, const std::vector<CellSet>& counter, bool gains_kept,
                         std::vector<ForcingMove>& out) {
  EXPECTS(board_.p() == 2 && !board_.has_threat(attacker));
  ++number_;
  attacker_ = attacker;
  counter_ = &counter;
  gains_kept_ = gains_kept;
  out_ = &out;
  const int near = board_.first_threat() - 1;
  collect(near, near_);
  if (!near_.cells.empty()) {
    collect(near - 1, far_);
    ++look_;
    firsts_.clear();
    for (const auto& cells : near_.cells) {
      for (const CellIndex cell : cells) {
        if (seen_[at(cell)] == look_) continue;
        seen_[at(cell)] = look_;
        firsts_.push_back(cell);
      }
    }
    keep_best(firsts_, first_cells);
    for (const CellIndex first : firsts_) list_with(first);
  }
  list_in_lines();
}

}  // namespace inarow::engine
