#include "rules/game_tree.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "rules/notation.hpp"

namespace inarow {
namespace {

std::string main_line(const Result<GameTree>& tree) {
  if (!tree) return tree.error().message;
  return format_moves(tree->spec, tree->moves_to(tree->end_of_main_line()));
}

TEST(GameTree, ReadsLittleGolem) {
  const Result<GameTree> tree = read_game_tree(
      "(;FF[4]EV[connect6.in.DEFAULT]PB[a]PW[b]SO[http://"
      "www.littlegolem.com];B[j10];W[j9l11];B[k9l8])");
  EXPECT_EQ(main_line(tree), "j10 j9l11 k9l8");
  EXPECT_EQ(tree->spec.to_string(), "Connect(19,19,6,2,1)");
  // What we do not understand is kept.
  EXPECT_NE(write_game_tree(*tree).find("PB[a]PW[b]"), std::string::npos);
}

TEST(GameTree, ReadsNctu6WithOneStoneANode) {
  EXPECT_EQ(main_line(read_game_tree("(;B[JJ];W[LJ];W[KI];B[IH];B[HI])")), "j10 l10k9 i8h9");
}

TEST(GameTree, KeepsVariationsBetweenTheTwoStonesOfAMove) {
  const Result<GameTree> tree =
      read_game_tree("(;B[JJ]C[one];W[LJ]C[two](;W[KI]C[three])(;W[AA]))");
  ASSERT_TRUE(tree) << tree.error().message;
  ASSERT_EQ(tree->nodes.size(), 4U);
  EXPECT_EQ(tree->nodes[1].children.size(), 2U);
  EXPECT_EQ(tree->nodes[1].comment, "one");
  EXPECT_EQ(tree->nodes[2].comment, "two\nthree");
  EXPECT_EQ(format_move(tree->spec, tree->nodes[3].move), "l10a1");
}

TEST(GameTree, ReadsStandardGomokuRowsFromTheTop) {
  const Result<GameTree> tree = read_game_tree("(;FF[4]GM[4]SZ[15];B[hh];W[ha])");
  EXPECT_EQ(main_line(tree), "h8 h15");
  EXPECT_EQ(tree->spec.to_string(), "Connect(15,15,5,1,1)");
}

TEST(GameTree, WritesAndReadsItsOwnForEveryKindOfBoard) {
  for (const auto& [game, moves] : std::vector<std::pair<const char*, const char*>>{
           {"connect4", "4453"},
           {"drop:12x6:cyl", "aall"},
           {"cylinder:6", "111222"},
           {"gomoku", "h8 i9 h9"},
           {"connect6", "j10 k11-- j12h9"},
           {"Connect(6,2,3)", "0,0 -1,1 1,1 3,3 4,-4"}}) {
    const GameSpec spec = *GameSpec::parse(game);
    const Result<Game> line = read_game(spec, moves);
    ASSERT_TRUE(line) << line.error().message;
    GameTree tree(spec);
    tree.nodes[0].comment = "brackets ] and \\ and a\nnew line";
    std::size_t node = 0;
    for (const Move& move : line->moves())
      node = tree.add(node, move, "after " + format_move(spec, move));
    // A variation in the first move.
    Move other = line->moves()[0];
    other[0].x += 1;
    tree.add(0, other);
    const std::string text = write_game_tree(tree);
    const Result<GameTree> again = read_game_tree(text);
    ASSERT_TRUE(again) << text << again.error().message;
    EXPECT_EQ(again->spec, spec);
    EXPECT_EQ(main_line(again), format_moves(spec, line->moves()));
    EXPECT_EQ(again->nodes.size(), tree.nodes.size());
    EXPECT_EQ(again->nodes[0].comment, tree.nodes[0].comment);
    EXPECT_EQ(again->nodes[0].children.size(), 2U);
    EXPECT_EQ(write_game_tree(*again), text);
  }
}

TEST(GameTree, RefusesWithLineAndColumn) {
  const auto refused = [](const char* text, const char* part) {
    const Result<GameTree> tree = read_game_tree(text);
    ASSERT_FALSE(tree) << text;
    EXPECT_NE(tree.error().message.find(part), std::string::npos) << tree.error().message;
  };
  refused("", "no game");
  refused("hello", "no game");
  refused("(;B[j10]", "\")\" is missing");
  refused("(;B[j10", "closing \"]\"");
  refused("(;B)", "no value");
  refused("(;B[j10]())", "empty variation");
  refused("(;B[j10]x)", "a property's name has capital letters");
  refused("(;B[j10]!)", "expected, not \"!\"");
  refused("(;B[j10]\n;B[j11])", "line 2, column 2: it is White's turn");
  refused("(;GAME[drop:7x6];B[d1])", "it is White's turn");
  refused("(;GAME[drop:7x6];W[d1];B[d1])", "falls on d2");
  refused("(;GAME[drop:7x];W[d1])", "number of rows");
  refused("(;AB[aa][bb];W[cc])", "set-up stones");
  refused("(;B[JJ];W[LJ])", "too few stones");
  refused("(;GAME[connect4];W[])", "no null moves in drop games");
  const GameSpec gomoku = *GameSpec::parse("gomoku");
  const Result<GameTree> other = read_game_tree("(;GAME[connect4];W[d1])", &gomoku);
  ASSERT_FALSE(other);
  EXPECT_NE(other.error().message.find("the file is of drop:7x6"), std::string::npos);
}

TEST(GameTree, APassIsANullMove) {
  EXPECT_EQ(main_line(read_game_tree("(;GAME[connect6];B[j10];W[];B[j11j12])")), "j10 ---- j11j12");
}

TEST(GameTree, ALongGameDoesNotExhaustTheStack) {
  std::string text = "(;GAME[drop:1xinf:k1000]";
  for (int i = 0; i < 100000; ++i) text += i % 2 == 0 ? ";W[a]" : ";B[a]";
  const Result<GameTree> tree = read_game_tree(text + ")");
  ASSERT_TRUE(tree) << tree.error().message;
  EXPECT_EQ(tree->nodes.size(), 100001U);
  EXPECT_FALSE(read_game_tree("(;GAME[connect4]" + std::string(100000, '(')).has_value());
}

std::string repeated(int times, const std::string& text) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

// Each of these took minutes or gigabytes when something was copied at every node.
TEST(GameTree, TimeIsLinearInTheSizeOfTheFile) {
  constexpr int many = 200'000;
  const Result<GameTree> nested =
      read_game_tree("(;GAME[connect4]" + repeated(many, "(;C[why]") + repeated(many, ")") + ")");
  ASSERT_TRUE(nested) << nested.error().message;
  ASSERT_EQ(nested->nodes.size(), 1U);
  EXPECT_EQ(nested->nodes[0].comment.size(), 4U * many - 1);

  // Half a move of 1000 stones, one stone a node, before many variations.
  std::string half = "(;GAME[Connect(1000,1000,1000)]";
  for (int i = 0; i < 998; ++i) half += fmt::format(";B[{},{}]", 2 * i - 1000, i % 2 * 2000 - 1000);
  const Result<GameTree> incomplete = read_game_tree(half + repeated(many, "(;B[1,1])") + ")");
  ASSERT_FALSE(incomplete);
  EXPECT_NE(incomplete.error().message.find("too few stones"), std::string::npos);
  const Result<GameTree> shared = read_game_tree(half + repeated(many, "(;B[1,1];B[1,2])") + ")");
  ASSERT_FALSE(shared);
  EXPECT_NE(shared.error().message.find("more than 2000000 stones"), std::string::npos);

  // Whether a move has two stones is not looked up in a long list of properties for each child.
  const Result<GameTree> wide = read_game_tree("(;GM[4];" + repeated(many / 4, "N[x]") +
                                               repeated(many / 4, "(;B[hh])") + ")");
  ASSERT_TRUE(wide) << wide.error().message;
  EXPECT_EQ(wide->nodes.size(), many / 4 + 1U);
}

TEST(GameTree, AMoveEndsWithTheStoneThatCompletesALine) {
  const Result<GameTree> tree =
      read_game_tree("(;GAME[Connect(2,3,1)];B[0,0];W[5,5];W[7,7];W[9,9];B[1,1])");
  EXPECT_EQ(main_line(tree), "0,0 5,5 7,7 9,9 1,1");
  const Result<GameTree> taken =
      read_game_tree("(;GAME[Connect(4,3,1)];B[0,0];W[5,5]\n;W[0,0];W[9,9])");
  ASSERT_FALSE(taken);
  EXPECT_NE(taken.error().message.find("line 2, column 2: move 2"), std::string::npos)
      << taken.error().message;
  EXPECT_NE(taken.error().message.find("0,0 is taken"), std::string::npos);
}

TEST(GameTree, TheCommentOfALastNodeWithoutMoveIsKept) {
  const Result<GameTree> tree = read_game_tree("(;GAME[connect4];W[d1]C[one];C[two];C[three])");
  ASSERT_TRUE(tree);
  EXPECT_EQ(tree->nodes[1].comment, "one\ntwo\nthree");
}

TEST(GameTree, AListOfNodesMayJumpBetweenLongVariations) {
  const GameSpec spec = *GameSpec::parse("drop:2xinf:k1000");
  std::vector<ListedNode> list(1);
  list.push_back({0, "a1", "left", {}});
  list.push_back({0, "b1", "", {{"N", {"right"}}}});
  for (std::size_t i = 3; i < 100'000; ++i) list.push_back({i - 2, i % 2 == 0 ? "b" : "a", "", {}});
  const Result<GameTree> tree = game_tree_of(spec, list);
  ASSERT_TRUE(tree) << tree.error().message;
  EXPECT_EQ(tree->nodes.size(), list.size());
  EXPECT_EQ(tree->nodes[1].comment, "left");
  EXPECT_EQ(tree->nodes[2].other[0].values[0], "right");
  EXPECT_EQ(tree->nodes[4].parent, 2U);
  EXPECT_EQ(tree->nodes[4].move, (Move{{1, 1}}));

  list.push_back({0, "a2", "", {}});
  const Result<GameTree> floating = game_tree_of(spec, list);
  ASSERT_FALSE(floating);
  EXPECT_EQ(floating.error().place, list.size() - 1);
  list.back().parent = list.size();
  EXPECT_FALSE(game_tree_of(spec, list).has_value());
}

}  // namespace
}  // namespace inarow
