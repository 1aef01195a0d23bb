#include "search/threat_space/open_defenses.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace inarow::threats {

class OpenDefenses {
 public:
  OpenDefenses(ThreatSearch& search, Observer* observer)
      : search_(search),
        board_(search.board_),
        observer_(observer),
        zones_(board_),
        task_{search.limits_.order, search.limits_.moves_of_order, 0, Cover(board_)} {}

  DefensesResult run() {
    result_.order = search_.limits_.order;
    if (board_.has_threat(search_.defender_)) {
      report_defenders_win();
    } else {
      std::vector<CellSet> sets;
      threat_sets(board_, search_.attacker_, sets);
      result_.threats = threat_number(sets, board_.p());
      if (result_.threats <= board_.p()) {
        check_all(critical_defenses(sets, board_.p()));
      } else if (search_.tracer_ != nullptr) {
        search_.tracer_->defend(DefenseKind::held);
      }
      if (result_.threats > 0) {
        add_threat_cells(board_, search_.attacker_, zones_);
        add_counter_segments(board_, search_.defender_, board_.p(), zones_);
      }
    }
    result_.stopped = search_.stopped();
    result_.proved = result_.open.empty() && !result_.stopped;
    if (result_.proved) result_.zones = search_.zone_cells(zones_);
    std::stable_sort(
        result_.open.begin(), result_.open.end(),
        [](const OpenDefense& a, const OpenDefense& b) { return a.quality > b.quality; });
    result_.nodes = search_.nodes();
    return std::move(result_);
  }

 private:
  using Dealt = ThreatSearch::Dealt;
  using Cells = std::vector<CellIndex>;

  void check_all(const std::vector<CellSet>& defenses) {
    if (search_.tracer_ != nullptr) search_.tracer_->defend(DefenseKind::cover);
    const Dealt none(static_cast<std::size_t>(board_.area()), 0);
    for (const CellSet& defense : defenses) {
      task_.free = search_.stones_a_move() - defense.size;
      check(defense, none, {}, false);
    }
    if (search_.tracer_ != nullptr) search_.tracer_->end_cover(task_.cover.further());
  }

  // As ThreatSearch::refute, for every move that contains `defense` and none of the cells that are
  // `dealt` with; but open ones are noted and the work goes on. `pool` are cells of the zone of a
  // smaller defense; if `narrow`, the other stones of all moves that matter are among them.
  void check(const CellSet& defense, Dealt dealt, const Cells& pool, bool narrow) {
    if (search_.stopped()) return;
    const int left = search_.stones_a_move() - defense.size;
    if (left == 0) {
      if (!task_.cover.covers(defense, task_.free, zones_) && !refutes(defense, left)) {
        note_open(defense, left);
      }
    } else if (left == 1) {
      check_last(defense, dealt, pool, narrow);
    } else if (refutes(defense, left)) {
      const Zones found = task_.cover.last();
      const Cells relevant = search_.by_level(found, left);
      const Cells& next = narrow ? pool : relevant;
      for (const CellIndex cell : relevant) {
        if (!narrow && found.level(cell, left) == left) {
          search_.leave_only(found, left, dealt);
          narrow = true;
        }
        check_longer(defense, cell, dealt, next, narrow);
      }
    } else {
      // What a narrow defense leaves is tried stone by stone; it stands for nothing else.
      if (!narrow) note_open(defense, left);
      for (const CellIndex cell : pool) check_longer(defense, cell, dealt, pool, narrow);
    }
  }

  // One stone is left.
  void check_last(const CellSet& defense, const Dealt& dealt, const Cells& pool, bool narrow) {
    Cover::Rest rest = task_.cover.rest(defense, task_.free, dealt, 0, zones_);
    if (rest.cells.empty() && !rest.elsewhere) return;
    const std::size_t wins = task_.cover.size();
    if (refutes(defense, 1)) {
      rest = search_.narrowed(rest, defense, task_, wins, zones_);
    } else if (!narrow) {
      note_open(defense, 1);
      std::erase_if(rest.cells, [&](CellIndex cell) {
        return std::find(pool.begin(), pool.end(), cell) == pool.end();
      });
    }
    while (!rest.cells.empty() && !search_.stopped()) {
      const std::size_t before = task_.cover.size();
      CellSet whole = defense;
      whole.push(rest.cells.front());
      rest.cells.erase(rest.cells.begin());
      if (refutes(whole, 0)) {
        rest = search_.narrowed(rest, defense, task_, before, zones_);
      } else {
        note_open(whole, 0);
      }
    }
  }

  void check_longer(const CellSet& defense, CellIndex cell, Dealt& dealt, const Cells& pool,
                    bool narrow) {
    char& mark = dealt[static_cast<std::size_t>(cell)];
    if (defense.contains(cell) || mark != 0) return;
    CellSet longer = defense;
    longer.push(cell);
    check(longer, dealt, pool, narrow);
    mark = 1;
  }

  // Whether the attacker wins against these stones of the defender and no others.
  bool refutes(const CellSet& defense, int left) {
    if (search_.stopped()) return false;
    if (observer_ != nullptr && ++tried_ % 16 == 0) {
      observer_->set_stage(fmt::format("{} defenses tried, {} open", tried_, result_.open.size()));
    }
    const int order =
        std::max(left > 0 ? result_.order - left : result_.order - 1, left > 0 ? 0 : 1);
    if (order < 1 ||
        !std::all_of(
            defense.begin(), defense.end(), [&](CellIndex cell) { return board_.is_safe(cell); })) {
      return false;
    }
    Zones found(board_);
    const std::size_t before = search_.mark();
    if (search_.tracer_ != nullptr) search_.tracer_->against(defense);
    search_.place(defense, search_.defender_);
    std::optional<CellSet> answer;
    int found_order = 0;
    {
      const std::uint64_t all = search_.end_;
      search_.end_ = std::min(all, search_.nodes() + search_.limits_.nodes_a_defense);
      // Simple wins first: their zones are small.
      while (!answer && !search_.stopped_ && found_order < order) {
        ++found_order;
        answer = search_.prove_of_order(found_order, found);
      }
      const bool by_flag = inarow::stopped(search_.stop_);
      search_.end_ = all;
      if (search_.stopped_ && search_.nodes() < all && !by_flag) search_.stopped_ = false;
    }
    search_.remove(defense);
    if (!answer || (left > 0 && board_.infinite() && found.is_whole(left))) {
      search_.take_back_to(before);
      return false;
    }
    RefutedDefense refuted{move_of(defense), left, move_of(*answer), found_order};
    result_.refuted.push_back(std::move(refuted));
    task_.cover.add(defense, found, left);
    found.promote(left);
    zones_.unite(found);
    return true;
  }

  void note_open(const CellSet& defense, int left) {
    if (search_.stopped()) return;  // not looked at
    result_.open.push_back({move_of(defense), left, quality(defense)});
  }

  void report_defenders_win() {
    result_.defender_wins = true;
    for (int stones = board_.k() - 1; result_.open.empty(); --stones) {
      if (board_.active(search_.defender_, stones).empty()) continue;
      CellSet cells;
      board_.for_empty_cells(board_.active(search_.defender_, stones)[0],
                             [&](CellIndex cell) { cells.push(cell); });
      note_open(cells, 0);
    }
  }

  // What the stones are worth to the defender: segments of the attacker that they block, and
  // segments of his own that they lengthen.
  int quality(const CellSet& defense) {
    int total = 0;
    const Player attacker = search_.attacker_;
    for (const CellIndex cell : defense) {
      for (const SegmentIndex segment : board_.segments_through(cell)) {
        const int his = board_.stones_in(segment, attacker);
        const int mine = board_.stones_in(segment, search_.defender_);
        if (mine == 0 && his > 0) total += 2 << (2 * std::min(his, 8));
        if (his == 0 && mine > 0) total += 1 << (2 * std::min(mine, 8));
      }
      if (board_.is_safe(cell)) board_.place(cell, search_.defender_);
    }
    for (const CellIndex cell : defense) {
      if (board_.is_safe(cell)) board_.remove(cell);
    }
    return total;
  }

  Move move_of(const CellSet& cells) const {
    Move move;
    for (const CellIndex cell : cells) move.push_back(board_.cell(cell));
    return move;
  }

  ThreatSearch& search_;
  ThreatBoard& board_;
  Observer* observer_;
  Zones zones_;
  ThreatSearch::Task task_;
  DefensesResult result_;
  std::size_t tried_ = 0;
};

DefensesResult find_open_defenses(const PlacementSpec& spec, const std::vector<Stone>& stones,
                                  Player attacker, const ThreatLimits& limits,
                                  const StopToken* stop, Observer* observer, bool recording) {
  ThreatSearch search(spec, stones, attacker, limits, stop);
  WinRecorder recorder(search.board());
  if (recording) search.set_tracer(&recorder);
  DefensesResult result = OpenDefenses(search, observer).run();
  if (recording && !result.defender_wins) {
    result.record = std::make_shared<const WinRecord>(recorder.take());
  }
  return result;
}

}  // namespace inarow::threats
