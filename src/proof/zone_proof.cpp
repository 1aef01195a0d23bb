// The writer of proofs by zones: turns the record of a win (search/threat_space/win_tracer.hpp)
// into the body of docs/formats/placement.md.
//
// Nothing is searched and nothing is believed: the walk goes over a board of its own as a checker
// does, with the attacker's moves from the record; the defender's threats, the critical defenses,
// the zones and what covers what are worked out here. A record that does not prove the win gives no
// body.

#include <algorithm>

#include "base/expects.hpp"
#include "proof/placement_proof.hpp"
#include "proof/zone_cover.hpp"
#include "proof/zone_record.hpp"

namespace inarow {
namespace {

using threats::CellIndex;
using threats::CellSet;
using threats::ThreatBoard;
using threats::WinRecord;
using threats::Zones;
using Kind = WinRecord::Kind;

constexpr int max_depth = 400;  // attacker moves in a line, as the format has it

// How defenses are treated, and where a list of wins ends.
constexpr int way_each = 0;
constexpr int way_macro = 1;
constexpr int way_cover = 2;
constexpr int no_more_wins = 0;

class ZoneWriter {
 public:
  ZoneWriter(const ZonePosition& position, const WinRecord& record)
      : board_(position.spec, position.stones),
        steps_(record.steps),
        attacker_(position.attacker),
        defender_(opponent(position.attacker)) {}

  std::optional<PlacementProof> run(bool attacker_to_move) {
    proof_.body.assign(1, 'Z');
    Zones zones(board_);
    const bool won = attacker_to_move ? attack(zones, 0) : defend(zones, 0);
    if (!won || next_ != steps_.size()) return std::nullopt;
    for (int i = 1; i <= zones.count() && !zones.is_whole(i); ++i) {
      proof_.zones.emplace_back();
      for (const CellIndex cell : zones.empty_cells(i, board_)) {
        proof_.zones.back().push_back(board_.cell(cell));
      }
    }
    return std::move(proof_);
  }

 private:
  void put(int byte) { proof_.body += static_cast<char>(byte); }
  void put_coordinate(int value) {
    auto rest = static_cast<unsigned>(value < 0 ? -2 * value - 1 : 2 * value);
    for (; rest >= 0x80; rest >>= 7) put(static_cast<int>((rest & 0x7f) | 0x80));
    put(static_cast<int>(rest));
  }
  void put_stones(const WinRecord::Step& step) {
    put(step.size);
    for (const Cell cell : step.stones()) {
      put_coordinate(cell.x);
      put_coordinate(cell.y);
    }
  }

  // The stones of a step, if they can be placed.
  std::optional<CellSet> cells_of(const WinRecord::Step& step) const {
    CellSet cells;
    for (const Cell cell : step.stones()) {
      const CellIndex index = board_.index(cell);
      if (index < 0 || index >= board_.area() || board_.cell(index) != cell ||
          !board_.is_empty(index) || !board_.is_safe(index) || cells.contains(index)) {
        return std::nullopt;
      }
      cells.push(index);
    }
    return cells;
  }
  template <class Cells>
  void place(const Cells& cells, Player player) {
    for (const CellIndex cell : cells) board_.place(cell, player);
  }
  template <class Cells>
  void remove(const Cells& cells) {
    for (const CellIndex cell : cells) board_.remove(cell);
  }

  // The attacker is to move.
  bool attack(Zones& zones, int depth) {
    if (depth == max_depth || next_ == steps_.size()) return false;
    const WinRecord::Step& step = steps_[next_++];
    const bool completes = step.kind == Kind::completes;
    const std::optional<CellSet> cells = cells_of(step);
    if ((!completes && step.kind != Kind::moves) || !cells || cells->size == 0) return false;
    put_stones(step);
    place(*cells, attacker_);
    Zones found(board_);
    bool won = board_.has_won(attacker_) == completes;
    if (won && completes) {
      ++proof_.counts.wins;
      threats::add_counter_segments(board_, defender_, 0, found);
    } else if (won) {
      ++proof_.counts.positions;
      won = cells->size == board_.p() && defend(found, depth + 1);
    }
    remove(*cells);
    for (const CellIndex cell : *cells) found.add(1, cell);
    zones.unite(found);
    return won;
  }

  // The defender is to move.
  bool defend(Zones& zones, int depth) {
    if (board_.has_threat(defender_) || next_ == steps_.size()) return false;
    std::vector<CellSet> sets;
    threats::threat_sets(board_, attacker_, sets);
    const std::vector<CellSet> defenses = threats::critical_defenses(sets, board_.p());
    const Kind way = steps_[next_++].kind;
    bool won = false;
    if (defenses.empty()) {
      ++proof_.counts.held;
      won = way == Kind::held;
    } else if (way == Kind::macro) {
      won = after_all(defenses, zones, depth);
    } else if (way == Kind::each) {
      won = after_each(defenses, zones, depth);
    } else if (way == Kind::cover) {
      won = by_cover(defenses, zones, depth);
    }
    if (!sets.empty()) {
      threats::add_threat_cells(board_, attacker_, zones);
      threats::add_counter_segments(board_, defender_, board_.p(), zones);
    }
    return won;
  }

  // The attacker wins against these stones.
  template <class Cells>
  bool after(const Cells& cells, Zones& zones, int depth) {
    if (!std::all_of(cells.begin(), cells.end(), [&](CellIndex c) { return board_.is_safe(c); })) {
      return false;
    }
    place(cells, defender_);
    const bool won = !board_.has_won(defender_) && attack(zones, depth);
    remove(cells);
    return won;
  }

  bool after_all(const std::vector<CellSet>& defenses, Zones& zones, int depth) {
    if (defenses.front().size != board_.p()) return false;
    put(way_macro);
    return after(threats::union_of(defenses), zones, depth);
  }

  bool after_each(const std::vector<CellSet>& defenses, Zones& zones, int depth) {
    put(way_each);
    return std::all_of(defenses.begin(), defenses.end(), [&](const CellSet& defense) {
      return defense.size == board_.p() && after(defense, zones, depth);
    });
  }

  bool by_cover(const std::vector<CellSet>& defenses, Zones& zones, int depth) {
    put(way_cover);
    ZoneCover cover(board_);
    for (; next_ < steps_.size() && steps_[next_].kind == Kind::against;) {
      const WinRecord::Step& step = steps_[next_++];
      const std::optional<CellSet> stones = cells_of(step);
      if (!stones || step.further > board_.p()) return false;
      put(1 + step.further);
      put_stones(step);
      Zones found(board_);
      if (!after(*stones, found, depth)) return false;
      cover.add(*stones, found, step.further);
      found.promote(step.further);
      zones.unite(found);
    }
    if (next_ == steps_.size() || steps_[next_++].kind != Kind::end) return false;
    put(no_more_wins);
    const int stones = board_.infinite() ? board_.p() : std::min(board_.p(), board_.empty_count());
    return std::all_of(defenses.begin(), defenses.end(), [&](const CellSet& defense) {
      return cover.covers_all(defense, stones - defense.size);
    });
  }

  ThreatBoard board_;
  const std::vector<WinRecord::Step>& steps_;
  std::size_t next_ = 0;
  Player attacker_;
  Player defender_;
  PlacementProof proof_;
};

}  // namespace

std::optional<PlacementProof> proof_of_record(const ZonePosition& position,
                                              const WinRecord& record) {
  return ZoneWriter(position, record).run(position.attacker_to_move);
}

std::optional<PlacementProof> proof_of_win(const Game& game, const threats::ThreatWin& win) {
  EXPECTS(win.record != nullptr);
  return proof_of_record(zone_position(game, win.winner), *win.record);
}

std::optional<PlacementProof> prove_by_zones(const Game& game, Player attacker, int order,
                                             const StopToken* stop, std::uint64_t nodes) {
  threats::ThreatLimits limits;
  limits.nodes = nodes;
  threats::ThreatProver prover(*game.spec().placement(), game.stones(), game.to_move(), limits,
                               stop);
  prover.record_wins();
  const std::optional<threats::ThreatWin> win = prover.find_win(attacker, order);
  if (!win) return std::nullopt;
  return proof_of_win(game, *win);
}

}  // namespace inarow
