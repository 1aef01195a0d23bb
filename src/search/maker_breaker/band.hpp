#pragma once

// Theorem 2 of Chiang, Wu and Lin (2011): Connect(3L - 1, p) is drawn if MBBoardN(L, p) is, and how
// MBBoardN(L, p) follows from smaller boards. What it can prove: not-losing only (drawn games).
//
// B_N(L) is a strip of L rows, infinite to both sides; its lines are all columns and all rising
// diagonals, L cells each. With X the number of a column and s that of a diagonal, a cell lies on
// one line of each kind, and column X meets diagonal s exactly if 0 <= s - X < L. So B_N(L) is the
// band of width L in an infinite matrix whose rows and columns are the lines, and every argument
// about it becomes one about parts of bands. N(L, p) is MBBoard of the band, NX(L, b) its MBBoardX
// (every line has an exclusive square; when Maker is to move, a line without a stone of Breaker has
// at most b stones of Maker):
//
//   orientation  NX(L, b): every cell is given to one of its two lines; Breaker answers Maker's
//                stone by the exclusive square of that line, so a line keeps only those stones that
//                were given to the other one (as Lemmas 9 and 10)
//   squares      NX(L, b) gives NX(2L + 1, b + 1): the band of width 2L + 1 is made of full squares
//                of L + 1 lines each way and two bands of width L (as Lemma 11)
//   corners      NX(L, b) gives NX(2L + 2, b + 1): squares of L + 2 lines that lack a corner, some
//                lines running through two of them and no band, and two bands (as Lemma 12)
//   free-square  NX(L, b) gives N(L, L - b - 1): instead of an exclusive square Breaker takes any
//                free square of the line; Maker cannot have filled it in one move (as Lemma 4)
//
// The paper goes back and forth between N and NX (its Lemmas 7, 13, 14); staying in NX until the
// end gives the same numbers and needs no lemma for the way back. docs/results/drawn-games.md has
// the proofs. The figures of the paper are not needed: the partitions are computed and checked.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "base/stop.hpp"
#include "rules/types.hpp"

namespace inarow::maker_breaker {

enum class BandRule : std::uint8_t { orientation, squares, corners, free_square };

// One step: MBBoardN(L, p) or MBBoardNX(L, b), by a rule, from the step before it (or from
// nothing).
struct BandStep {
  bool exclusive = false;  // NX(length, bound), else N(length, stones)
  int length = 0;          // L
  int number = 0;          // p or b
  BandRule rule = BandRule::orientation;
  friend bool operator==(const BandStep&, const BandStep&) = default;
};

// Steps that end in N(L, p) with the least L that the rules give; p from 1 on.
std::vector<BandStep> derive(int p);

// d of Theorem 2, the least with p <= 2^d - d - 2, and its bound 3p + 3d - 1.
int theorem_2_d(int p);
int theorem_2_k(int p);

// The plane as strips of L rows. In even strips, blocks of L columns have vertical lines (even
// blocks) and horizontal lines (odd ones) in turn, and all rising diagonals are lines; odd strips
// are mirrored (x becomes -1 - x). Reflecting the horizontal blocks makes each strip a band:
struct BandCell {
  int strip = 0;
  int x = 0;  // the row of the matrix: the vertical or horizontal line
  int s = 0;  // its column: the diagonal
  friend auto operator<=>(const BandCell&, const BandCell&) = default;
};
BandCell band_cell(int l, Cell cell);
Cell plane_cell(int l, const BandCell& cell);

// Checks every step from its definition: the partitions of the bands, and that Breaker keeps their
// squares at one stone; then that strips of height L with blocks of L vertical and L horizontal
// lines in turn cover every segment of 3L - 1 cells, and that their board is the band of width L,
// cell by cell and line by line. Returns k = 3L - 1 of the drawn Connect(k, p), or what is wrong.
// `stop` may be null; after a stop nothing is checked, and the error says so.
Result<int> check_derivation(const std::vector<BandStep>& steps, int p,
                             const StopToken* stop = nullptr);

const char* rule_name(BandRule rule);
std::string to_string(const BandStep& step);

}  // namespace inarow::maker_breaker
