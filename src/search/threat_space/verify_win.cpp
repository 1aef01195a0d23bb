// The part of ThreatSearch that proves: it walks through wins, finds the critical defenses and
// builds the zones by the operations of the paper (threat_search.hpp has the list).
//
// Wins only: what it returns is proved. The tracer hears what stands, and attempts that fail are
// taken back.

#include <algorithm>

#include "base/expects.hpp"
#include "search/threat_space/threat_search.hpp"

namespace inarow::threats {
namespace {

// So many last stones of a defense are tried one by one; with more, the defense without a last
// stone first.
constexpr std::size_t few_stones = 2;
constexpr std::size_t many_stones = 12;  // without a win against that one: no attempt

}  // namespace

// Safe cells that complete a line of the attacker.
std::optional<CellSet> ThreatSearch::completion() const {
  for (int stones = board_.k() - 1; stones >= board_.first_threat(); --stones) {
    for (const SegmentIndex segment : board_.active(attacker_, stones)) {
      CellSet cells;
      board_.for_empty_cells(segment, [&](CellIndex cell) { cells.push(cell); });
      if (is_safe(cells)) return cells;
    }
  }
  return std::nullopt;
}

bool ThreatSearch::is_safe(const CellSet& cells) const {
  return std::all_of(cells.begin(), cells.end(), [&](CellIndex c) { return board_.is_safe(c); });
}

// The attacker completes a line: AT-1 with its cells, EP-1 in the position after it.
bool ThreatSearch::win_at_once(Zones& zones) {
  const std::optional<CellSet> cells = completion();
  if (!cells) return false;
  if (tracer_ != nullptr) tracer_->attack(*cells, true);
  place(*cells, attacker_);
  EXPECTS(board_.has_won(attacker_));
  add_counter_segments(board_, defender_, 0, zones);
  remove(*cells);
  for (const CellIndex cell : *cells) zones.add(1, cell);
  winning_cells_ = *cells;
  return true;
}

// The macro-move (Wu 2010, section IV-C): all cells of all defenses at once. If the attacker wins
// even so, he wins against each of them, since fewer stones of the defender never hurt him; and as
// the cells of the defenses are in all zones anyway (T3-1), extra stones outside the zones of this
// win are outside it after each defense too.
bool ThreatSearch::verify_macro(const std::vector<CellSet>& defenses, Zones& zones, int depth) {
  const std::vector<CellIndex> all = union_of(defenses);
  if (defenses.size() < 2 || !place_all(all)) return false;
  Zones found(board_);
  const std::size_t before = mark();
  if (tracer_ != nullptr) tracer_->defend(DefenseKind::macro);
  const bool won = !board_.has_won(defender_) && entry().key == board_.hash() && entry().won &&
                   verify_attack(found, depth + 1);
  remove_all(all);
  if (won) {
    zones.unite(found);
  } else {
    take_back_to(before);
  }
  return won;
}

bool ThreatSearch::verify_each(const std::vector<CellSet>& defenses, Zones& zones, int depth) {
  if (tracer_ != nullptr) tracer_->defend(DefenseKind::each);
  for (const CellSet& defense : defenses) {
    if (!is_safe(defense)) return false;
    place(defense, defender_);
    const bool won = verify_attack(zones, depth + 1);
    remove(defense);
    if (!won) return false;
  }
  return true;
}

// Walks through a win of order 1 that search_attack found.
bool ThreatSearch::verify_attack(Zones& zones, int depth) {
  count_node();
  if (win_at_once(zones)) return true;
  if (depth > 4 * limits_.depth) return false;
  const std::uint64_t key = board_.hash();
  if (entry().key != key || !entry().won) {
    // Overwritten since: search again.
    if (!find_order_one() || entry().key != key || !entry().won) return false;
  }
  const CellSet move = entry().move;
  for (const CellIndex cell : move) {
    if (cell >= board_.area() || !board_.is_empty(cell) || !board_.is_safe(cell)) return false;
  }
  if (move.size != board_.p()) return false;
  const std::size_t before = mark();
  if (tracer_ != nullptr) tracer_->attack(move, false);
  place(move, attacker_);
  Zones after(board_);
  const bool won = verify_double(after, depth);
  remove(move);
  if (!won) {
    take_back_to(before);
    return false;
  }
  for (const CellIndex cell : move) after.add(1, cell);
  zones.unite(after);
  winning_cells_ = move;
  return true;
}

// The defender is to move in a win of order 1, where defenses with free stones do not occur.
bool ThreatSearch::verify_double(Zones& zones, int depth) {
  count_node();
  if (board_.has_threat(defender_)) return false;
  std::vector<CellSet> sets;
  threat_sets(board_, attacker_, sets);
  const int threats = threat_number(sets, board_.p());
  if (threats < board_.p()) return false;
  if (threats > board_.p()) {
    if (tracer_ != nullptr) tracer_->defend(DefenseKind::held);
  } else {
    const std::vector<CellSet> defenses = critical_defenses(sets, board_.p());
    if (!verify_macro(defenses, zones, depth) && !verify_each(defenses, zones, depth)) return false;
  }
  add_threat_cells(board_, attacker_, zones);
  add_counter_segments(board_, defender_, board_.p(), zones);
  return true;
}

// A proved win of the attacker, who is to move, with its zones; `moves` more moves of orders above
// 1 are allowed.
std::optional<CellSet> ThreatSearch::prove_attack(int order, int moves, Zones& zones) {
  if (out_of_time()) return std::nullopt;
  if (const std::optional<CellSet> move = prove_order_one(zones)) return move;
  // Few moves first: most wins need one, and a position without a win is given up late enough.
  for (int m = 1; m <= moves; ++m) {
    for (int r = 2; r <= order; ++r) {
      if (const std::optional<CellSet> move = prove_by_order(r, m, zones)) return move;
      if (stopped_) return std::nullopt;
    }
  }
  return std::nullopt;
}

// Likewise, by order 1.
std::optional<CellSet> ThreatSearch::prove_order_one(Zones& zones) {
  Zones found(board_);
  if (!board_.has_threat(attacker_) && !find_order_one()) return std::nullopt;
  if (!verify_attack(found, 0)) return std::nullopt;
  zones.unite(found);
  return winning_cells_;
}

// Likewise, by a first move of this order.
std::optional<CellSet> ThreatSearch::prove_by_order(int order, int moves, Zones& zones) {
  std::vector<AttackMove> candidates;
  if (!generate(std::max(0, board_.p() - order + 1), candidates)) return std::nullopt;
  if (candidates.size() > limits_.width) candidates.resize(limits_.width);
  for (const AttackMove& candidate : candidates) {
    const std::size_t before = mark();
    if (tracer_ != nullptr) tracer_->attack(candidate.cells, false);
    place(candidate.cells, attacker_);
    Zones found(board_);
    const bool won = verify_defense(order, moves - 1, found);
    remove(candidate.cells);
    if (!won) take_back_to(before);
    if (stopped_ && !won) return std::nullopt;
    if (won) {
      for (const CellIndex cell : candidate.cells) found.add(1, cell);
      zones.unite(found);
      return candidate.cells;
    }
  }
  return std::nullopt;
}

// The defender is to move: Tp1-1, Tp-1 and Tp-2.
bool ThreatSearch::verify_defense(int order, int moves, Zones& zones) {
  if (out_of_time() || board_.has_threat(defender_)) return false;
  std::vector<CellSet> sets;
  threat_sets(board_, attacker_, sets);
  const int threats = threat_number(sets, board_.p());
  if (threats > board_.p()) {
    if (tracer_ != nullptr) tracer_->defend(DefenseKind::held);
  } else {
    if (tracer_ != nullptr) tracer_->defend(DefenseKind::cover);
    const Dealt none(static_cast<std::size_t>(board_.area()), 0);
    Task task{order, moves, 0, Cover(board_)};
    for (const CellSet& defense : critical_defenses(sets, board_.p())) {
      task.free = stones_a_move() - defense.size;
      if (!refute(defense, task, none, zones)) return false;
    }
    if (tracer_ != nullptr) tracer_->end_cover(task.cover.further());
  }
  if (threats > 0) {
    // A move that leaves a threat loses to it.
    add_threat_cells(board_, attacker_, zones);
    add_counter_segments(board_, defender_, board_.p(), zones);
  }
  return true;
}

// The subverifier, Par-1 to Par-6: the attacker wins against every move that contains `defense` and
// none of the cells that are `dealt` with. A cell s is dealt with if all moves that contain the
// smaller defense and s have been refuted, with their zones in the same result.
bool ThreatSearch::refute(const CellSet& defense, Task& task, const Dealt& dealt, Zones& zones) {
  const int left = stones_a_move() - defense.size;  // null stones
  if (left == 0)
    return task.cover.covers(defense, task.free, zones) || refute_one(defense, task, zones);
  if (left == 1) return refute_last(defense, task, dealt, zones);
  if (!refute_one(defense, task, zones)) return false;
  const Zones found = task.cover.last();
  Dealt now = dealt;
  bool narrow = false;
  for (const CellIndex cell : by_level(found, left)) {
    if (!narrow && found.level(cell, left) == left) {
      leave_only(found, left, now);
      narrow = true;
    }
    if (defense.contains(cell) || now[static_cast<std::size_t>(cell)] != 0) continue;
    CellSet longer = defense;
    longer.push(cell);
    if (!refute(longer, task, now, zones)) return false;
    now[static_cast<std::size_t>(cell)] = 1;
  }
  return true;
}

// The attacker wins if the defender places these stones and no others. The win is remembered.
bool ThreatSearch::refute_one(const CellSet& defense, Task& task, Zones& zones) {
  const int left = stones_a_move() - defense.size;
  const int order = left > 0 ? task.order - left : task.order;
  if (order < 1 || !is_safe(defense)) return false;
  Zones found(board_);
  const std::size_t before = mark();
  if (tracer_ != nullptr) tracer_->against(defense);
  place(defense, defender_);
  const bool won = prove_attack(order, task.moves, found).has_value();
  remove(defense);
  if (!won || (left > 0 && board_.infinite() && found.is_whole(left))) {
    take_back_to(before);
    return false;
  }
  task.cover.add(defense, found, left);
  found.promote(left);
  zones.unite(found);
  return true;
}

// The same with one stone left: wins are looked for until every cell for it is covered.
bool ThreatSearch::refute_last(const CellSet& defense, Task& task, const Dealt& dealt,
                               Zones& zones) {
  Cover::Rest rest = task.cover.rest(defense, task.free, dealt, 0, zones);
  if (rest.cells.size() > few_stones || rest.elsewhere) {
    const std::size_t wins = task.cover.size();
    // Without a win against the defense alone it takes one for each cell.
    if (!refute_one(defense, task, zones) && (rest.elsewhere || rest.cells.size() > many_stones)) {
      return false;
    }
    rest = narrowed(rest, defense, task, wins, zones);
  }
  while (!rest.cells.empty()) {
    const std::size_t wins = task.cover.size();
    CellSet whole = defense;
    whole.push(rest.cells.front());
    if (!refute_one(whole, task, zones)) return false;
    rest = narrowed(rest, defense, task, wins, zones);
  }
  return true;
}

// What wins from number `first` on leave of the rest.
Cover::Rest ThreatSearch::narrowed(const Cover::Rest& rest, const CellSet& defense, Task& task,
                                   std::size_t first, Zones& zones) const {
  Dealt others(static_cast<std::size_t>(board_.area()), 1);
  for (const CellIndex cell : rest.cells) others[static_cast<std::size_t>(cell)] = 0;
  Cover::Rest now = task.cover.rest(defense, task.free, others, first, zones);
  now.elsewhere = now.elsewhere && rest.elsewhere;
  return now;
}

// Stones of a defender's move; fewer if the board is nearly full.
int ThreatSearch::stones_a_move() const {
  return board_.infinite() ? board_.p() : std::min(board_.p(), board_.empty_count());
}

// The empty cells of zone `left`, those of lower zones first: they are more likely to refute the
// attack.
std::vector<CellIndex> ThreatSearch::by_level(const Zones& zones, int left) const {
  std::vector<CellIndex> cells = zones.empty_cells(left, board_);
  std::stable_sort(cells.begin(), cells.end(), [&](CellIndex a, CellIndex b) {
    return zones.level(a, left) < zones.level(b, left);
  });
  return cells;
}

// A win with these zones holds against `left` extra stones if they can be numbered such that the
// i-th is outside Zi: if none is in Z1, at most one in Z2, ..., at most left - 1 in Zleft (zones
// grow). Once the stones in lower zones are dealt with, what remains has all its stones in Zleft.
void ThreatSearch::leave_only(const Zones& zones, int left, Dealt& dealt) const {
  for (CellIndex cell = 0; cell < board_.area(); ++cell) {
    if (!zones.contains(left, cell)) dealt[static_cast<std::size_t>(cell)] = 1;
  }
}

// A proved win by a first move of exactly this order.
std::optional<CellSet> ThreatSearch::prove_of_order(int order, Zones& zones) {
  if (out_of_time()) return std::nullopt;
  if (order == 1) return prove_order_one(zones);
  std::optional<CellSet> move;
  for (int m = 1; m <= limits_.moves_of_order && !move && !stopped_; ++m) {
    move = prove_by_order(order, m, zones);
  }
  return move;
}

}  // namespace inarow::threats
