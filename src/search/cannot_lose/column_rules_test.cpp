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

TEST(ColumnRules, AllHeightsAtOnce) {
  EXPECT_TRUE(check_column_rules(allis_six(0)));
  for (const int opening : {0, 1, 2, 4, 5, 6}) {
    const Result<void> checked = check_column_rules(allis_seven(0, opening));
    EXPECT_TRUE(checked) << opening << ": " << checked.error().message;
  }
  EXPECT_FALSE(check_column_rules({6, 0, {0, 1, 2, 3}, {{4, 5}}, {}}));
}

TEST(ColumnRules, FindsRulesForNarrowBoards) {
  for (int width = 1; width <= 6; ++width) {
    const std::optional<ColumnRules> rules = find_column_rules(width, 0, std::nullopt);
    ASSERT_TRUE(rules) << width;
    EXPECT_TRUE(check_column_rules(*rules)) << width;
  }
  // White wins 7x6 (Allis 1988), and 7x4 is a draw that single columns and pairs do not show.
  EXPECT_FALSE(find_column_rules(7, 6, std::nullopt));
  EXPECT_FALSE(find_column_rules(7, 6, 3));
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

// answer_by_rules on a real board, for boards as high as games can be.
TEST(ColumnRules, AnswersSurviveRandomAttacks) {
  Random random(4);
  for (int game = 0; game < 3000; ++game) {
    const int width = 3 + random.below(5);
    const int height = 2 * (1 + random.below(6));
    std::optional<int> opening;
    if (width == 7)
      opening = std::vector<int>{0, 1, 2, 4, 5, 6}[static_cast<std::size_t>(random.below(6))];
    const std::optional<ColumnRules> rules = find_column_rules(width, height, opening);
    ASSERT_TRUE(rules) << width << "x" << height;
    DropSpec spec;
    spec.width = width;
    spec.height = height;
    PlainDropBoard board(spec);
    std::vector<int> stones(static_cast<std::size_t>(width));
    for (bool begun = false; board.outcome() == Outcome::undecided; begun = true) {
      int c = opening && !begun ? *opening : random.below(width);
      while (!board.can_play(Column{c})) c = (c + 1) % width;
      board.play(Column{c});
      ++stones[static_cast<std::size_t>(c)];
      if (board.outcome() != Outcome::undecided) break;
      const int d = answer_by_rules(*rules, stones, c);
      ASSERT_TRUE(board.can_play(Column{d}));
      board.play(Column{d});
      ++stones[static_cast<std::size_t>(d)];
    }
    ASSERT_NE(board.outcome(), Outcome::first_wins) << width << "x" << height;
  }
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
