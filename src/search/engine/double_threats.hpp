#pragma once

// The moves of two stones that make two threats, listed without placing a stone: for games with
// p = 2. The search for forced wins (forced_win.hpp) spends most of its time here.
//
// Heuristic: where there are many such moves only the most promising ones are listed, and what they
// promise is a guess. That a listed move makes as many threats as is said is exact, but for two
// stones in one line that complete no segment of `near` stones, where more than two count as two.
//
//   DoubleThreats moves(board);
//   moves.list(attacker, counter, true, out);
//
// A segment is *near* if one stone makes a threat of it (three stones in Connect6), and *far* if it
// takes two. A move makes a threat of
//
//   every near segment with one of its stones        X X X a . .     {., .} is to be met
//   every near segment with both                     X X X a b .     {.}
//   every far segment with both                      X X a b . .     {., .}
//
// so that all that is to be met is known from the empty cells of these segments: three of a near
// one, four of a far one. They make two threats if no single cell meets all of it.
//
// Without a near segment both stones lie in far ones of a line. Let s and t be the first and the
// last segment that has both. A cell that both segments have and that stays empty would meet all
// threats, so the two stones fill all that s and t share; and if they do, what is left of s and of
// t has no cell in common. So it is enough to look at pairs of far segments in a line that share
// exactly two empty cells.

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "knowledge/threats/defenses.hpp"
#include "search/engine/engine_board.hpp"

namespace inarow::engine {

using threats::CellSet;

struct ForcingMove {
  CellSet cells;
  int threats = 0;  // p + 1 stands for more
  std::int32_t weight = 0;
};

class DoubleThreats {
 public:
  explicit DoubleThreats(const EngineBoard& board);

  // Appends to `out`, in no order; a move may come twice. The attacker has no threat yet, and each
  // move has a stone in every set of `counter`. `gains_kept`: those of the board are of this
  // position (not after place_only).
  void list(Player attacker, const std::vector<CellSet>& counter, bool gains_kept,
            std::vector<ForcingMove>& out);

 private:
  // What is to be met: two cells, or twice the same.
  using Pair = std::array<CellIndex, 2>;
  // The empty cells of segments of one kind, so many each, with the segments of every cell as a
  // chain of places in the list.
  template <int empty>
  struct Segments {
    std::vector<std::array<CellIndex, empty>> cells;
    std::vector<int> next;  // of place empty * segment + i: the next place of the same cell; or -1
    std::vector<std::pair<int, int>> first;  // by cell: of which list, and the first place

    int first_of(CellIndex cell, int number) const {
      const auto& [of, place] = first[static_cast<std::size_t>(cell)];
      return of == number ? place : -1;
    }
  };
  struct Promise {
    int of = 0;  // which list
    std::int32_t attack = 0;
    std::int32_t weight = 0;
  };

  template <int empty>
  void collect(int stones, Segments<empty>& segments);
  void list_with(CellIndex first);
  void list_in_lines();
  void add_free_cells(CellIndex first);
  void add_second(CellIndex cell);
  void offer(CellIndex first, CellIndex second, int threats);
  int threats_of(CellIndex first, CellIndex second);
  const Promise& promise(CellIndex cell);
  void keep_best(std::vector<CellIndex>& cells, std::size_t most);

  const EngineBoard& board_;
  Player attacker_ = Player::first;
  bool gains_kept_ = false;
  const std::vector<CellSet>* counter_ = nullptr;
  std::vector<ForcingMove>* out_ = nullptr;
  int number_ = 0;  // of the list: marks what belongs to it
  int look_ = 0;    // of the first stone: marks its second ones
  Segments<3> near_;
  Segments<4> far_;
  std::vector<CellIndex> firsts_;
  std::vector<CellIndex> seconds_;
  std::vector<int> seen_;           // by cell: the last look
  std::vector<int> done_as_first_;  // by cell: the last list
  std::vector<Promise> promises_;   // by cell
  std::vector<Pair> to_meet_;
  std::vector<std::pair<std::int32_t, CellIndex>> ranked_;
};

}  // namespace inarow::engine
