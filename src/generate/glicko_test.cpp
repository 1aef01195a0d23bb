#include "generate/glicko.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "base/output_file.hpp"
#include "generate/ratings.hpp"
#include "rules/notation.hpp"

namespace inarow::puzzles {
namespace {

// Glickman 2013, "Example of the Glicko-2 system", the worked example.
TEST(Glicko, HasTheNumbersOfThePaper) {
  const Rating after =
      updated({1500, 200, 0.06},
              {{{1400, 30, 0.06}, 1.0}, {{1550, 100, 0.06}, 0.0}, {{1700, 300, 0.06}, 0.0}});
  EXPECT_NEAR(after.rating, 1464.06, 0.01);
  EXPECT_NEAR(after.deviation, 151.52, 0.01);
  EXPECT_NEAR(after.volatility, 0.05999, 0.00001);
}

TEST(Glicko, GrowsUncertainWithoutResults) {
  const Rating after = updated({1500, 200, 0.06}, {});
  EXPECT_NEAR(after.deviation, 200.2714, 0.0001);
  EXPECT_EQ(after.rating, 1500);
}

TEST(Ratings, AreKept) {
  const ScratchFolder folder;
  const std::string file = folder.file("new/ratings.db");
  Puzzle puzzle{.id = "c4-000007", .game = *read_game(*GameSpec::parse("connect4"), "44")};
  puzzle.grade = 5;
  double rating = 0;
  {
    Result<RatingStore> store = RatingStore::open(file);
    ASSERT_TRUE(store) << store.error().message;
    EXPECT_EQ(store->puzzle(puzzle)->rating.rating, 1800);
    const Result<RatingStore::Change> change = store->add("ann", puzzle, true);
    ASSERT_TRUE(change);
    EXPECT_GT(change->person.rating.rating, 1500);
    EXPECT_LT(change->puzzle.rating.rating, 1800);
    EXPECT_LT(change->expected, 0.5);
    rating = change->person.rating.rating;
  }
  Result<RatingStore> again = RatingStore::open(file);
  ASSERT_TRUE(again);
  ASSERT_EQ(again->people()->size(), 1u);
  EXPECT_EQ(again->people()->front().rating.rating, rating);
  EXPECT_EQ(again->people()->front().solved, 1);
  EXPECT_EQ(again->puzzles()->front().solved, 1);
  EXPECT_EQ(again->puzzles()->front().name, "c4-000007");
}

TEST(Ratings, RefuseAFileOfSomethingElse) {
  const ScratchFolder folder;
  const std::string file = folder.file("text.db");
  std::ofstream(file) << std::string(5000, 'x');
  const Result<RatingStore> store = RatingStore::open(file);
  ASSERT_FALSE(store);
  EXPECT_NE(store.error().message.find("no file of puzzle ratings"), std::string::npos);
}

}  // namespace
}  // namespace inarow::puzzles
