// Bitboards against the plain board and against the table of lines.

#include "rules/drop_board.hpp"

#include <gtest/gtest.h>

#include "rules/lines.hpp"
#include "rules/plain_drop_board.hpp"
#include "rules/random_games.hpp"

namespace inarow {
namespace {

DropSpec drop(const char* text) { return *GameSpec::parse(text)->drop(); }

class EveryDropBoard : public testing::TestWithParam<const char*> {};

template <class Word>
void play_beside_plain_board(const DropSpec& spec, Random& random) {
  DropBoard<Word> board(spec);
  PlainDropBoard plain(spec);
  std::vector<Column> played;
  std::vector<Word> keys{board.key()};
  while (true) {
    ASSERT_EQ(board.plies() > 0 && board.last_mover_won(),
              plain.outcome() == Outcome::first_wins || plain.outcome() == Outcome::second_wins);
    ASSERT_EQ(board.full(), plain.plies() == spec.width * *spec.height);
    if (plain.outcome() != Outcome::undecided) break;
    std::vector<Column> columns;
    for (int x = 0; x < spec.width; ++x) {
      ASSERT_EQ(board.can_play(Column{x}), plain.can_play(Column{x}));
      if (board.can_play(Column{x})) columns.push_back(Column{x});
    }
    const Column column = one_of(columns, random);
    ASSERT_EQ(board.landing_bit(column),
              board.geometry().bit(Cell{column.index, plain.height_of(column)}));
    board.play(column);
    plain.play(column);
    played.push_back(column);
    keys.push_back(board.key());
    for (int x = 0; x < spec.width; ++x) {
      for (int y = 0; y < *spec.height; ++y) {
        const Word bit = board.geometry().bit(Cell{x, y});
        const std::optional<Player> stone = plain.at(Cell{x, y});
        ASSERT_EQ((board.own() & bit) != 0, stone == plain.to_move());
        ASSERT_EQ((board.opponents() & bit) != 0, stone == opponent(plain.to_move()));
      }
    }
  }
  while (!played.empty()) {
    ASSERT_EQ(board.key(), keys.back());
    board.undo(played.back());
    played.pop_back();
    keys.pop_back();
  }
  EXPECT_EQ(board.all(), Word{0});
  EXPECT_EQ(board.key(), keys.back());
}

TEST_P(EveryDropBoard, AgreesWithThePlainBoardInRandomGames) {
  const DropSpec spec = drop(GetParam());
  Random random(7);
  for (int game = 0; game < 200; ++game) {
    if (spec.bits() <= 64) play_beside_plain_board<Word64>(spec, random);
    play_beside_plain_board<Word128>(spec, random);
  }
}

TEST_P(EveryDropBoard, FindsExactlyTheLinesOfTheTable) {
  const DropSpec spec = drop(GetParam());
  const DropGeometry<Word128> geometry(spec);
  const LineTable table{GameSpec(spec)};
  std::vector<Word128> lines;
  for (const std::vector<Cell>& line : table.lines()) {
    Word128 bits = 0;
    for (const Cell c : line) bits |= geometry.bit(c);
    EXPECT_EQ(popcount(bits), spec.k);  // k different cells
    EXPECT_TRUE(geometry.has_line(bits));
    lines.push_back(bits);
  }
  Random random(11);
  for (int i = 0; i < 5000; ++i) {
    Word128 stones = 0;
    for (Word128 rest = geometry.board(); rest != 0; rest &= rest - 1) {
      if (random.below(3) != 0) stones |= rest & -rest;
    }
    const bool expected = std::any_of(lines.begin(), lines.end(),
                                      [&](Word128 line) { return (stones & line) == line; });
    ASSERT_EQ(geometry.has_line(stones), expected);
  }
}

TEST_P(EveryDropBoard, MirrorAndRotationKeepLinesAndReturn) {
  const DropSpec spec = drop(GetParam());
  const DropGeometry<Word128> geometry(spec);
  Random random(13);
  for (int i = 0; i < 500; ++i) {
    const Word128 raw = (static_cast<Word128>(random.next()) << 64) | random.next();
    const Word128 stones = raw & geometry.board();
    EXPECT_EQ(geometry.mirror(geometry.mirror(stones)), stones);
    EXPECT_EQ(geometry.has_line(geometry.mirror(stones)), geometry.has_line(stones));
    if (!spec.cylinder) continue;
    Word128 turned = stones;
    for (int x = 0; x < spec.width; ++x) {
      turned = geometry.rotate(turned);
      EXPECT_EQ(geometry.has_line(turned), geometry.has_line(stones));
    }
    EXPECT_EQ(turned, stones);
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, EveryDropBoard,
                         testing::Values("drop:7x6", "drop:4x4", "drop:1x1", "drop:1x9", "drop:9x1",
                                         "drop:8x7", "drop:9x6", "drop:8x8", "drop:8x15",
                                         "drop:11x10", "drop:64x1:k5", "drop:1x127", "drop:7x6:k3",
                                         "drop:7x6:k1", "drop:7x6:k5", "drop:5x5:k2", "drop:4x4:k5",
                                         "drop:7x6:cyl", "drop:8x7:cyl", "drop:3x6:cyl",
                                         "drop:2x6:cyl", "drop:1x6:cyl", "drop:4x5:cyl",
                                         "drop:5x5:k5:cyl", "drop:5x8:k7:cyl", "drop:8x15:cyl",
                                         "drop:16x7:cyl"));

TEST(DropBoard, CanonicalKeysJoinMirrorImagesAndRotations) {
  DropBoard<Word64> left(drop("drop:7x6"));
  DropBoard<Word64> right(drop("drop:7x6"));
  for (const int x : {0, 0, 1}) left.play(Column{x});
  for (const int x : {6, 6, 5}) right.play(Column{x});
  EXPECT_NE(left.key(), right.key());
  EXPECT_EQ(left.canonical_key(), right.canonical_key());
  right.play(Column{3});
  EXPECT_NE(left.canonical_key(), right.canonical_key());

  DropBoard<Word64> here(drop("drop:6x6:cyl"));
  DropBoard<Word64> there(drop("drop:6x6:cyl"));
  for (const int x : {0, 1, 3}) here.play(Column{x});
  for (const int x : {4, 3, 1}) there.play(Column{x});  // mirrored and turned
  EXPECT_EQ(here.canonical_key(), there.canonical_key());
}

TEST(PlainDropBoard, HasNoHorizontalLineOnACylinderNarrowerThanK) {
  PlainDropBoard board(drop("drop:3xinf:cyl"));
  // White takes the whole of row 0: a ring of three, then the game goes on.
  for (const int x : {0, 0, 1, 1, 2}) board.play(Column{x});
  EXPECT_EQ(board.outcome(), Outcome::undecided);
  board.play(Column{0});
  EXPECT_EQ(board.outcome(), Outcome::undecided);
}

TEST(PlainDropBoard, FindsTheWrappedLineOfTheCylinderPaper) {
  // Yamaguchi and Neller 2015, Fig. 2: B0 W0 B2 W2 B1 W3 B5 on width 6.
  PlainDropBoard board(drop("cylinder:6"));
  for (const int x : {0, 0, 2, 2, 1, 3}) board.play(Column{x});
  EXPECT_EQ(board.outcome(), Outcome::undecided);
  board.play(Column{5});
  EXPECT_EQ(board.outcome(), Outcome::first_wins);
}

}  // namespace
}  // namespace inarow
