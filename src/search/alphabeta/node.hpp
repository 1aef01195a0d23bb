#pragma once

// A position on its way into the search: forced moves played out, static bounds, table key.
//
// Exact: everything here preserves the score of the position (up to the stated sign) or proves
// bounds on it.
//
// SCORE. With n stones on the board, a player who wins by his next move scores
// (cells + 1 - n) / 2, rounded down; 0 is a draw; a loss is the negative of the opponent's score.
//
// In this file "me" is the player to move.

#include <algorithm>

#include "rules/drop_geometry.hpp"
#include "search/alphabeta/follow_up.hpp"
#include "search/alphabeta/lines.hpp"
#include "search/alphabeta/second_stone.hpp"
#include "search/alphabeta/table.hpp"

namespace inarow {

// Invariant of a settled, unresolved node: nobody has a directly playable winning square, and there
// are at least two moves after which the opponent cannot win at once.
// Members have no initial values because the search makes millions of them.
template <class Word>
struct Node {
  Word me;
  Word opponent;
  Word my_threats;        // empty squares that complete a line of mine
  Word opponent_threats;  // empty squares that complete a line of his
  Word mixed_key;
  int stones;
  int lower;  // lower <= score of `me` <= upper
  int upper;
  int move;       // column to try first, or TableBounds::no_move
  int order;      // the larger, the earlier it is searched
  bool flipped;   // whether settle() played an odd number of moves
  bool mirrored;  // whether the key is that of the mirror image; the table's move is then mirrored
                  // too
};

// See position_key().
inline constexpr int recolouring_cells = 10;

// The score of a player who wins with his next stone, n stones being on the board.
template <class G>
constexpr int win_score(const G& g, int stones) {
  return (g.cells() + 1 - stones) / 2;
}

// Plays forced moves until there is a choice or the result is known (lower == upper).
//
// Precondition: `me` has no directly playable winning square; threats are up to date.
//   1. Two directly playable winning squares of the opponent, or one with another on top of it:
//      lost. The opponent wins after the next move.
//   2. One such square: every other move loses at once, so the score of the position is the
//      negated score after the move there. After it the opponent, now to move, has no immediate
//      win: he had none elsewhere, and the square above was checked.
//   3. No such square. A move below a winning square of the opponent loses at once. If all do, the
//      game is lost as in 1; if just one does not, it is forced as in 2 (a loss at once is the
//      least possible score, so leaving out losing moves never changes the maximum).
template <class G>
constexpr void settle(const G& g, Node<typename G::Word>& node) {
  using Word = typename G::Word;
  while (true) {
    const Word occupied = node.me | node.opponent;
    const Word playable = g.playable(occupied);
    Word forced = playable & node.opponent_threats;
    if (forced == 0) {
      if (playable == 0) {
        node.lower = node.upper = 0;  // the board is full
        return;
      }
      forced = playable & ~(node.opponent_threats >> 1);
      if (more_than_one(forced)) return;
    } else if (more_than_one(forced) || ((forced << 1) & node.opponent_threats) != 0) {
      forced = 0;
    }
    if (forced == 0) {
      node.lower = node.upper = -win_score(g, node.stones + 1);
      return;
    }
    const Word mine = node.me | forced;
    node.me = node.opponent;
    node.opponent = mine;
    const Word empty = g.board() & ~(node.me | node.opponent);
    const Word my_old_threats = node.my_threats;
    node.my_threats = node.opponent_threats & empty;
    node.opponent_threats = (winning_squares(g, mine) | my_old_threats) & empty;
    ++node.stones;
    node.flipped = !node.flipped;
  }
}

// Squares that are never filled while the game lasts if both players take an immediate win when
// they have one (which is optimal: no other move scores as much).
//   * Above a square that wins for both: who fills it has won.
//   * Above the upper one of two winning squares of the same player P, one on top of the other: if
//     P fills either he has won; if his opponent fills the lower one, P wins on the upper one.
// So a line through such a square will never be completed.
template <class G>
constexpr typename G::Word unreachable_squares(const G& g, const Node<typename G::Word>& node) {
  const auto mine = node.my_threats;
  const auto his = node.opponent_threats;
  return g.above_lowest((mine & his) | (mine & (mine << 1)) | (his & (his << 1)));
}

// Static bounds of a settled node whose result is still open.
//   * Neither player wins with his next stone, so |score| is at most that of a win one move later.
//   * If that is all there is between the score and whether it exceeds `target`: whether the player
//     in question can win so soon (second_stone.hpp).
//   * Follow-up strategies of the opponent (follow_up.hpp), if they give at most `target`.
template <class G>
constexpr void bound_statically(const G& g, Node<typename G::Word>& node, int target) {
  using Word = typename G::Word;
  const int empty_count = g.cells() - node.stones;
  node.upper = (empty_count - 1) / 2;
  node.lower = -((empty_count - 2) / 2);
  const Word occupied = node.me | node.opponent;
  const Word empty = g.board() & ~occupied;
  const Word playable = g.playable(occupied);
  if (!std::is_constant_evaluated() && pairs_are_known(g)) {
    if (target >= 0 && node.upper == target + 1) {
      const PlayersView<Word> me{node.me, node.my_threats, playable, empty};
      const SecondStone can = second_stone_of_mover(g, me, node.opponent_threats);
      if (can == SecondStone::wins) node.lower = node.upper;
      if (can == SecondStone::cannot_win) --node.upper;
      if (can != SecondStone::may_win) return;
    } else if (target < 0 && node.lower == target) {
      const PlayersView<Word> opponent{node.opponent, node.opponent_threats, playable, empty};
      if (!second_stone_may_win(g, opponent)) {
        ++node.lower;
        return;
      }
    }
  }
  const FollowUpInput<Word> input{node.me, node.opponent, node.opponent_threats, empty, playable};
  const int bound = follow_up_upper_bound(g, input, empty_count, target);
  if (bound < node.upper) node.upper = std::max(bound, node.lower);
}

// The table key, and the bounds of 0 when a player has no line left.
//
// THE KEY. Let F be the empty squares without the unreachable ones. The lines a player may still
// complete are those inside his stones + F. A stone on no such line of its owner is dead. Let E be
// those dead stones of mine that also lie on no line inside (his stones + my dead stones + F).
// Giving the stones of E to the opponent yields a position Q in which each player has the same
// completable lines as before: mine contained no dead stone; a line inside his stones + E + F that
// touches E would lie inside his stones + my dead stones + F, against the choice of E. The
// unreachable squares of Q are the same too: they come from winning squares outside them, whose
// lines consist of stones that are not dead. So the original and Q play alike: same moves, same
// wins. The key is Tromp's code of Q, my stones in Q + occupied + bottom (2008, section 2.3), which
// determines Q; two positions with the same key are both like Q, so they have the same score.
//
// Where fewer than `recolouring_cells` squares are empty, E is left empty: to find it takes a third
// of the time of a key, and there is little left to be found again.
//
// Mirroring (on a cylinder also turning) Q does not change its score; the least code of the images
// is taken. Whether images are taken and stones recoloured depends on the number of stones alone,
// so it is the same for all positions that could share a key.
template <class G>
[[gnu::always_inline]] constexpr typename G::Word position_key(const G& g,
                                                               Node<typename G::Word>& node,
                                                               int symmetry_limit) {
  using Word = typename G::Word;
  const Word occupied = node.me | node.opponent;
  const Word open = g.board() & ~occupied & ~unreachable_squares(g, node);
  const auto [my_lines, his_lines] = cells_on_lines(g, node.me | open, node.opponent | open);
  if (my_lines == 0 && node.upper > 0) node.upper = 0;
  if (his_lines == 0 && node.lower < 0) node.lower = 0;
  Word mine = node.me;
  const Word dead = mine & ~my_lines;
  if (dead != 0 && g.cells() - node.stones >= recolouring_cells)
    mine &= ~(dead & ~cells_on_lines(g, node.opponent | dead | open));
  const Word code = mine + occupied + g.bottom();
  node.mirrored = false;
  if (node.stones > symmetry_limit) return code;
  const Word least = g.least_image(code);
  node.mirrored = least != code && !g.cylinder();
  return least;
}

}  // namespace inarow
