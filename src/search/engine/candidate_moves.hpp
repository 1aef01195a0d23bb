#pragma once

// The moves that the engine looks at: whole moves built from ranked single stones, best first.
//
// Heuristic: which moves are looked at decides how well it plays, never what is true. But where the
// opponent threatens to complete a line, every move that it lists stops all his threats, if any
// move does.

#include <vector>

#include "search/engine/forced_win.hpp"

namespace inarow::engine {

struct Candidate {
  CellSet cells;
  std::int32_t rank = 0;
};

// How many are looked at.
struct Width {
  std::size_t cells = 12;  // for every stone of a move
  std::size_t moves = 24;
};

class CandidateMoves {
 public:
  CandidateMoves(EngineBoard& board, const Weights& weights) : board_(board), weights_(weights) {}

  // Moves of so many stones, at most max_stones. With a zone (a flag a cell; may be null) one stone
  // lies in it, unless all have to stop threats. The board is left as it was.
  void list(Player player, int stones, const Width& width, std::vector<Candidate>& out,
            const std::vector<char>* zone = nullptr);

  // What a stone on the cell is worth to the player.
  std::int32_t rank(CellIndex cell, Player player) const {
    return board_.gain(cell, player) + board_.gain(cell, opponent(player)) * weights_.defense / 100;
  }

 private:
  void best_cells(Player player, std::size_t most, std::vector<CellIndex>& out,
                  const std::vector<char>* zone) const;
  void extend(Player player, int left, const Width& width, const std::vector<char>* zone,
              std::vector<Candidate>& beam);

  EngineBoard& board_;
  const Weights& weights_;
};

}  // namespace inarow::engine
