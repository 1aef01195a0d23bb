// The writer of proofs by zones: walks as docs/formats/placement.md says, with threat search as the
// source of the attacker's moves. Every move is tried, not believed: the defender's threats, the
// critical defenses and the zones are worked out here as the walk goes, and a guess that fails is
// taken back.

#include <algorithm>

#include "proof/placement_proof.hpp"
#include "search/threat_space/threat_search.hpp"

namespace inarow {
namespace {

using threats::CellIndex;
using threats::CellSet;
using threats::SegmentIndex;
using threats::ThreatBoard;
using threats::ThreatSearch;
using threats::Zones;

constexpr int max_depth = 400;  // attacker moves in a line, as the format has it

class ZoneProof {
 public:
  ZoneProof(ThreatSearch& search, Player attacker)
      : search_(search), attacker_(attacker), defender_(opponent(attacker)) {}

  std::optional<PlacementProof> run(bool attacker_to_move) {
    proof_.body.assign(1, 'Z');
    Zones zones(board());
    if (!(attacker_to_move ? attack(zones, 0) : defend(zones, 0))) return std::nullopt;
    for (int i = 1; i <= zones.count() && !zones.is_whole(i); ++i) {
      proof_.zones.push_back(cells_of(zones.empty_cells(i, board())));
    }
    return proof_;
  }

 private:
  const ThreatBoard& board() const { return search_.board(); }

  // What has been written so far, to come back to.
  struct Mark {
    std::size_t bytes;
    ProofCounts counts;
  };
  Mark mark() const { return {proof_.body.size(), proof_.counts}; }
  void return_to(const Mark& mark) {
    proof_.body.resize(mark.bytes);
    proof_.counts = mark.counts;
  }

  void put(int byte) { proof_.body += static_cast<char>(byte); }
  void put_coordinate(int value) {
    auto rest = static_cast<unsigned>(value < 0 ? -2 * value - 1 : 2 * value);
    for (; rest >= 0x80; rest >>= 7) put(static_cast<int>((rest & 0x7f) | 0x80));
    put(static_cast<int>(rest));
  }
  void put_move(const Move& move) {
    put(static_cast<int>(move.size()));
    for (const Cell cell : move) {
      put_coordinate(cell.x);
      put_coordinate(cell.y);
    }
  }

  Move cells_of(const std::vector<CellIndex>& indices) const {
    Move move;
    for (const CellIndex index : indices) move.push_back(board().cell(index));
    return move;
  }

  bool attack(Zones& zones, int depth) {
    if (depth == max_depth || search_.stopped()) return false;
    if (board().has_threat(attacker_)) return complete(zones);
    if (const std::optional<Move> guess = search_.remembered_move()) {
      if (try_move(*guess, zones, depth)) return true;
    }
    const std::optional<threats::ThreatWin> win = search_.find_win();
    return win && try_move(win->move, zones, depth);
  }

  // A line is completed: AT-1 and EP-1.
  bool complete(Zones& zones) {
    for (int stones = board().k() - 1; stones >= board().first_threat(); --stones) {
      if (board().active(attacker_, stones).empty()) continue;
      const SegmentIndex segment = board().active(attacker_, stones)[0];
      std::vector<CellIndex> empty;
      board().for_empty_cells(segment, [&](CellIndex cell) { empty.push_back(cell); });
      const Move move = cells_of(empty);
      if (!search_.play(move, attacker_)) return false;
      threats::add_counter_segments(board(), defender_, 0, zones);
      search_.take_back(move);
      for (const CellIndex cell : empty) zones.add(1, cell);
      put_move(move);
      ++proof_.counts.wins;
      return true;
    }
    return false;
  }

  bool try_move(const Move& move, Zones& zones, int depth) {
    if (static_cast<int>(move.size()) != board().p()) return false;
    const Mark before = mark();
    if (!search_.play(move, attacker_)) return false;
    put_move(move);
    ++proof_.counts.positions;
    Zones found(board());
    const bool won = defend(found, depth + 1);
    search_.take_back(move);
    if (!won) {
      return_to(before);
      return false;
    }
    for (const Cell cell : move) found.add(1, board().index(cell));
    zones.unite(found);
    return true;
  }

  bool defend(Zones& zones, int depth) {
    if (board().has_threat(defender_)) return false;
    std::vector<CellSet> sets;
    threats::threat_sets(board(), attacker_, sets);
    const std::vector<CellSet> defenses = threats::critical_defenses(sets, board().p());
    if (defenses.empty()) {
      ++proof_.counts.held;
    } else if (!by_macro_move(defenses, zones, depth)) {
      put(0);
      for (const CellSet& defense : defenses) {
        if (!after({defense.begin(), defense.end()}, {}, zones, depth)) return false;
      }
    }
    if (!sets.empty()) {
      threats::add_threat_cells(board(), attacker_, zones);
      threats::add_counter_segments(board(), defender_, board().p(), zones);
    }
    return true;
  }

  // All cells of all defenses at once, if none leaves a free stone and the search has won so.
  bool by_macro_move(const std::vector<CellSet>& defenses, Zones& zones, int depth) {
    if (defenses.size() < 2 || defenses[0].size != board().p()) return false;
    std::vector<CellIndex> all;
    for (const CellSet& defense : defenses) all.insert(all.end(), defense.begin(), defense.end());
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    const Move move = cells_of(all);
    const Mark before = mark();
    if (!search_.play(move, defender_)) return false;
    put(1);
    Zones found(board());
    const bool likely = board().has_threat(attacker_) || search_.remembered_move().has_value();
    const bool won = !board().has_won(defender_) && likely && attack(found, depth);
    search_.take_back(move);
    if (won) {
      zones.unite(found);
    } else {
      return_to(before);
    }
    return won;
  }

  // Every move of the defender that contains `defense` and no cell of `dealt`.
  bool after(const std::vector<CellIndex>& defense, std::vector<CellIndex> dealt, Zones& zones,
             int depth) {
    const Move move = cells_of(defense);
    if (!search_.play(move, defender_)) return false;
    Zones found(board());
    const bool won = !board().has_won(defender_) && attack(found, depth);
    const int left = board().p() - static_cast<int>(defense.size());
    std::vector<CellIndex> relevant;
    const bool known = left == 0 || !board().infinite() || !found.is_whole(left);
    if (won && known && left > 0) relevant = found.empty_cells(left, board());
    search_.take_back(move);
    if (!won || !known) return false;
    found.promote(left);
    zones.unite(found);
    for (const CellIndex cell : relevant) {
      if (std::find(dealt.begin(), dealt.end(), cell) != dealt.end()) continue;
      std::vector<CellIndex> longer = defense;
      longer.push_back(cell);
      if (!after(longer, dealt, zones, depth)) return false;
      dealt.push_back(cell);
    }
    return true;
  }

  ThreatSearch& search_;
  Player attacker_;
  Player defender_;
  PlacementProof proof_;
};

}  // namespace

std::optional<PlacementProof> prove_by_zones(const Game& game, Player attacker, int order,
                                             const std::atomic<bool>* stop, std::uint64_t nodes) {
  threats::ThreatLimits limits;
  limits.order = order;
  limits.nodes = nodes;
  ThreatSearch search(*game.spec().placement(), game.stones(), attacker, limits, stop);
  return ZoneProof(search, attacker).run(game.to_move() == attacker);
}

}  // namespace inarow
