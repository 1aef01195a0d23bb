#pragma once

// Theorem 2 of Chiang, Wu and Lin (2011): Connect(3L - 1, p) is drawn if MBBoardN(L, p) is, and how
// MBBoardN(L, p) follows from smaller boards. What it can prove: not-losing only (drawn games).
//
// B_N(L) is a strip of L rows, infinite to both sides; its lines are all columns and all rising
// diagonals, L cells each. With X the number of a column and s that of a diagonal, a cell lies on
// one line of each kind, and column X meets diagonal s exactly if 0 <= s - X < L. So B_N(L) is the
// band of width L in an infinite matrix whose rows and columns are the lines, and every argument
// about it becomes one about parts of bands:
//
//   forest       N(4, 1): lines shortened to three cells so that no cycle is left (Lemma 8)
//   orientation  NX(L, b): every cell is given to one of its two lines; Breaker answers Maker's
//                stone by the exclusive square of that line, so a line keeps only those stones that
//                were given to the other one (Lemmas 9 and 10)
//   lemma 7      N(L, p) gives NX(L, L - p - 1)
//   lemma 11     NX(L, b) gives N(2L + 1, 2L - b - 1): the band of width 2L + 1 is made of full
//                squares of L + 1 lines each way and two bands of width L
//   lemma 12     NX(L, b) gives N(2L + 2, 2L - b): squares of L + 2 lines that lack a corner, some
//                lines running through two of them and no band, and two bands of width L
//
// The figures of the paper are not needed: the partitions are computed and checked here.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"

namespace inarow::maker_breaker {

enum class BandRule : std::uint8_t { forest, orientation, lemma_7, lemma_11, lemma_12 };

// One step: MBBoardN(L, p) or MBBoardNX(L, b), by a rule, from the step before it (or from
// nothing).
struct BandStep {
  bool exclusive = false;  // NX(length, bound), else N(length, stones)
  int length = 0;          // L
  int number = 0;          // p or b
  BandRule rule = BandRule::forest;
  friend bool operator==(const BandStep&, const BandStep&) = default;
};

// Steps that end in N(L, p) with the least L that the rules give; p from 1 on.
std::vector<BandStep> derive(int p);

// d of Theorem 2, the least with p <= 2^d - d - 2, and its bound 3p + 3d - 1.
int theorem_2_d(int p);
int theorem_2_k(int p);

// Checks every step from its definition, the partitions of the bands included, on so many periods
// that every line through the middle one is whole; then that strips of height L with blocks of L
// vertical and L horizontal lines in turn cover every segment of 3L - 1 cells, and that their board
// is the band of width L. Returns k = 3L - 1 of the drawn Connect(k, p), or what is wrong.
Result<int> check_derivation(const std::vector<BandStep>& steps, int p);

const char* rule_name(BandRule rule);
std::string to_string(const BandStep& step);

}  // namespace inarow::maker_breaker
