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

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "base/stop.hpp"

namespace inarow::cannot_lose {

struct ColumnRules {
  int width = 0;
  int height = 0;  // even; 0 stands for all even heights at once
  std::vector<int> singles;
  std::vector<std::pair<int, int>> pairs;
  // Pairs whose first two stones are on the board already: A's column comes first. At most one: the
  // claim is then about the game after A's first move there.
  std::vector<std::pair<int, int>> begun;
  friend bool operator==(const ColumnRules&, const ColumnRules&) = default;
};

// Heights at which rules for all even heights are checked. At greater heights five neighbouring
// rows of a component show nothing that they do not show in the lowest rows here: the steps of this
// induction are checked up to this height and proved in docs/results/cylinder.md.
inline constexpr int most_checked_height = 24;
inline constexpr int max_rules_width = 16;
inline constexpr int max_rules_height = 60;

// The error names a line that A may complete. `stop` may be null; after a stop nothing is checked,
// and the error says so.
Result<void> check_column_rules(const ColumnRules& rules, const StopToken* stop = nullptr);

// D's column after A's move in `moved`, by the number of stones in each column after that move.
int answer_by_rules(const ColumnRules& rules, const std::vector<int>& stones, int moved);

// Allis's strategy for 6 x height (section 2.2).
ColumnRules allis_six(int height);
// His strategies for 7 x height after A's first move in column a, b or c (0, 1, 2) and D's answer
// in the next column (Appendix B); columns e to g (4, 5, 6) are the mirror images.
ColumnRules allis_seven(int height, int opening);

// Rules that pass the check: Allis's, or else the first in the order of all ways to make pairs.
// With an opening, D answers it in the column of the begun pair. For widths up to 7. `stop` may be
// null; after a stop none are found.
std::optional<ColumnRules> find_column_rules(int width, int height, std::optional<int> opening,
                                             const StopToken* stop = nullptr);

// As text (docs/formats/cannot-lose.md): "game drop:6x20", or "game drop:6x2n" for all heights.
std::string rules_game_text(const ColumnRules& rules);
std::string format_column_rules(const ColumnRules& rules);

}  // namespace inarow::cannot_lose
