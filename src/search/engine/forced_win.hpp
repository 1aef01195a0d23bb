#pragma once

// Forced wins inside the engine's search: moves of p threats, one after the other (order 1), found
// fast.
//
// Heuristic: it looks at few moves, its table may confuse positions, and nobody walks through what
// it finds. (threat_space/ is the sibling that proves.)
//
//   ForcedWin forced(board);
//   if (forced.find(player, 60)) ...       the player, to move, wins within 60 nodes of search
//   forced.cells()                         where that win happens: a defense has a stone there
//
// In Connect6 the moves with two threats are of three shapes: a stone that makes a threat of a
// segment with three stones, with another one; such a stone that makes two threats at once, with
// any other; and two stones in a segment with two. Nothing else is listed, so that a quiet position
// costs next to nothing, and no stone is placed to list them (double_threats.hpp). With three or
// four stones a move only the most promising cells are tried.

#include <cstdint>
#include <utility>
#include <vector>

#include "base/stop.hpp"
#include "knowledge/threats/defenses.hpp"
#include "search/engine/double_threats.hpp"
#include "search/engine/engine_board.hpp"

namespace inarow::engine {

// The empty cells of the segments that the player completes next, one set a segment, without sets
// that contain another one.
void threat_sets(const EngineBoard& board, Player player, std::vector<CellSet>& out);

class ForcedWin {
 public:
  explicit ForcedWin(EngineBoard& board);

  // The attacker is to move. The board is left as it was.
  bool find(Player attacker, std::uint64_t nodes);
  // Of the last win: the stones of either side and what the attacker completes at the end.
  const std::vector<CellIndex>& cells() const { return cells_; }
  // Its first move, if it does not complete a line at once.
  const CellSet& move() const { return move_; }

  void set_stop(const StopToken* stop) { stop_ = stop; }
  std::uint64_t nodes() const { return nodes_; }

 private:
  struct Entry {
    std::uint64_t key = 0;
    std::int16_t failed_depth = 0;
    std::uint8_t failed_width = 0;
  };
  // The lists of one depth, kept to save their memory.
  struct Frame {
    std::uint64_t key = 0;  // of the position that the moves belong to; 0 if none
    std::vector<ForcingMove> moves;
    std::vector<CellSet> sets;
    std::vector<CellSet> counter;
    std::vector<CellIndex> first;
  };

  bool search_passes();
  bool attack(int depth);
  bool defend(int depth);
  bool wins_here(CellSet& move);
  void generate(Frame& frame);
  void list_by_rank(Frame& frame, CellSet& chosen, int left);
  void offer(Frame& frame, CellSet move, int threats);
  void offer_cells(int stones, std::vector<CellIndex>& out);
  void keep_best(std::vector<CellIndex>& cells, std::size_t most);
  int threats_with(CellIndex cell, const std::vector<CellSet>& sets);
  bool out_of_budget() { return nodes_ > end_; }
  void keep(const CellSet& cells);
  std::uint64_t key() const;
  Entry& entry() { return table_[key() & (table_.size() - 1)]; }

  EngineBoard& board_;
  DoubleThreats double_threats_;
  Player attacker_ = Player::first;
  Player defender_ = Player::second;
  const StopToken* stop_ = nullptr;
  std::vector<Entry> table_;
  std::vector<Frame> frames_;
  std::size_t ply_ = 0;
  std::size_t width_ = 0;
  bool macro_only_ = false;
  bool cut_ = false;
  std::uint64_t nodes_ = 0;
  std::uint64_t end_ = 0;
  std::vector<CellIndex> cells_;
  CellSet move_;
  std::vector<CellSet> after_;
  std::vector<std::pair<std::int32_t, CellIndex>> ranked_;
  std::vector<int> stamp_;
  int now_ = 0;
};

}  // namespace inarow::engine
