// Maker-Breaker games: boards as text, the exact solver against plain minimax, the drawn boards of
// Chiang, Wu and Lin (2011), the tilings.

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "base/bits.hpp"
#include "base/random.hpp"
#include "search/maker_breaker/line_board.hpp"
#include "search/maker_breaker/solver.hpp"
#include "search/maker_breaker/strip_tiling.hpp"

namespace inarow::maker_breaker {
namespace {

// Straight from the definitions: no reductions, no symmetries, all moves.
class Plain {
 public:
  Plain(const LineBoard& board, const Rules& rules) : board_(board), rules_(rules) {}

  bool drawn() { return holds(0, 0, 0); }

 private:
  bool occupied(CellSet maker, CellSet breaker, std::uint64_t taken) const {
    for (std::size_t i = 0; i < board_.lines.size(); ++i) {
      const CellSet line = board_.lines[i];
      if ((line & breaker) != 0 || (taken >> i & 1U) != 0) continue;
      if (rules_.exclusive ? popcount(line & maker) > rules_.bound : (line & ~maker) == 0)
        return true;
    }
    return false;
  }
  bool holds(CellSet maker, CellSet breaker, std::uint64_t taken) {
    const auto key = std::tuple(maker, breaker, taken);
    const auto known = memory_.find(key);
    if (known != memory_.end()) return known->second;
    const CellSet empty = low_bits<CellSet>(board_.cell_count()) & ~maker & ~breaker;
    bool held = true;
    for (CellSet move = empty; move != 0 && held; move = (move - 1) & empty) {
      if (popcount(move) > rules_.stones) continue;
      if (!rules_.exclusive && occupied(maker | move, breaker, taken)) {
        held = false;
        break;
      }
      held = answered(maker | move, breaker, taken, empty & ~move, popcount(move));
    }
    return memory_[key] = held;
  }
  bool answered(CellSet maker, CellSet breaker, std::uint64_t taken, CellSet empty, int left) {
    if (!(rules_.exclusive && occupied(maker, breaker, taken)) && holds(maker, breaker, taken)) {
      return true;
    }
    if (left == 0) return false;
    for (CellSet rest = empty; rest != 0; rest &= rest - 1) {
      if (answered(maker, breaker | lowest_bit(rest), taken, empty & ~lowest_bit(rest), left - 1)) {
        return true;
      }
    }
    for (std::size_t i = 0; rules_.exclusive && i < board_.lines.size(); ++i) {
      if ((taken >> i & 1U) == 0 &&
          answered(maker, breaker, taken | std::uint64_t{1} << i, empty, left - 1)) {
        return true;
      }
    }
    return false;
  }

  const LineBoard& board_;
  Rules rules_;
  std::map<std::tuple<CellSet, CellSet, std::uint64_t>, bool> memory_;
};

MakerBreakerValue value_of(const LineBoard& board, const Rules& rules) {
  StopToken stop;
  MakerBreakerSolver solver(board, rules, stop);
  return solver.solve(solver.start());
}

LineBoard grid(int rows, int columns, CellSet missing) {
  LineBoard board;
  std::vector<int> number;
  for (int i = 0; i < rows * columns; ++i) {
    number.push_back((missing >> i & 1U) != 0 ? -1 : board.cell_count());
    if (number.back() >= 0) board.cells.push_back({i % columns, i / columns});
  }
  add_runs(board, 1, 0, 1);
  add_runs(board, 0, 1, 1);
  return board;
}

LineBoard band_window(int length, int columns) {
  LineBoard board;
  for (int x = 0; x < columns; ++x) {
    for (int y = 0; y < length; ++y) board.cells.push_back({x + y, y});
  }
  add_runs(board, 1, 1, length);
  add_runs(board, 0, 1, length);
  return board;
}

TEST(LineBoard, ReadsPicturesAndLists) {
  const Result<LineBoard> b2 = parse_line_board(
      "      . . . . . .\n    . . . . . .\n  . . . . . .\n. . . . . .\n"
      "rows 6\nrising 4\ncolumns 4\n");
  ASSERT_TRUE(b2) << b2.error().message;
  EXPECT_EQ(b2->cell_count(), 24);
  EXPECT_EQ(b2->lines, sheared_block(6, 4, 1).lines);
  EXPECT_EQ(b2->lines.size(), 13U);
  const Result<LineBoard> again = parse_line_board(format_line_board(*b2));
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again->lines, b2->lines);
}

TEST(LineBoard, ErrorsNameTheLine) {
  const auto message = [](std::string_view text) {
    const Result<LineBoard> read = parse_line_board(text);
    return read ? std::string("no error") : read.error().message;
  };
  EXPECT_EQ(message(""), "line 0: the board has no lines");
  EXPECT_EQ(message("cells 3\nline 0 3\n"), "line 2: \"3\" is not one of the 3 cells");
  EXPECT_EQ(message("cells 65\n"), "line 1: write \"cells N\" once, N from 1 to 64, or draw them");
  EXPECT_EQ(message("rows 3\n"), "line 1: \"rows\" needs a picture above it");
  EXPECT_EQ(message("  . .\n . .\nrows 2\n"),
            "line 3: cells of a picture stand in every second character");
  EXPECT_EQ(message(". .\nrowz 2\n").substr(0, 16), "line 2: write a ");
  EXPECT_EQ(message(". . .\nrows 3\n"), "no error");
}

TEST(LineBoard, AutomorphismsKeepLines) {
  EXPECT_EQ(automorphisms(sheared_block(6, 4, 1), 100).size(), 2U);
  EXPECT_EQ(automorphisms(grid(3, 3, 0), 100).size(), 72U);
  EXPECT_EQ(automorphisms(grid(2, 3, 0), 100).size(), 12U);
}

TEST(MakerBreaker, AgreesWithPlainMinimaxOnRandomBoards) {
  Random random(17);
  std::map<MakerBreakerValue, int> seen;
  for (int i = 0; i < 400; ++i) {
    LineBoard board;
    const bool with_exclusive = i % 4 == 0;
    const int cells = 3 + random.below(with_exclusive ? 2 : 4);
    for (int c = 0; c < cells; ++c) board.cells.push_back({c, 0});
    const int lines = 1 + random.below(with_exclusive ? 3 : 6);
    for (int k = 0; k < lines; ++k) {
      CellSet line = 0;
      while (popcount(line) < std::min(cells, 2 + k % 3)) line |= CellSet{1} << random.below(cells);
      board.lines.push_back(line);
    }
    const Rules rules =
        with_exclusive ? definition_2(random.below(2)) : definition_1(1 + random.below(2));
    const MakerBreakerValue value = value_of(board, rules);
    EXPECT_EQ(value == MakerBreakerValue::drawn, Plain(board, rules).drawn())
        << format_line_board(board) << rules.stones << " " << rules.bound;
    ++seen[value];
  }
  EXPECT_GT(seen[MakerBreakerValue::drawn], 50);
  EXPECT_GT(seen[MakerBreakerValue::maker_wins], 50);
}

// Lemma 1: MBBoard(B2, 2) is drawn. The paper searched 1,291,140,480 positions, 844,618 after
// optimisation.
TEST(MakerBreaker, TheoremOne) {
  StopToken stop;
  MakerBreakerSolver solver(sheared_block(6, 4, 1), definition_1(2), stop);
  EXPECT_EQ(solver.solve(solver.start()), MakerBreakerValue::drawn);
  EXPECT_LT(solver.positions(), 20'000U);
  EXPECT_EQ(value_of(sheared_block(6, 4, 1), definition_1(3)), MakerBreakerValue::maker_wins);
  const StripTiling tiling(6, 4, 6);
  EXPECT_TRUE(tiling.covers(11));
  EXPECT_FALSE(tiling.covers(10));
}

// Zetters (1980): eight in a row is drawn with one stone a move. The block of 4 x 3 cells shows it.
TEST(MakerBreaker, Zetters) {
  EXPECT_EQ(value_of(sheared_block(4, 3, 1), definition_1(1)), MakerBreakerValue::drawn);
  EXPECT_EQ(StripTiling(4, 3, 4).least_covered(20), 8);
}

TEST(StripTiling, EveryCellIsInOneBlock) {
  for (const auto& [columns, rows] : {std::pair{6, 4}, {4, 3}, {8, 5}, {7, 3}}) {
    const StripTiling tiling(columns, rows, columns);
    std::map<Cell, CellSet> blocks;
    for (int y = -30; y <= 30; ++y) {
      for (int x = -30; x <= 30; ++x) {
        const StripTiling::Place place = tiling.locate({x, y});
        EXPECT_EQ(tiling.cell_of(place), (Cell{x, y}));
        EXPECT_EQ(blocks[place.block] >> place.cell & 1U, 0U);
        blocks[place.block] |= CellSet{1} << place.cell;
      }
    }
  }
  // Blocks too narrow leave columns that are full in neither of two neighbouring strips.
  EXPECT_EQ(StripTiling(5, 4, 5).least_covered(40), 0);
}

// Lemmas 5 and 6: full rectangles with exclusive squares, and those that lack a cell, keep every
// active line at one stone.
TEST(MakerBreaker, RectanglesWithExclusiveSquares) {
  for (const auto& [rows, columns] : {std::pair{2, 2}, {2, 3}, {3, 3}, {2, 4}}) {
    EXPECT_EQ(value_of(grid(rows, columns, 0), definition_2(1)), MakerBreakerValue::drawn);
    EXPECT_EQ(value_of(grid(rows, columns, 1), definition_2(1)), MakerBreakerValue::drawn);
  }
  EXPECT_EQ(value_of(grid(2, 2, 0), definition_2(0)), MakerBreakerValue::maker_wins);
}

// With cells on at most two lines, Maker gains nothing from several stones a move if every line has
// an exclusive square (docs/results/drawn-games.md, "one stone at a time").
TEST(MakerBreaker, OneStoneAtATimeIsEnough) {
  Random random(23);
  int drawn = 0;
  int won = 0;
  for (int i = 0; i < 300; ++i) {
    // Lines are vertices of a random graph, cells its edges (and some free ends).
    LineBoard board;
    const int lines = 2 + random.below(3);
    const int cells = 3 + random.below(4);
    board.lines.resize(static_cast<std::size_t>(lines));
    for (int c = 0; c < cells; ++c) {
      board.cells.push_back({c, 0});
      board.lines[static_cast<std::size_t>(random.below(lines))] |= CellSet{1} << c;
      board.lines[static_cast<std::size_t>(random.below(lines))] |= CellSet{1} << c;
    }
    std::erase(board.lines, CellSet{0});
    const int bound = random.below(3);
    const MakerBreakerValue one = value_of(board, {1, true, bound});
    EXPECT_EQ(one, value_of(board, definition_2(bound))) << format_line_board(board) << bound;
    // A free square does for an exclusive one: NX(L, b) gives N(L, L - b - 1).
    int shortest = max_cells;
    for (const CellSet line : board.lines) shortest = std::min(shortest, popcount(line));
    if (one == MakerBreakerValue::drawn && shortest - bound - 1 > 0) {
      EXPECT_EQ(value_of(board, definition_1(shortest - bound - 1)), MakerBreakerValue::drawn)
          << format_line_board(board) << bound;
    }
    ++(one == MakerBreakerValue::drawn ? drawn : won);
  }
  EXPECT_GT(drawn, 50);
  EXPECT_GT(won, 50);
}

// The base cases on windows of the band, by search: Lemmas 8, 9 and 10, and what is out of reach.
TEST(MakerBreaker, BandsBySearch) {
  EXPECT_EQ(value_of(band_window(2, 5), definition_2(1)), MakerBreakerValue::drawn);
  EXPECT_EQ(value_of(band_window(3, 3), definition_2(2)), MakerBreakerValue::drawn);
  EXPECT_EQ(value_of(band_window(4, 7), definition_1(1)), MakerBreakerValue::drawn);
  EXPECT_EQ(value_of(band_window(4, 8), {1, true, 1}), MakerBreakerValue::maker_wins);
  EXPECT_EQ(value_of(band_window(5, 8), definition_1(3)), MakerBreakerValue::maker_wins);
}

}  // namespace
}  // namespace inarow::maker_breaker
