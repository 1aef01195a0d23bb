#include "rules/notation.hpp"

#include <gtest/gtest.h>

namespace inarow {
namespace {

GameSpec spec_of(const char* text) { return *GameSpec::parse(text); }

// The moves as they are printed back, or the refusal.
std::string reprint(const char* game, const char* moves) {
  const GameSpec spec = spec_of(game);
  const Result<Game> read = read_game(spec, moves);
  return read ? format_moves(spec, read->moves()) : read.error().message;
}

TEST(Notation, ReadsDropMovesInAllThreeForms) {
  EXPECT_EQ(reprint("connect4", "4453"), "4453");
  EXPECT_EQ(reprint("connect4", "ddec"), "4453");
  EXPECT_EQ(reprint("connect4", "d1 d2 e1 c1"), "4453");
  EXPECT_EQ(reprint("connect4", "d1d2e1c1"), "4453");
  EXPECT_EQ(reprint("connect4", " D1, D2\te1 3\n"), "4453");
  EXPECT_EQ(reprint("connect4", ""), "");
  EXPECT_EQ(reprint("drop:10x6", "jja"), "jja");
  EXPECT_EQ(reprint("drop:10x6", "j1 j2 a1"), "jja");
  EXPECT_EQ(reprint("drop:30x2", "z ad1 AD"), "z1 ad1 ad2");
  EXPECT_EQ(reprint("cylinder:6", "111111111"), "111111111");
}

TEST(Notation, ReadsPlacementMoves) {
  EXPECT_EQ(reprint("connect6", "j10 k11i11 j12h9"), "j10 k11i11 j12h9");
  EXPECT_EQ(reprint("connect6", "j10k11i11j12h9"), "j10 k11i11 j12h9");
  EXPECT_EQ(reprint("connect6", "J10,k11, i11"), "j10 k11i11");
  EXPECT_EQ(reprint("connect6", "j10 ---- j11--"), "j10 ---- j11--");
  EXPECT_EQ(reprint("tictactoe", "b2 a1"), "b2 a1");
  EXPECT_EQ(reprint("Connect(30,30,5,1,1)", "ad30 z1"), "ad30 z1");
  EXPECT_EQ(reprint("Connect(6,2,3)", "0,0 -1,1 1,1"), "0,0 -1,1 1,1");
  EXPECT_EQ(reprint("Connect(6,2,3)", "0,0 -1,1 1,1 5,5 --"), "0,0 -1,1 1,1 5,5 --");
}

TEST(Notation, NamesTheCharacterItCannotRead) {
  const auto refused = [](const char* game, const char* moves, std::size_t place,
                          const char* part) {
    const Result<Game> read = read_game(spec_of(game), moves);
    ASSERT_FALSE(read) << moves;
    EXPECT_EQ(read.error().place, place) << read.error().message;
    EXPECT_NE(read.error().message.find(part), std::string::npos) << read.error().message;
    EXPECT_EQ(read.error().message.find('\n'), std::string::npos);
  };
  refused("connect4", "448", 2, "columns are 1 to 7");
  refused("connect4", "440", 2, "columns are 1 to 7");
  refused("connect4", "44h", 2, "no column h, the columns are a to g");
  refused("connect4", "44!", 2, "does not begin a move");
  refused("connect4", "d1 d7", 4, "rows are 1 to 6");
  refused("drop:10x6", "11", 0, "digits name columns only up to 9");
  refused("gomoku", "h", 1, "row of the cell is missing");
  refused("gomoku", "h16", 1, "rows are 1 to 15");
  refused("gomoku", "p1", 0, "no column p");
  refused("gomoku", "8h", 0, "does not begin a move");
  refused("Connect(6,2,3)", "0,0 -1", 6, "comma");
  refused("Connect(6,2,3)", "0,0 -1,", 7, "second number is missing");
  refused("Connect(6,2,3)", "0,0-1,1", 3, "separated by spaces");
  refused("Connect(6,2,3)", "j10", 0, "pair of integers");
}

TEST(Notation, NamesTheMoveThatIsIllegal) {
  const auto refused = [](const char* game, const char* moves, std::size_t number,
                          const char* part) {
    const Result<Game> read = read_game(spec_of(game), moves);
    ASSERT_FALSE(read) << moves;
    EXPECT_EQ(read.error().place, number) << read.error().message;
    EXPECT_NE(read.error().message.find("move " + std::to_string(number)), std::string::npos)
        << read.error().message;
    EXPECT_NE(read.error().message.find(part), std::string::npos) << read.error().message;
  };
  refused("connect4", "4444444", 7, "column d is full");
  refused("connect4", "d1 d3", 2, "a stone in column d falls on d2");
  refused("connect4", "d1 d1", 2, "a stone in column d falls on d2");
  refused("connect4", "12121213", 8, "the game ended with move 7: White has won");
  refused("tictactoe", "b2 b2", 2, "b2 is taken");
  refused("tictactoe", "a1 b1 a2 b2 a3 b3", 6, "Black has won");
  refused("connect6", "j10 k11", 2, "1 stone is too few, it must have 2");
  refused("connect6", "j10 k11k11", 2, "k11 is taken");
  refused("Connect(6,2,3)", "0,0 1,1", 1, "2 stones are too few, it must have 3");
  refused("Connect(6,2,3)", "0,0 1,1 2,2000", 1, "more than 1000 cells away");
  refused("Connect(2,2,3,1,1)", "a1 a2 b1 b2 a1", 5, "the board is full");
}

TEST(Notation, AWinningMoveMayLeaveOutStones) {
  const GameSpec spec = spec_of("Connect(9,9,3,2,1)");
  const Result<Game> read = read_game(spec, "a1 h8h7 b1c1");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->outcome(), Outcome::first_wins);
  const Result<Game> short_move = read_game(spec, "e5 a1a2 e6e9 a3");
  ASSERT_TRUE(short_move) << short_move.error().message;
  EXPECT_EQ(short_move->outcome(), Outcome::second_wins);
}

TEST(Notation, TheLastMoveOfAFullBoardHasTheStonesThatAreLeft) {
  const GameSpec spec = spec_of("Connect(2,2,3,2,1)");
  const Result<Game> read = read_game(spec, "a1 a2b1 b2");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->outcome(), Outcome::draw);
}

TEST(Notation, NamesColumnsBeyondZ) {
  EXPECT_EQ(column_name(Column{0}), "a");
  EXPECT_EQ(column_name(Column{25}), "z");
  EXPECT_EQ(column_name(Column{26}), "aa");
  EXPECT_EQ(column_name(Column{63}), "bl");
}

TEST(Notation, ReadsSingleCells) {
  EXPECT_EQ(*read_cell(spec_of("connect4"), "d4"), (Cell{3, 3}));
  EXPECT_EQ(*read_cell(spec_of("Connect(6,2,1)"), "-3,7"), (Cell{-3, 7}));
  EXPECT_EQ(*read_cell(spec_of("connect6"), "--"), null_stone);
  EXPECT_FALSE(read_cell(spec_of("connect4"), "d"));
  EXPECT_FALSE(read_cell(spec_of("connect4"), "4"));
  EXPECT_FALSE(read_cell(spec_of("connect4"), "d4e4"));
  EXPECT_FALSE(read_cell(spec_of("connect4"), ""));
}

}  // namespace
}  // namespace inarow
