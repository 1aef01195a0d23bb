#pragma once

// Exhaustive search, for --no-axioms: small and plain, not fast.

#include <cstddef>
#include <vector>

#include "board.hpp"

namespace check {

class Search {
 public:
  explicit Search(const Board& board);
  // Whether `prover` can reach a score of at least `threshold`, 0 or 1.
  bool reaches(Position& position, int prover, int threshold);

 private:
  struct Entry {
    Word code = 0;  // 0 is no position's code
    bool reached = false;
  };
  // Positions with the prover to move; nobody can win by his next stone and it is not over.
  bool search(Position& position);
  bool opponents_turn(Position& position);
  bool dead(const Position& position) const;

  const Board& board_;
  std::vector<int> order_;  // columns from the centre
  std::vector<Entry> table_;
  int prover_ = 0;
  int threshold_ = 0;
};

}  // namespace check
