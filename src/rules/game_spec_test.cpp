#include "rules/game_spec.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

namespace inarow {
namespace {

std::string canonical(const std::string& text) {
  const Result<GameSpec> spec = GameSpec::parse(text);
  return spec ? spec->to_string() : "refused: " + spec.error().message;
}

TEST(GameSpec, PrintsEveryFormCanonically) {
  EXPECT_EQ(canonical("connect4"), "drop:7x6");
  EXPECT_EQ(canonical("Connect4"), "drop:7x6");
  EXPECT_EQ(canonical(" drop:7x6 "), "drop:7x6");
  EXPECT_EQ(canonical("drop:7x6:k4"), "drop:7x6");
  EXPECT_EQ(canonical("drop:7x6:k5"), "drop:7x6:k5");
  EXPECT_EQ(canonical("drop:7x6:cyl"), "drop:7x6:cyl");
  EXPECT_EQ(canonical("drop:7x6:cyl:k5"), "drop:7x6:k5:cyl");
  EXPECT_EQ(canonical("drop:6xinf:cyl"), "drop:6xinf:cyl");
  EXPECT_EQ(canonical("cylinder:6"), "drop:6xinf:cyl");
  EXPECT_EQ(canonical("drop:7xinf"), "drop:7xinf");
  EXPECT_EQ(canonical("Connect(19,19,6,2,1)"), "Connect(19,19,6,2,1)");
  EXPECT_EQ(canonical("connect( 6, 2, 3 )"), "Connect(6,2,3)");
  EXPECT_EQ(canonical("tictactoe"), "Connect(3,3,3,1,1)");
  EXPECT_EQ(canonical("gomoku"), "Connect(15,15,5,1,1)");
  EXPECT_EQ(canonical("connect6"), "Connect(19,19,6,2,1)");
}

TEST(GameSpec, AcceptsWhatIsLegalAtTheEdges) {
  EXPECT_EQ(canonical("drop:64x1"), "drop:64x1");
  EXPECT_EQ(canonical("drop:1x127"), "drop:1x127");
  EXPECT_EQ(canonical("drop:8x15"), "drop:8x15");
  EXPECT_EQ(canonical("drop:4x4:k9"), "drop:4x4:k9");  // k beyond both sides: always a draw
  EXPECT_EQ(canonical("Connect(64,64,5,1,1)"), "Connect(64,64,5,1,1)");
  EXPECT_EQ(canonical("Connect(3,3,9,1,1)"), "Connect(3,3,9,1,1)");
}

TEST(GameSpec, RefusesWithPlaceAndSuggestion) {
  const auto refused = [](const char* text, std::size_t place, const char* part) {
    const Result<GameSpec> spec = GameSpec::parse(text);
    ASSERT_FALSE(spec) << text << " was read as " << spec->to_string();
    EXPECT_EQ(spec.error().place, place) << spec.error().message;
    EXPECT_NE(spec.error().message.find(part), std::string::npos) << spec.error().message;
    EXPECT_NE(spec.error().message.find("; write "), std::string::npos) << spec.error().message;
    EXPECT_EQ(spec.error().message.find('\n'), std::string::npos);
  };
  refused("drop:7x", 7, "number of rows is missing");
  refused("drop:7", 6, "x and the number of rows");
  refused("drop:", 5, "number of columns is missing");
  refused("drop:0x6", 5, "at least one column");
  refused("drop:7x0", 7, "at least one row");
  refused("drop:16x8", 5, "144 is more than the 128 bits");
  refused("drop:99999999999x99999999999", 5, "bits of a bitboard");
  refused("drop:7x6:cyl:cyl", 12, "twice");
  refused("drop:7x6:k4:k5", 11, "twice");
  refused("drop:7x6:k0", 10, "k is 0");
  refused("drop:7x6:k", 10, "length of a line is missing");
  refused("drop:7x6x5", 8, "not an option");
  refused("drop:65xinf", 5, "65 columns are more than 64");
  refused("cylinder:6:cyl", 10, "twice");
  refused("cylinder:x", 9, "number of columns");
  refused("Connect(19,19,6,2)", 8, "4 numbers, there must be 5 or 3");
  refused("Connect(11,2)", 8, "2 numbers");
  refused("Connect(65,19,6,2,1)", 8, "1 to 64");
  refused("Connect(19,0,6,2,1)", 11, "1 to 64");
  refused("Connect(19,19,0,2,1)", 14, "k is 0");
  refused("Connect(19,19,6,0,1)", 16, "p is 0");
  refused("Connect(19,19,6,2,0)", 18, "q is 0");
  refused("Connect(19,19,6,2,1", 19, "parenthesis is missing");
  refused("Connect(19,19,6,2,1)x", 20, "nothing may follow");
  refused("Connect(19,,6,2,1)", 11, "a number is missing");
  refused("conect4", 0, "write connect4");
  refused("chess", 0, "no game of this name");
  refused("", 0, "no game of this name");
}

TEST(GameSpec, KnowsTheColoursOfTheLiterature) {
  EXPECT_STREQ(GameSpec::parse("connect4")->colour(Player::first), "White");
  EXPECT_STREQ(GameSpec::parse("connect6")->colour(Player::first), "Black");
}

TEST(GameSpec, AnySpecSurvivesPrintingAndReading) {
  EXPECT_TRUE(rc::check("drop games", [] {
    DropSpec drop;
    drop.width = *rc::gen::inRange(1, 65);
    const int tallest = max_drop_bits / drop.width - 1;
    if (*rc::gen::arbitrary<bool>()) {
      drop.height = *rc::gen::inRange(1, tallest + 1);
    } else {
      drop.height = std::nullopt;
    }
    drop.k = *rc::gen::inRange(1, max_line_length + 1);
    drop.cylinder = *rc::gen::arbitrary<bool>();
    const GameSpec spec(drop);
    const Result<GameSpec> again = GameSpec::parse(spec.to_string());
    RC_ASSERT(again.has_value());
    RC_ASSERT(*again == spec);
  }));
  EXPECT_TRUE(rc::check("placement games", [] {
    PlacementSpec placement;
    if (*rc::gen::arbitrary<bool>()) {
      placement.board = BoardSize{*rc::gen::inRange(1, 65), *rc::gen::inRange(1, 65)};
    }
    placement.k = *rc::gen::inRange(1, max_line_length + 1);
    placement.p = *rc::gen::inRange(1, max_stones_a_move + 1);
    placement.q = *rc::gen::inRange(1, max_stones_a_move + 1);
    const GameSpec spec(placement);
    const Result<GameSpec> again = GameSpec::parse(spec.to_string());
    RC_ASSERT(again.has_value());
    RC_ASSERT(*again == spec);
  }));
}

}  // namespace
}  // namespace inarow
