#pragma once

// Pons's score of a drop game: a player who wins by his next stone with n stones on the board
// scores (cells + 1 - n) / 2, rounded down; 0 is a draw, a loss is the negative of the winner's
// score.

namespace inarow {

// The number of moves until the game ends if it has this score and so many stones are on the board.
constexpr int plies_to_end(int cells, int stones, int score) {
  if (score == 0) return cells - stones;
  // The winner's last stone is placed with n stones on the board, cells + 1 - n = 2 |score| or one
  // more; n has the parity of his turn.
  int n = cells + 1 - 2 * (score > 0 ? score : -score);
  const bool same_parity = (n - stones) % 2 == 0;
  if (same_parity != (score > 0)) --n;
  return n + 1 - stones;
}

}  // namespace inarow
