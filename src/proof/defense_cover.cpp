#include "proof/defense_cover.hpp"

#include <algorithm>

namespace inarow {

using threats::CellIndex;
using threats::CellSet;
using threats::Zones;

namespace {

// With more wins than this none is left out: it would take long to find out which.
constexpr std::size_t most_sifted = 200;

}  // namespace

DefenseCover::DefenseCover(const ZonePosition& position)
    : board_(position.spec, position.stones), attacker_(position.attacker) {
  std::vector<CellSet> sets;
  threats::threat_sets(board_, attacker_, sets);
  threatened_ = !sets.empty();
  defenses_ = threats::critical_defenses(sets, board_.p());
  stones_a_move_ = board_.infinite() ? board_.p() : std::min(board_.p(), board_.empty_count());
}

void DefenseCover::add(const Move& stones, const ZoneCells& zones) {
  const auto inside = [&](Cell cell) {
    const CellIndex index = board_.index(cell);
    return index >= 0 && index < board_.area() && board_.cell(index) == cell;
  };
  Win win{{}, Zones(board_)};
  given_.push_back(-1);
  for (const Cell cell : stones) {
    if (!inside(cell) || win.stones.size == threats::max_stones) return;
    win.stones.push(board_.index(cell));
  }
  const int count = win.zones.count();
  for (int order = 1; order <= count; ++order) {
    const auto at = static_cast<std::size_t>(order - 1);
    // A zone that is unknown or does not fit is taken for the whole board.
    if (at >= zones.size() || !std::all_of(zones[at].begin(), zones[at].end(), inside)) {
      win.zones.make_whole(order);
      break;
    }
    for (const Cell cell : zones[at]) win.zones.add(order, board_.index(cell));
  }
  given_.back() = static_cast<int>(wins_.size());
  wins_.push_back(std::move(win));
}

ZoneCover DefenseCover::cover_of(const std::vector<int>& further) const {
  ZoneCover cover(board_);
  for (std::size_t i = 0; i < wins_.size(); ++i) {
    if (further[i] >= 0) cover.add(wins_[i].stones, wins_[i].zones, further[i]);
  }
  return cover;
}

bool DefenseCover::covers(const Move& move) const {
  CellSet cells;
  for (const Cell cell : move) {
    if (cells.size < threats::max_stones) cells.push(board_.index(cell));
  }
  return cover_of(std::vector<int>(wins_.size(), board_.p())).covers(cells);
}

bool DefenseCover::covers_all(const std::vector<int>& further) const {
  const ZoneCover cover = cover_of(further);
  return std::all_of(defenses_.begin(), defenses_.end(), [&](const CellSet& defense) {
    return cover.covers_all(defense, stones_a_move_ - defense.size);
  });
}

std::optional<Move> DefenseCover::uncovered() const {
  Move move;
  const Player defender = opponent(attacker_);
  for (int stones = board_.k() - 1; stones >= board_.first_threat(); --stones) {
    if (board_.active(defender, stones).empty()) continue;
    board_.for_empty_cells(board_.active(defender, stones)[0],
                           [&](CellIndex cell) { move.push_back(board_.cell(cell)); });
    return move;
  }
  const ZoneCover cover = cover_of(std::vector<int>(wins_.size(), board_.p()));
  for (const CellSet& defense : defenses_) {
    const std::optional<CellSet> found = cover.uncovered(defense, stones_a_move_ - defense.size);
    if (!found) continue;
    // A far cell: any empty one that no zone has is as good.
    CellIndex far = 0;
    for (const CellIndex cell : *found) {
      if (cell >= 0) {
        move.push_back(board_.cell(cell));
        continue;
      }
      while (far < board_.area() &&
             (!board_.is_empty(far) || !board_.is_safe(far) || found->contains(far) ||
              std::any_of(
                  wins_.begin(), wins_.end(),
                  [&](const Win& win) {
                    return win.zones.level(far, win.zones.count()) <= win.zones.count() &&
                           !win.zones.is_whole(1);
                  }))) {
        ++far;
      }
      if (far == board_.area()) return move;
      move.push_back(board_.cell(far++));
    }
    return move;
  }
  return std::nullopt;
}

std::optional<DefenseCover::Closed> DefenseCover::close() const {
  std::vector<int> further(wins_.size(), board_.p());
  if (board_.has_threat(opponent(attacker_)) || !covers_all(further)) return std::nullopt;
  if (wins_.size() <= most_sifted) {
    for (std::size_t i = 0; i < wins_.size(); ++i) {
      for (further[i] = -1; !covers_all(further); ++further[i]) {
      }
    }
  }
  Zones zones(board_);
  for (std::size_t i = 0; i < wins_.size(); ++i) {
    if (further[i] < 0) continue;
    Zones shifted = wins_[i].zones;
    shifted.promote(further[i]);
    zones.unite(shifted);
  }
  if (threatened_) {
    threats::add_threat_cells(board_, attacker_, zones);
    threats::add_counter_segments(board_, opponent(attacker_), board_.p(), zones);
  }
  Closed closed;
  closed.held = defenses_.empty();
  for (int order = 1; order <= zones.count() && !zones.is_whole(order); ++order) {
    closed.zones.emplace_back();
    for (const CellIndex cell : zones.empty_cells(order, board_)) {
      closed.zones.back().push_back(board_.cell(cell));
    }
  }
  for (const int number : given_) {
    closed.further.push_back(number < 0 ? -1 : further[static_cast<std::size_t>(number)]);
  }
  return closed;
}

ZoneCells zones_of_attack(const Move& move, ZoneCells after) {
  for (std::vector<Cell>& zone : after) {
    for (const Cell cell : move) {
      if (std::find(zone.begin(), zone.end(), cell) == zone.end()) zone.push_back(cell);
    }
  }
  return after;
}

}  // namespace inarow
