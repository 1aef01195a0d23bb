// Allis's rules for columns on boards of every even height up to 20.

#include "search/cannot_lose/column_rules.hpp"

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "rules/plain_drop_board.hpp"

namespace inarow::cannot_lose {
namespace {

TEST(ColumnRules, AllisSixColumns) {
  for (int n = 1; n <= 10; ++n) {
    const Result<void> checked = check_column_rules(allis_six(2 * n));
    EXPECT_TRUE(checked) << 2 * n << ": " << checked.error().message;
  }
}

TEST(ColumnRules, AllisSevenColumnsExceptTheMiddle) {
  for (int n = 1; n <= 10; ++n) {
    for (int opening = 0; opening < 3; ++opening) {
      const Result<void> checked = check_column_rules(allis_seven(2 * n, opening));
      EXPECT_TRUE(checked) << 2 * n << " " << opening << ": " << checked.error().message;
    }
  }
}

TEST(ColumnRules, RefusesRulesThatLose) {
  // Follow-up alone: A takes the bottom row.
  EXPECT_FALSE(check_column_rules({4, 4, {0, 1, 2, 3}, {}, {}}));
  // The pair is not in every group of the row.
  EXPECT_FALSE(check_column_rules({6, 6, {0, 1, 2, 3}, {{4, 5}}, {}}));
  EXPECT_FALSE(check_column_rules({7, 6, {0, 1, 4, 5, 6}, {{2, 3}}, {}}));
  EXPECT_FALSE(check_column_rules({6, 6, {0, 1, 4}, {{2, 3}}, {}}));
  EXPECT_FALSE(check_column_rules({6, 6, {0, 1, 2, 4, 5}, {{2, 3}}, {}}));
}

// The rules are played on a real board against random moves.
TEST(ColumnRules, SurviveRandomAttacks) {
  Random random(21);
  for (int game = 0; game < 2000; ++game) {
    const int height = 2 * (2 + random.below(4));
    DropSpec spec;
    spec.width = 6;
    spec.height = height;
    PlainDropBoard board(spec);
    while (board.outcome() == Outcome::undecided) {
      int c = random.below(6);
      while (!board.can_play(Column{c})) c = (c + 1) % 6;
      const bool pair = c == 2 || c == 3;
      const bool first = board.height_of(Column{2}) + board.height_of(Column{3}) == 0;
      board.play(Column{c});
      ASSERT_NE(board.outcome(), Outcome::first_wins);
      if (board.outcome() != Outcome::undecided) break;
      const bool other = pair && (first || !board.can_play(Column{c}));
      board.play(Column{other ? 5 - c : c});
    }
    ASSERT_NE(board.outcome(), Outcome::first_wins);
  }
}

}  // namespace
}  // namespace inarow::cannot_lose
