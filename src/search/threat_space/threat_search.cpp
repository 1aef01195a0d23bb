#include "search/threat_space/threat_search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "base/expects.hpp"

namespace inarow::threats {
namespace {

constexpr int max_threat_k = 50;
constexpr int max_spread = 100;  // of the stones on an infinite board
constexpr std::int16_t every_depth = 30000;
// So many last stones of a defense are tried one by one; with more, the defense without a last
// stone first.
constexpr std::size_t few_stones = 2;
constexpr std::size_t many_stones = 12;  // without a win against that one: no attempt

// A few good moves deep against macro-moves (verify_macro), which leave the attacker alone on the
// board, as in Allis's threat-space search; then more moves, then each defense by itself. The
// widths are the best of some ten tried on Connect(6,2,3), and on nothing else.
struct SearchPass {
  std::size_t width;  // growing, so that what fails in a pass says nothing about later ones
  bool macro_only;
};
constexpr std::array<SearchPass, 4> search_passes{
    {{2, true}, {5, true}, {16, false}, {10000, false}}};

std::vector<CellIndex> union_of(const std::vector<CellSet>& sets) {
  std::vector<CellIndex> cells;
  for (const CellSet& set : sets) cells.insert(cells.end(), set.begin(), set.end());
  std::sort(cells.begin(), cells.end());
  cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
  return cells;
}

}  // namespace

std::optional<std::string> ThreatSearch::obstacle(const GameSpec& spec) {
  const PlacementSpec* placement = spec.placement();
  if (placement == nullptr) return spec.to_string() + " is no placement game";
  if (placement->p > max_stones) {
    return fmt::format("threat search takes at most {} stones a move; {} has {}", max_stones,
                       spec.to_string(), placement->p);
  }
  if (placement->k <= placement->p || placement->k > max_threat_k) {
    return fmt::format("threat search takes k from p + 1 to {}; {} has {}", max_threat_k,
                       spec.to_string(), placement->k);
  }
  return std::nullopt;
}

std::optional<std::string> ThreatSearch::obstacle(const Game& game) {
  if (const std::optional<std::string> reason = obstacle(game.spec())) return reason;
  const std::vector<Stone> stones = game.stones();
  if (game.moves().empty() || stones.empty()) {
    return "threat search needs a position with stones; give it moves";
  }
  if (!game.spec().placement()->board) {
    for (const Stone& stone : stones) {
      if (std::abs(stone.cell.x - stones[0].cell.x) > max_spread ||
          std::abs(stone.cell.y - stones[0].cell.y) > max_spread) {
        return fmt::format("threat search takes stones at most {} cells apart", max_spread);
      }
    }
  }
  return std::nullopt;
}

ThreatSearch::ThreatSearch(const PlacementSpec& spec, const std::vector<Stone>& stones,
                           Player attacker, const ThreatLimits& limits,
                           const std::atomic<bool>* stop)
    : board_(spec, stones),
      attacker_(attacker),
      defender_(opponent(attacker)),
      limits_(limits),
      stop_(stop),
      generator_(board_, attacker),
      table_(std::bit_ceil(std::max<std::size_t>(limits.table, 1024))),
      end_(limits.nodes) {
  EXPECTS(spec.k > spec.p && spec.p <= max_stones);
  EXPECTS(!board_.has_won(Player::first) && !board_.has_won(Player::second));
}

void ThreatSearch::place(const CellSet& move, Player player) {
  for (const CellIndex cell : move) board_.place(cell, player);
}

void ThreatSearch::remove(const CellSet& move) {
  for (const CellIndex cell : move) board_.remove(cell);
}

bool ThreatSearch::out_of_time() {
  count_node();
  if (nodes() >= end_ ||
      ((nodes() & 255) == 0 && stop_ != nullptr && stop_->load(std::memory_order_relaxed))) {
    stopped_ = true;
  }
  return stopped_;
}

void ThreatSearch::allow(std::uint64_t nodes_more) {
  end_ = nodes() + nodes_more;
  stopped_ = false;
}

// Places stones of the defender on all cells; false, and none placed, if one is not safe.
bool ThreatSearch::place_all(const std::vector<CellIndex>& cells) {
  if (!std::all_of(cells.begin(), cells.end(), [&](CellIndex c) { return board_.is_safe(c); })) {
    return false;
  }
  for (const CellIndex cell : cells) board_.place(cell, defender_);
  return true;
}

void ThreatSearch::remove_all(const std::vector<CellIndex>& cells) {
  for (const CellIndex cell : cells) board_.remove(cell);
}

// Is there a win of order 1 by at most `depth` moves that do not win at once? The table remembers
// moves for verify_attack.
bool ThreatSearch::search_attack(int depth) {
  if (board_.has_threat(attacker_)) return true;
  if (out_of_time() || nodes() > search_end_) {
    cut_ = true;
    return false;
  }
  const std::uint64_t key = board_.hash();
  if (const Entry& known = entry(); known.key == key) {
    if (known.won) return true;
    if (known.failed_width >= width_ && known.failed_depth >= depth) {
      if (known.failed_depth != every_depth) cut_ = true;
      return false;
    }
  }
  const bool cut_before = cut_;
  cut_ = false;
  std::vector<AttackMove> moves;
  generator_.generate(board_.p(), moves);
  bool won = false;
  std::size_t tried = 0;
  for (const AttackMove& move : moves) {
    if (move.threats <= board_.p()) {
      // The last move has to win: a defense that blocks all threats leaves none.
      if (depth == 1 || tried == width_) {
        cut_ = true;
        break;
      }
      ++tried;
      place(move.cells, attacker_);
      won = search_defense(depth - 1);
      remove(move.cells);
    } else {
      won = true;
    }
    if (won) {
      entry() = {key, move.cells, 0, 0, true};
      generator_.remember(move.cells);
      break;
    }
  }
  if (!won && !stopped_ && nodes() <= search_end_) {
    entry() = {key, {}, cut_ ? static_cast<std::int16_t>(depth) : every_depth, width_, false};
  }
  cut_ = cut_ || cut_before;
  return won;
}

// The attacker has just moved and has p threats, so that a defense leaves no free stone.
bool ThreatSearch::search_defense(int depth) {
  count_node();
  std::vector<CellSet> sets;
  threat_sets(board_, attacker_, sets);
  const std::vector<CellSet> defenses = critical_defenses(sets, board_.p());
  const std::vector<CellIndex> all = union_of(defenses);
  if (defenses.size() > 1 && place_all(all)) {
    const bool won = !board_.has_won(defender_) && search_attack(depth);
    remove_all(all);
    if (won || macro_only_) return won;
  }
  for (const CellSet& defense : defenses) {
    if (!is_safe(defense)) return false;
    place(defense, defender_);
    const bool won = search_attack(depth);
    remove(defense);
    if (!won) return false;
  }
  return true;
}

bool ThreatSearch::find_order_one() {
  search_end_ = nodes() + limits_.nodes_a_search;
  for (const SearchPass& pass : search_passes) {
    width_ = pass.width;
    macro_only_ = pass.macro_only;
    for (int depth = 1; depth <= limits_.depth; ++depth) {
      cut_ = false;
      if (search_attack(depth)) return true;
      if (stopped_ || nodes() > search_end_) return false;
      if (!cut_) break;
    }
  }
  return false;
}

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
  generator_.generate(std::max(0, board_.p() - order + 1), candidates);
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
Cover::Rest ThreatSearch::narrowed(const Cover::Rest& rest, const CellSet& defense,
                                   Task& task, std::size_t first, Zones& zones) const {
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

bool ThreatSearch::play(const Move& cells, Player player) {
  for (const Cell cell : cells) {
    const CellIndex index = board_.index(cell);
    if (index < 0 || index >= board_.area() || board_.cell(index) != cell ||
        !board_.is_safe(index)) {
      return false;
    }
    EXPECTS(board_.is_empty(index));
  }
  for (const Cell cell : cells) board_.place(board_.index(cell), player);
  return true;
}

void ThreatSearch::take_back(const Move& cells) {
  for (const Cell cell : cells) board_.remove(board_.index(cell));
}

std::optional<Move> ThreatSearch::remembered_move() {
  const Entry& known = entry();
  if (known.key != board_.hash() || !known.won) return std::nullopt;
  Move move;
  for (const CellIndex cell : known.move) {
    // Two positions may share a key.
    if (cell >= board_.area() || !board_.is_empty(cell) || !board_.is_safe(cell)) {
      return std::nullopt;
    }
    move.push_back(board_.cell(cell));
  }
  return move;
}

std::vector<std::vector<Cell>> ThreatSearch::zone_cells(const Zones& zones) const {
  std::vector<std::vector<Cell>> result;
  for (int order = 1; order <= zones.count() && !zones.is_whole(order); ++order) {
    result.emplace_back();
    for (const CellIndex cell : zones.empty_cells(order, board_)) {
      result.back().push_back(board_.cell(cell));
    }
  }
  return result;
}

std::optional<ThreatWin> ThreatSearch::find_win() {
  std::optional<ThreatWin> win;
  for (int order = 1; order <= limits_.order && !win && !stopped_; ++order) {
    win = find_win_of_order(order);
  }
  return win;
}

std::optional<ThreatWin> ThreatSearch::find_win_after_defense() {
  std::optional<ThreatWin> win;
  for (int order = 1; order <= limits_.order && !win && !stopped_; ++order) {
    win = find_win_after_defense_of_order(order);
  }
  return win;
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

std::optional<ThreatWin> ThreatSearch::find_win_of_order(int order) {
  Zones zones(board_);
  const std::optional<CellSet> move = prove_of_order(order, zones);
  if (!move) return std::nullopt;
  ThreatWin win{attacker_, {}, order, zone_cells(zones), nullptr};
  for (const CellIndex cell : *move) win.move.push_back(board_.cell(cell));
  return win;
}

std::optional<ThreatWin> ThreatSearch::find_win_after_defense_of_order(int order) {
  Zones zones(board_);
  const std::size_t before = mark();
  if (!verify_defense(order, order == 1 ? 0 : limits_.moves_of_order, zones)) {
    take_back_to(before);
    return std::nullopt;
  }
  return ThreatWin{attacker_, {}, order, zone_cells(zones), nullptr};
}

}  // namespace inarow::threats
