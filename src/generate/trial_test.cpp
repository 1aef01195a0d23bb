#include "generate/trial.hpp"

#include <gtest/gtest.h>

#include <set>

#include "ask/tables.hpp"
#include "generate/puzzle_files.hpp"
#include "generate/solution_tree.hpp"
#include "rules/notation.hpp"

namespace inarow::puzzles {
namespace {

Puzzle three_in_connect4() {
  return *read_puzzle(
      R"({"id":"c4-1","game":"drop:7x6","moves":"4455","to_move":"first","task":"win","grade":1,)"
      R"("solution":["f1"],"length":2,"themes":["double threat"],"sense":"exact",)"
      R"("line":["f1","c1","g1"],"tries":[]})");
}

TEST(Trial, GoesOnUntilTheLineIsComplete) {
  const Puzzle puzzle = three_in_connect4();
  Tables tables;
  const Work work{.tables = &tables};
  const Result<TryAnswer> first = try_move(puzzle, puzzle.game, puzzle.solution, work);
  ASSERT_TRUE(first) << first.error().message;
  EXPECT_TRUE(first->right);
  EXPECT_FALSE(first->solved);
  EXPECT_FALSE(first->reply.empty());
  EXPECT_EQ(first->after.moves().size(), puzzle.game.moves().size() + 2);
  EXPECT_EQ(first->words.rfind("Right. Black answers ", 0), 0U) << first->words;
  const Result<TryAnswer> second = try_move(puzzle, first->after, first->next, work);
  ASSERT_TRUE(second) << second.error().message;
  EXPECT_TRUE(second->solved);
  EXPECT_EQ(second->words, "The line is complete.");
}

TEST(Trial, AnswersWrongMovesWithTheirRefutation) {
  const Puzzle puzzle = three_in_connect4();
  const Result<TryAnswer> first = try_move(puzzle, puzzle.game, {{0, 0}}, {});
  ASSERT_TRUE(first) << first.error().message;
  EXPECT_FALSE(first->right);
  EXPECT_FALSE(first->wins);
  EXPECT_FALSE(first->reply.empty());
  EXPECT_EQ(first->words.rfind("No: ", 0), 0U) << first->words;
  EXPECT_GE(first->line.size(), 2U);
  EXPECT_EQ(first->after.moves().size(), puzzle.game.moves().size() + 2);
  // Later, too: c1 and g1 win now, and g2 is not even a move.
  Game later = puzzle.game;
  ASSERT_TRUE(later.play({{5, 0}}));
  ASSERT_TRUE(later.play({{2, 0}}));
  const Result<TryAnswer> second = try_move(puzzle, later, {{0, 0}}, {});
  ASSERT_TRUE(second);
  EXPECT_FALSE(second->right);
  EXPECT_FALSE(try_move(puzzle, later, {{6, 1}}, {}));
}

// A search that was stopped says so instead of calling a move right.
TEST(Trial, SaysNothingWithoutTime) {
  const Puzzle puzzle = three_in_connect4();
  StopToken stop;
  stop.request_stop();
  EXPECT_FALSE(try_move(puzzle, puzzle.game, puzzle.solution, {.stop = &stop}));
  EXPECT_FALSE(try_move(puzzle, puzzle.game, {{0, 0}}, {.stop = &stop}));
}

TEST(Trial, HintsTellMoreAndMore) {
  const Puzzle puzzle = three_in_connect4();
  EXPECT_EQ(
      hints_for(puzzle, puzzle.game, puzzle.solution),
      (std::vector<std::string>{"Think of: double threat.", "The stone comes to lie in row 1."}));
  EXPECT_EQ(hints_for(puzzle, puzzle.game, {}), std::vector<std::string>{"Any move will do."});
}

TEST(Trial, EveryPuzzleHasItsDay) {
  for (const std::size_t n : {1U, 2U, 7U, 75U, 424U, 518U}) {
    std::set<std::size_t> seen;
    for (std::size_t day = 0; day < n; ++day) {
      seen.insert(puzzle_of_day(20'000 + static_cast<std::int64_t>(day), n));
    }
    EXPECT_EQ(seen.size(), n);
    EXPECT_LT(*seen.rbegin(), n);
    EXPECT_LT(puzzle_of_day(-3, n), n);
  }
}

}  // namespace
}  // namespace inarow::puzzles
