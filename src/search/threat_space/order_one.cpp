// The part of ThreatSearch that looks for wins of order 1.
//
// Heuristic: it works on a table that may forget and confuse positions; what it finds is walked
// through by verify_win.cpp before anybody hears of it.

#include <algorithm>

#include "search/threat_space/threat_search.hpp"

namespace inarow::threats {
namespace {

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

}  // namespace

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
  if (!generate(board_.p(), moves)) {
    cut_ = true;
    return false;
  }
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

}  // namespace inarow::threats
