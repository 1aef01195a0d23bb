#include "rules/placement_board.hpp"

#include <gtest/gtest.h>

#include <map>

#include "base/random.hpp"

namespace inarow {
namespace {

// All counts of all segments through the stones, made anew.
void expect_counts_right(const PlacementBoard& board) {
  const int k = board.spec().k;
  std::map<Player, int> complete;
  for (const Stone& stone : board.all_stones()) {
    board.for_segments_through(
        stone.cell, [&](PlacementBoard::SegmentId id, Cell start, Direction d) {
          std::map<Player, int> counts;
          bool contains = false;
          for (int i = 0; i < k; ++i) {
            const Cell cell{start.x + i * step_of(d).x, start.y + i * step_of(d).y};
            ASSERT_TRUE(board.contains(cell) || !board.spec().board);
            contains = contains || cell == stone.cell;
            if (const auto player = board.at(cell)) ++counts[*player];
          }
          ASSERT_TRUE(contains);
          for (const Player player : {Player::first, Player::second}) {
            ASSERT_EQ(board.stones_in(id, player), counts[player]);
          }
          // Count a complete segment once, at its first cell.
          if (counts[stone.player] == k && start == stone.cell) ++complete[stone.player];
        });
  }
  for (const Player player : {Player::first, Player::second}) {
    ASSERT_EQ(board.complete_segments(player), complete[player]);
  }
}

class EveryPlacementBoard : public testing::TestWithParam<const char*> {};

TEST_P(EveryPlacementBoard, KeepsItsCountsThroughPlacingAndRemoving) {
  const GameSpec spec = *GameSpec::parse(GetParam());
  Random random(17);
  PlacementBoard board(*spec.placement());
  std::vector<Cell> placed;
  for (int step = 0; step < 300; ++step) {
    const bool remove = !placed.empty() && random.below(3) == 0;
    if (remove) {
      const auto i = static_cast<std::size_t>(random.below(static_cast<int>(placed.size())));
      board.remove(placed[i]);
      placed.erase(placed.begin() + static_cast<std::ptrdiff_t>(i));
    } else {
      Cell cell;
      if (const auto size = spec.finite_board()) {
        if (static_cast<int>(placed.size()) == size->columns * size->rows) continue;
        cell = Cell{random.below(size->columns), random.below(size->rows)};
      } else {
        const int spread = 1 + step / 4;  // wanders off, so that the window must grow
        cell = Cell{random.below(2 * spread + 1) - spread, random.below(9) - 4 + step / 10};
      }
      if (board.at(cell)) continue;
      board.place(cell, random.below(2) == 0 ? Player::first : Player::second);
      placed.push_back(cell);
    }
    ASSERT_EQ(board.stones(), static_cast<int>(placed.size()));
    if (step % 10 == 0) expect_counts_right(board);
  }
  while (!placed.empty()) {
    board.remove(placed.back());
    placed.pop_back();
  }
  expect_counts_right(board);
  EXPECT_TRUE(board.all_stones().empty());
}

INSTANTIATE_TEST_SUITE_P(Sizes, EveryPlacementBoard,
                         testing::Values("tictactoe", "gomoku", "connect6", "Connect(4,7,3,2,1)",
                                         "Connect(1,9,4,1,1)", "Connect(9,1,4,1,1)",
                                         "Connect(3,3,4,1,1)", "Connect(5,5,1,1,1)",
                                         "Connect(6,2,3)", "Connect(3,1,1)", "Connect(20,2,2)"));

TEST(PlacementBoard, SegmentsOfACornerAndOfTheCentre) {
  const PlacementBoard board(*GameSpec::parse("connect6")->placement());
  const auto through = [&](Cell cell) {
    int n = 0;
    board.for_segments_through(cell, [&](PlacementBoard::SegmentId, Cell, Direction) { ++n; });
    return n;
  };
  EXPECT_EQ(through(Cell{0, 0}), 3);
  EXPECT_EQ(through(Cell{9, 9}), 24);
  EXPECT_EQ(through(Cell{1, 0}), 4);
}

TEST(PlacementBoard, MemoryGrowsWithTheStonesNotWithTheirDistance) {
  for (const char* game : {"Connect(6,2,3)", "Connect(1000,1000,1000)"}) {
    PlacementBoard board(*GameSpec::parse(game)->placement());
    board.place({-1000, -1000}, Player::first);
    board.place({1000, 1000}, Player::second);
    board.place({1000, -1000}, Player::first);
    const std::vector<PlacementBoard> copies(10'000, board);  // one window took 685 MB
    EXPECT_EQ(copies.back().all_stones(), board.all_stones());
    EXPECT_EQ(board.all_stones().size(), 3U);
  }
}

TEST(PlacementBoard, AStoneCostsNoMoreThanTheRunsThatMeetInIt) {
  PlacementBoard board(*GameSpec::parse("Connect(1000,1,1)")->placement());
  for (int x = -1000; x < 1000; ++x) {
    if (x != 0) board.place({x, 0}, Player::first);
  }
  EXPECT_EQ(board.complete_segments(Player::first), 1);  // -1000 .. -1
  board.place({0, 0}, Player::first);
  EXPECT_EQ(board.complete_segments(Player::first), 1001);
  for (int y = 1; y <= 200; ++y) {
    for (int x = -500; x < 500; ++x) board.place({x, 3 * y}, Player::second);
  }
  EXPECT_EQ(board.complete_segments(Player::second), 200);
  board.remove({0, 0});
  EXPECT_EQ(board.complete_segments(Player::first), 1);
}

TEST(PlacementBoard, FarCellsOfTheInfiniteBoardAreRefusedNotAllocated) {
  const PlacementBoard board(*GameSpec::parse("Connect(6,2,3)")->placement());
  EXPECT_TRUE(board.contains(Cell{-max_coordinate, max_coordinate}));
  EXPECT_FALSE(board.contains(Cell{max_coordinate + 1, 0}));
}

}  // namespace
}  // namespace inarow
