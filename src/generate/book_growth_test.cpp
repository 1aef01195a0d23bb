#include "generate/book_growth.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "base/output_file.hpp"
#include "grid/local_broker.hpp"
#include "grid/worker.hpp"
#include "rules/notation.hpp"
#include "rules/random_games.hpp"
#include "search/placement/exact_solver.hpp"

namespace inarow {
namespace {

class Growth : public testing::Test {
 protected:
  BookStore open(const GameSpec& spec) {
    Result<BookStore> book = BookStore::open(path_, spec, BookAccess::write);
    EXPECT_TRUE(book) << book.error().message;
    return std::move(*book);
  }
  GrowthStatus grow(BookStore& book, const Game& start, const GrowthOptions& options) {
    auto growth = BookGrowth::open(book, start, options);
    EXPECT_TRUE(growth) << growth.error().message;
    grid::LocalBroker broker;
    grid::TeamOptions team;
    team.name = "thread";
    team.threads = 2;
    const grid::WorkerTeam workers(team, broker);
    (*growth)->run(*broker.client((*growth)->name()), nullptr);
    return (*growth)->status();
  }

  ScratchFolder folder_;
  std::string path_ = folder_.file("book.db");
};

TEST_F(Growth, LooksAtSoManyPositionsAndGoesOn) {
  const GameSpec spec = *GameSpec::parse("connect6");
  const Game start = *read_game(spec, "j10");
  std::uint64_t before = 0;
  {
    BookStore book = open(spec);
    const GrowthStatus status =
        grow(book, start, {.job = {.seconds = 0.05, .moves = 3}, .jobs = 6});
    EXPECT_EQ(status.jobs, 6U);
    EXPECT_GE(status.positions, 10U);
    EXPECT_EQ(book.find(start)->visits, 6U);
    before = book.size();
    EXPECT_EQ(book.growth().size(), 1U);
  }
  BookStore book = open(spec);
  const GrowthStatus status = grow(book, start, {.job = {.seconds = 0.05, .moves = 3}, .jobs = 5});
  EXPECT_EQ(status.jobs, 5U);
  EXPECT_GT(book.size(), before);
  EXPECT_EQ(book.find(start)->visits, 11U);
  std::uint64_t below = 0;
  for (const BookMove& move : book.moves(start)) {
    EXPECT_TRUE(move.facts.estimate);
    below += move.facts.visits;
  }
  EXPECT_EQ(below, 10U);  // all but the look at the start itself
  EXPECT_EQ(book.damage(), std::nullopt);
}

// All that is marked as proved is what exhaustive search says.
TEST_F(Growth, WhatIsProvedIsTrue) {
  int proved = 0;
  Random random(4);
  for (const char* name :
       {"Connect(5,4,4,2,1)", "Connect(5,5,4,2,1)", "Connect(5,4,3,1,1)", "Connect(4,4,4,1,1)"}) {
    const GameSpec spec = *GameSpec::parse(name);
    ExactSolver exact(*spec.placement(), std::size_t{16} << 20);
    for (int round = 0; round < 6; ++round) {
      Game start(spec);
      if (!play_at_random(start, 2 + random.below(3), random)) continue;
      std::filesystem::remove(path_);
      BookStore book = open(spec);
      const GrowthStatus status =
          grow(book, start, {.job = {.seconds = 0.05, .moves = 3}, .jobs = 8});
      EXPECT_EQ(status.trouble, "");
      book.for_each([&](const Game& game, const PositionFacts& facts) {
        if (!facts.proved || game.over()) return true;
        ++proved;
        const auto value = exact.value(game, nullptr).value;
        EXPECT_TRUE(value);
        const int v = static_cast<int>(*value);
        EXPECT_TRUE(facts.proved->lower <= v && v <= facts.proved->upper)
            << name << " " << format_moves(spec, game.moves());
        return true;
      });
    }
  }
  EXPECT_GT(proved, 5);
}

TEST_F(Growth, DropGamesAreDecidedByTheirMoves) {
  const GameSpec spec = *GameSpec::parse("drop:5x4");
  const Game start = *read_game(spec, "3");
  BookStore book = open(spec);
  grow(book, start, {.job = {.seconds = 1}, .jobs = 30});
  const auto facts = book.find(start);
  ASSERT_TRUE(facts && facts->proved);
  // 5x4 is a draw: neither side wins.
  EXPECT_LE(facts->proved->lower, 0);
  EXPECT_GE(facts->proved->upper, 0);
}

TEST_F(Growth, AGameThatIsOverIsRefused) {
  const GameSpec spec = *GameSpec::parse("drop:4x4");
  BookStore book = open(spec);
  EXPECT_FALSE(BookGrowth::open(book, *read_game(spec, "1212121"), {}));
}

}  // namespace
}  // namespace inarow
