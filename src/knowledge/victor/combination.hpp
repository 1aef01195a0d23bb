#pragma once

// Which rules can be applied together (Allis 1988, ch. 7): the table of 7.4 as data and its four
// conditions.

#include "knowledge/victor/solution.hpp"

namespace inarow::victor {

// The conditions, as flags: a combination is allowed if all of its conditions hold.
enum Condition : std::uint8_t {
  disjoint = 1,            // 1. the sets of squares are disjoint
  no_claimeven_below = 2,  // 2. no Claimeven lies below the inverse
  columnwise_equal = 4,    // 3. in every column the squares are disjoint or equal
  inverse_columns = 8,     // 4. squares disjoint; columns of the inverses disjoint or equal
};

// Which conditions two rules need. Symmetric.
std::uint8_t conditions(Rule a, Rule b);

template <class B>
bool can_combine(const Solution<B>& a, const Solution<B>& b);

namespace detail {
extern const std::uint8_t combination_table[rule_count][rule_count];
}

inline std::uint8_t conditions(Rule a, Rule b) {
  return detail::combination_table[static_cast<int>(a)][static_cast<int>(b)];
}

template <class B>
inline bool can_combine(const Solution<B>& a, const Solution<B>& b) {
  using Word = typename B::Word;
  const Word shared = a.squares & b.squares;
  const std::uint8_t needed = conditions(a.rule, b.rule);
  if (shared != 0) {
    if ((needed & (disjoint | inverse_columns)) != 0) return false;
    // Condition 3. The parts of these rules are pairs of neighbours, one pair a column, and single
    // special squares. Pairs that overlap without being equal differ in a neighbour of the shared
    // square. The special squares of a Specialbefore never equal another's (7.4, N.B. ii).
    if ((shared & (a.special | b.special)) != 0) return false;
    const Word near = static_cast<Word>(shared << 1) | shared >> 1;
    if ((near & (a.squares ^ b.squares)) != 0) return false;
  }
  if ((needed & no_claimeven_below) != 0 &&
      ((a.claimevens & b.under) | (b.claimevens & a.under)) != 0) {
    return false;
  }
  if ((needed & inverse_columns) != 0) {
    if ((a.columns & b.columns) != 0 && a.columns != b.columns) return false;
  }
  return true;
}

}  // namespace inarow::victor
