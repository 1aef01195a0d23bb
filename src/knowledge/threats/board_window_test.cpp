#include "knowledge/threats/board_window.hpp"

#include <gtest/gtest.h>

namespace inarow::threats {
namespace {

PlacementSpec spec_of(const char* text) { return *GameSpec::parse(text)->placement(); }

TEST(BoardWindow, IsAFiniteBoard) {
  const BoardWindow window = BoardWindow::around(spec_of("Connect(7,4,3,1,1)"), {}, 9);
  EXPECT_EQ(window.columns, 7);
  EXPECT_EQ(window.rows, 4);
  EXPECT_TRUE(window.contains({6, 3}));
  EXPECT_FALSE(window.contains({7, 3}));
  EXPECT_FALSE(window.contains({-1, 0}));
  for (int i = 0; i < window.area(); ++i) EXPECT_EQ(window.index(window.cell(i)), i);
  EXPECT_EQ(window.cell(window.index({2, 1}) + window.steps()[0]).y, 1);
}

TEST(BoardWindow, LiesAroundTheStonesOfAnInfiniteOne) {
  const std::vector<Stone> stones{{{-3, 10}, Player::first}, {{5, 12}, Player::second}};
  const BoardWindow window = BoardWindow::around(spec_of("Connect(6,2,1)"), stones, 2);
  EXPECT_TRUE(window.contains({-13, 0}));
  EXPECT_FALSE(window.contains({-14, 0}));
  EXPECT_TRUE(window.contains({15, 22}));
  EXPECT_FALSE(window.contains({15, 23}));
  EXPECT_EQ(window.cell(window.index({-3, 10})), (Cell{-3, 10}));
}

TEST(BoardWindow, ListsTheSegmentsThroughACell) {
  const BoardWindow window = BoardWindow::around(spec_of("Connect(5,4,3,1,1)"), {}, 0);
  const auto count = [&](Cell cell) {
    int segments = 0;
    for (const Direction d : all_directions) {
      window.for_segments(window.index(cell), d, 3, [&](int) { ++segments; });
    }
    return segments;
  };
  EXPECT_EQ(count({0, 0}), 3);
  EXPECT_EQ(count({2, 1}), 3 + 2 + 2 + 2);
}

}  // namespace
}  // namespace inarow::threats
