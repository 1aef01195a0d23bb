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
    return "threat search needs a position with stones; give it --moves";
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
      table_(std::bit_ceil(std::max<std::size_t>(limits.table, 1024))) {
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
  ++nodes_;
  if (nodes_ >= limits_.nodes ||
      ((nodes_ & 255) == 0 && stop_ != nullptr && stop_->load(std::memory_order_relaxed))) {
    stopped_ = true;
  }
  return stopped_;
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
  if (out_of_time() || nodes_ > search_end_) {
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
  if (!won && !stopped_ && nodes_ <= search_end_) {
    entry() = {key, {}, cut_ ? static_cast<std::int16_t>(depth) : every_depth, width_, false};
  }
  cut_ = cut_ || cut_before;
  return won;
}

// The attacker has just moved and has p threats, so that a defense leaves no free stone.
bool ThreatSearch::search_defense(int depth) {
  ++nodes_;
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
    if (!std::all_of(defense.begin(), defense.end(),
                     [&](CellIndex cell) { return board_.is_safe(cell); })) {
      return false;
    }
    place(defense, defender_);
    const bool won = search_attack(depth);
    remove(defense);
    if (!won) return false;
  }
  return true;
}

bool ThreatSearch::find_order_one() {
  search_end_ = nodes_ + limits_.nodes_a_search;
  for (const SearchPass& pass : search_passes) {
    width_ = pass.width;
    macro_only_ = pass.macro_only;
    for (int depth = 1; depth <= limits_.depth; ++depth) {
      cut_ = false;
      if (search_attack(depth)) return true;
      if (stopped_ || nodes_ > search_end_) return false;
      if (!cut_) break;
    }
  }
  return false;
}

// The attacker completes a line: AT-1 with its cells, EP-1 in the position after it.
bool ThreatSearch::win_at_once(Zones& zones) {
  for (int stones = board_.k() - 1; stones >= board_.first_threat(); --stones) {
    if (board_.active(attacker_, stones).empty()) continue;
    const SegmentIndex segment = board_.active(attacker_, stones)[0];
    CellSet cells;
    board_.for_empty_cells(segment, [&](CellIndex cell) { cells.push(cell); });
    if (!std::all_of(cells.begin(), cells.end(),
                     [&](CellIndex cell) { return board_.is_safe(cell); })) {
      return false;
    }
    place(cells, attacker_);
    EXPECTS(board_.has_won(attacker_));
    add_counter_segments(board_, defender_, 0, zones);
    remove(cells);
    for (const CellIndex cell : cells) zones.add(1, cell);
    winning_cells_ = cells;
    return true;
  }
  return false;
}

// The macro-move (Wu 2010, section IV-C): all cells of all defenses at once. If the attacker wins
// even so, he wins against each of them, since fewer stones of the defender never hurt him; and as
// the cells of the defenses are in all zones anyway (T3-1), extra stones outside the zones of this
// win are outside it after each defense too.
bool ThreatSearch::verify_macro(const std::vector<CellSet>& defenses, Zones& zones, int depth) {
  const std::vector<CellIndex> all = union_of(defenses);
  if (defenses.size() < 2 || !place_all(all)) return false;
  Zones found(board_);
  const bool won = !board_.has_won(defender_) && entry().key == board_.hash() && entry().won &&
                   verify_attack(found, depth + 1);
  remove_all(all);
  if (won) zones.unite(found);
  return won;
}

bool ThreatSearch::verify_each(const std::vector<CellSet>& defenses, Zones& zones, int depth) {
  for (const CellSet& defense : defenses) {
    if (!std::all_of(defense.begin(), defense.end(),
                     [&](CellIndex cell) { return board_.is_safe(cell); })) {
      return false;
    }
    place(defense, defender_);
    const bool won = verify_attack(zones, depth + 1);
    remove(defense);
    if (!won) return false;
  }
  return true;
}

// Walks through a win of order 1 that search_attack found.
bool ThreatSearch::verify_attack(Zones& zones, int depth) {
  ++nodes_;
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
  place(move, attacker_);
  ++nodes_;
  Zones after(board_);
  // Inside a win of order 1 a defense with free stones does not occur.
  bool won = !board_.has_threat(defender_);
  if (won) {
    std::vector<CellSet> sets;
    threat_sets(board_, attacker_, sets);
    const int threats = threat_number(sets, board_.p());
    won = threats >= board_.p();
    if (won && threats == board_.p()) {
      const std::vector<CellSet> defenses = critical_defenses(sets, board_.p());
      won = verify_macro(defenses, after, depth) || verify_each(defenses, after, depth);
    }
    if (won) {
      add_threat_cells(board_, attacker_, after);
      add_counter_segments(board_, defender_, board_.p(), after);
    }
  }
  remove(move);
  if (!won) return false;
  for (const CellIndex cell : move) after.add(1, cell);
  zones.unite(after);
  winning_cells_ = move;
  return true;
}

// A proved win of the attacker, who is to move, with its zones; `moves` more moves of orders above
// 1 are allowed.
std::optional<CellSet> ThreatSearch::prove_attack(int order, int moves, Zones& zones) {
  if (out_of_time()) return std::nullopt;
  {
    Zones found(board_);
    if ((board_.has_threat(attacker_) || find_order_one()) && verify_attack(found, 0)) {
      zones.unite(found);
      return winning_cells_;
    }
  }
  // Few moves first: most wins need one, and a position without a win is given up late enough.
  for (int m = 1; m <= moves; ++m) {
    for (int r = 2; r <= order; ++r) {
      if (const std::optional<CellSet> move = prove_by_order(r, m, zones)) return move;
      if (stopped_) return std::nullopt;
    }
  }
  return std::nullopt;
}

// Likewise, by a first move of this order.
std::optional<CellSet> ThreatSearch::prove_by_order(int order, int moves, Zones& zones) {
  std::vector<AttackMove> candidates;
  generator_.generate(std::max(0, board_.p() - order + 1), candidates);
  if (candidates.size() > limits_.width) candidates.resize(limits_.width);
  for (const AttackMove& candidate : candidates) {
    place(candidate.cells, attacker_);
    Zones found(board_);
    const bool won = verify_defense(order, moves - 1, found);
    remove(candidate.cells);
    if (stopped_) return std::nullopt;
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
  if (threats <= board_.p()) {
    const Dealt none(static_cast<std::size_t>(board_.area()), 0);
    for (const CellSet& defense : critical_defenses(sets, board_.p())) {
      if (!refute(defense, order, moves, none, zones)) return false;
    }
  }
  if (threats > 0) {
    // A move that leaves a threat loses to it.
    add_threat_cells(board_, attacker_, zones);
    add_counter_segments(board_, defender_, board_.p(), zones);
  }
  return true;
}

// The subverifier, Par-1 to Par-6: the attacker wins against every move that contains `defense`.
// `dealt` are cells s such that all moves that contain the smaller defense and s have been refuted
// already, with their zones in the same result: such a move needs no second look.
bool ThreatSearch::refute(const CellSet& defense, int order, int moves, const Dealt& dealt,
                          Zones& zones) {
  if (!std::all_of(defense.begin(), defense.end(),
                   [&](CellIndex cell) { return board_.is_safe(cell); })) {
    return false;
  }
  int stones = board_.p();
  if (!board_.infinite()) stones = std::min(stones, board_.empty_count());
  const int left = stones - defense.size;  // null stones
  if (left > 0 && order - left < 1) return false;
  Zones found(board_);
  place(defense, defender_);
  const bool won = prove_attack(left > 0 ? order - left : order, moves, found).has_value();
  remove(defense);
  if (!won) return false;
  if (left == 0) {
    zones.unite(found);
    return true;
  }
  if (board_.infinite() && found.is_whole(left)) return false;
  std::vector<CellIndex> relevant = found.empty_cells(left, board_);
  // The cells of lower zones first: they are more likely to refute the attack.
  std::stable_partition(relevant.begin(), relevant.end(),
                        [&](CellIndex cell) { return found.contains(1, cell); });
  found.promote(left);
  zones.unite(found);
  Dealt now = dealt;
  for (const CellIndex cell : relevant) {
    if (defense.contains(cell) || now[static_cast<std::size_t>(cell)] != 0) continue;
    CellSet longer = defense;
    longer.push(cell);
    if (!refute(longer, order, moves, now, zones)) return false;
    now[static_cast<std::size_t>(cell)] = 1;
  }
  return true;
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
  // The simplest win first.
  for (int order = 1; order <= limits_.order && !stopped_; ++order) {
    Zones zones(board_);
    if (const auto move = prove_attack(order, order == 1 ? 0 : limits_.moves_of_order, zones)) {
      ThreatWin win{{}, order, zone_cells(zones)};
      for (const CellIndex cell : *move) win.move.push_back(board_.cell(cell));
      return win;
    }
  }
  return std::nullopt;
}

std::optional<ThreatWin> ThreatSearch::find_win_after_defense() {
  for (int order = 1; order <= limits_.order && !stopped_; ++order) {
    Zones zones(board_);
    if (verify_defense(order, order == 1 ? 0 : limits_.moves_of_order, zones)) {
      return ThreatWin{{}, order, zone_cells(zones)};
    }
  }
  return std::nullopt;
}

}  // namespace inarow::threats
