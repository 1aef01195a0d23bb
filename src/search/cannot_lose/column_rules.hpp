#pragma once

// Strategies of the second player on flat boards of even height, given by rules for columns alone
// (Allis 1988, section 2.2 and Appendix B), checked for any such height. What it can prove:
// not-losing only.
//
//   single column   D answers in it if and only if A has just played in it;
//   pair            when A plays in one of the two for the first time, D answers in the other;
//                   after that D answers on top of A's stone, or in the other column if it is full.
//
// A single column or a pair is a *component*: D answers a move of A in the same component, so the
// components develop independently of each other, and A decides how far each of them goes. A can
// complete a line only if in every component he can own the line's cells there. The line is
// harmless if some component never allows that, or if in all components, whenever A owns his cells,
// D owns those just below them: then D has completed the line below before.

#include <string>
#include <utility>
#include <vector>

#include "base/result.hpp"

namespace inarow::cannot_lose {

struct ColumnRules {
  int width = 0;
  int height = 0;  // even
  std::vector<int> singles;
  std::vector<std::pair<int, int>> pairs;
  // Pairs whose first two stones are on the board already: A's column comes first.
  std::vector<std::pair<int, int>> begun;
};

// The error names a line that A may complete.
Result<void> check_column_rules(const ColumnRules& rules);

// Allis's strategy for 6 x height (section 2.2).
ColumnRules allis_six(int height);
// His strategies for 7 x height after A's first move in column a, b or c (0, 1, 2) and D's answer
// in the next column (Appendix B); columns e to g are the mirror images.
ColumnRules allis_seven(int height, int opening);

}  // namespace inarow::cannot_lose
