#include "rules/lines.hpp"

#include <gtest/gtest.h>

namespace inarow {
namespace {

std::size_t lines_of(const char* text) { return LineTable(*GameSpec::parse(text)).lines().size(); }

TEST(LineTable, CountsTheGroupsOfTheLiterature) {
  EXPECT_EQ(lines_of("drop:7x6"), 69U);
  EXPECT_EQ(lines_of("tictactoe"), 8U);
  EXPECT_EQ(lines_of("gomoku"), 572U);
  EXPECT_EQ(lines_of("connect6"), 924U);
  EXPECT_EQ(lines_of("drop:4x4:k5"), 0U);
}

TEST(LineTable, CountsEachSetOfCellsOnceOnNarrowCylinders) {
  EXPECT_EQ(lines_of("drop:7x6:cyl"), 7U * 6 + 7 * 3 + 7 * 3 + 7 * 3);
  EXPECT_EQ(lines_of("drop:4x4:cyl"), 4U + 4 + 4 + 4);  // one horizontal ring a row
  EXPECT_EQ(lines_of("drop:3x4:cyl"), 3U + 3 + 3);      // no horizontal line
  EXPECT_EQ(lines_of("drop:2x4:cyl"), 2U + 2);          // the diagonals coincide
  EXPECT_EQ(lines_of("drop:1x4:cyl"), 1U);              // and on width 1 they are the column
}

TEST(LineTable, ThroughNamesExactlyTheLinesWithTheCell) {
  for (const char* game : {"drop:7x6", "drop:5x4:cyl", "Connect(5,4,3,1,1)"}) {
    const GameSpec spec = *GameSpec::parse(game);
    const LineTable table(spec);
    std::size_t incidences = 0;
    for (int x = 0; x < spec.finite_board()->columns; ++x) {
      for (int y = 0; y < spec.finite_board()->rows; ++y) {
        for (const int i : table.through(Cell{x, y})) {
          const auto& line = table.lines()[static_cast<std::size_t>(i)];
          EXPECT_NE(std::find(line.begin(), line.end(), Cell{x, y}), line.end());
          ++incidences;
        }
      }
    }
    EXPECT_EQ(incidences, table.lines().size() * static_cast<std::size_t>(spec.k()));
  }
  // d1 of Connect-Four lies in 7 groups (4 horizontal, 1 vertical, 2 diagonal).
  EXPECT_EQ(LineTable(*GameSpec::parse("connect4")).through(Cell{3, 0}).size(), 7U);
}

}  // namespace
}  // namespace inarow
