#include "rules/symmetry.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/random.hpp"
#include "rules/lines.hpp"

namespace inarow {
namespace {

TEST(Symmetry, MapsTheSetOfLinesOntoItself) {
  for (const char* game :
       {"drop:7x6", "drop:6x5:cyl", "drop:2x6:cyl", "Connect(5,5,4,1,1)", "Connect(6,4,3,2,1)"}) {
    const GameSpec spec = *GameSpec::parse(game);
    const LineTable table(spec);
    std::set<std::set<Cell>> lines;
    for (const auto& line : table.lines()) lines.emplace(line.begin(), line.end());
    for (const Symmetry& symmetry : symmetries(spec)) {
      std::set<std::set<Cell>> images;
      for (const auto& line : table.lines()) {
        std::set<Cell> image;
        for (const Cell c : line) {
          EXPECT_TRUE(on_board(spec, symmetry(c)));
          image.insert(symmetry(c));
        }
        images.insert(std::move(image));
      }
      EXPECT_EQ(images, lines) << game;
    }
  }
}

TEST(Symmetry, HasAsManyAsTheBoard) {
  const auto count = [](const char* game) { return symmetries(*GameSpec::parse(game)).size(); };
  EXPECT_EQ(count("connect4"), 2U);
  EXPECT_EQ(count("drop:7x6:cyl"), 14U);
  EXPECT_EQ(count("cylinder:5"), 10U);
  EXPECT_EQ(count("gomoku"), 8U);
  EXPECT_EQ(count("Connect(6,4,3,1,1)"), 4U);
  EXPECT_EQ(count("Connect(6,2,3)"), 8U);
  const Symmetry identity = symmetries(*GameSpec::parse("gomoku"))[0];
  EXPECT_EQ(identity(Cell{3, 5}), (Cell{3, 5}));
}

TEST(Symmetry, InversesAndOwnSymmetries) {
  for (const char* game : {"connect4", "drop:6x5:cyl", "gomoku", "Connect(6,4,3,1,1)"}) {
    for (const Symmetry& symmetry : symmetries(*GameSpec::parse(game))) {
      for (const Cell cell : {Cell{0, 0}, Cell{3, 2}, Cell{1, 3}}) {
        EXPECT_EQ(inverse(symmetry)(symmetry(cell)), cell) << game;
      }
    }
  }
  const GameSpec gomoku = *GameSpec::parse("gomoku");
  const auto count = [&](const std::vector<Stone>& stones) {
    return own_symmetries(gomoku, stones);
  };
  EXPECT_EQ(count({}), 8);
  EXPECT_EQ(count({{{7, 7}, Player::first}}), 8);
  EXPECT_EQ(count({{{7, 8}, Player::first}}), 2);
  EXPECT_EQ(count({{{7, 8}, Player::first}, {{0, 1}, Player::second}}), 1);
  const GameSpec plane = *GameSpec::parse("Connect(6,2,1)");
  EXPECT_EQ(own_symmetries(plane, {{{5, -3}, Player::first}}), 8);
  EXPECT_EQ(own_symmetries(plane, {{{5, -3}, Player::first}, {{6, -3}, Player::first}}), 4);
}

TEST(CanonicalStones, AreTheSameForAllImagesAndTranslations) {
  Random random(5);
  for (const char* game :
       {"connect4", "drop:6x6:cyl", "gomoku", "Connect(6,4,3,1,1)", "Connect(6,2,3)"}) {
    const GameSpec spec = *GameSpec::parse(game);
    const BoardSize size = spec.finite_board().value_or(BoardSize{12, 12});
    for (int round = 0; round < 50; ++round) {
      std::vector<Stone> stones;
      std::set<Cell> used;
      for (int i = 0; i < 6; ++i) {
        const Cell cell{random.below(size.columns), random.below(size.rows)};
        if (!used.insert(cell).second) continue;
        stones.push_back({cell, i % 2 == 0 ? Player::first : Player::second});
      }
      const std::vector<Stone> canonical = canonical_stones(spec, stones);
      EXPECT_EQ(canonical.size(), stones.size());
      for (const Symmetry& symmetry : symmetries(spec)) {
        std::vector<Stone> image;
        const int shift = spec.finite_board() || spec.drop() != nullptr ? 0 : random.below(50) - 25;
        for (const Stone& stone : stones) {
          Cell cell = symmetry(stone.cell);
          cell.x += shift;
          cell.y -= shift;
          image.push_back({cell, stone.player});
        }
        EXPECT_EQ(canonical_stones(spec, image), canonical) << game;
      }
      // The colours matter.
      for (Stone& stone : stones) stone.player = opponent(stone.player);
      if (stones.size() % 2 == 1) {
        EXPECT_NE(canonical_stones(spec, stones), canonical);
      }
    }
  }
}

}  // namespace
}  // namespace inarow
