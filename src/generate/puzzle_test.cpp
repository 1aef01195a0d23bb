#include "generate/puzzle.hpp"

#include <gtest/gtest.h>

#include "generate/distinct.hpp"
#include "generate/grade.hpp"
#include "generate/sheet.hpp"
#include "rules/notation.hpp"

namespace inarow::puzzles {
namespace {

// White wins by the open two of the bottom row: c1 or e1 would do with an empty board beside it, so
// the column behind is taken.
Puzzle sample() {
  const GameSpec spec = *GameSpec::parse("connect4");
  Puzzle puzzle{.id = "c4-000001", .game = *read_game(spec, "4455")};
  puzzle.solution = {{5, 0}};
  puzzle.length = 2;
  puzzle.line = {{{5, 0}}, {{2, 0}}, {{6, 0}}};
  puzzle.themes = {Theme::double_threat, Theme::quiet_move};
  puzzle.tries = {{{{0, 0}}, {{2, 0}}}};
  puzzle.measures = {.tempting = 1, .quiet = 0, .counter = 2, .depth = 3};
  puzzle.grade = 3;
  return puzzle;
}

TEST(PuzzleFile, IsReadAsItIsWritten) {
  const Puzzle puzzle = sample();
  const std::string line = write_puzzle(puzzle);
  const Result<Puzzle> read = read_puzzle(line);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(write_puzzle(*read), line);
  EXPECT_EQ(read->solution, puzzle.solution);
  EXPECT_EQ(read->measures, puzzle.measures);
  EXPECT_EQ(read->tries, puzzle.tries);
  EXPECT_EQ(read->themes, puzzle.themes);
}

TEST(PuzzleFile, HasTheFieldsOfTheInterface) {
  EXPECT_EQ(write_puzzle(sample()).substr(0, 214),
            R"({"id":"c4-000001","game":"drop:7x6","moves":"4455","to_move":"first","task":"win",)"
            R"("grade":3,"solution":["f1"],"length":2,"themes":["double threat","quiet move"],)"
            R"("sense":"exact","line":["f1","c1","g1"],"tries":[["a1)");
}

// Every field that is changed to something wrong is refused with a sentence.
TEST(PuzzleFile, RefusesWhatIsWrong) {
  const std::string good = write_puzzle(sample());
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string text = good;
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return text.replace(at, from.size(), to);
  };
  for (const std::string& bad :
       {std::string("{"), std::string("[]"), with("drop:7x6", "drop:7x"), with("4455", "4444444"),
        with("\"first\"", "\"second\""), with("\"win\"", "\"lose\""),
        with("\"grade\":3", "\"grade\":6"), with("[\"f1\"]", "[\"f2\"]"),
        with("[\"f1\"]", "[\"f1\",\"c1\"]"), with("[\"f1\"]", "[]"),
        with("\"length\":2", "\"length\":0"), with("quiet move", "loud move"),
        with("exact", "perhaps"), with("[\"f1\",\"c1\"", "[\"c1\",\"f1\""),
        with("\"g1\"]", "\"g2\"]"), with("[[\"a1\"", "[[\"f1\""), with("[[\"a1\"", "[[\"a2\"")}) {
    const Result<Puzzle> read = read_puzzle(bad);
    EXPECT_FALSE(read) << bad;
    if (!read) {
      EXPECT_EQ(read.error().message.find('\n'), std::string::npos);
    }
  }
}

TEST(PuzzleFile, NamesTheLineThatIsWrong) {
  const std::string text = write_puzzle(sample()) + "\n\n{}\n";
  const Result<std::vector<Puzzle>> read = read_puzzles(text);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().place, 3u);
}

TEST(Collection, KnowsThePositionInTheMirror) {
  const Puzzle puzzle = sample();
  Puzzle mirrored = puzzle;
  mirrored.game = *read_game(puzzle.game.spec(), "4433");
  mirrored.solution = {{1, 0}};
  mirrored.line = {{{1, 0}}, {{4, 0}}, {{0, 0}}};
  mirrored.tries.clear();
  EXPECT_EQ(position_key(puzzle), position_key(mirrored));
  EXPECT_EQ(idea_key(puzzle), idea_key(mirrored));
  Collection collection;
  EXPECT_TRUE(collection.add(puzzle));
  EXPECT_FALSE(collection.add(mirrored));
}

// Two stones of Connect6 elsewhere do not make another puzzle; another threat does.
TEST(Collection, KnowsTheSameIdeaWithOtherStonesElsewhere) {
  const GameSpec spec = *GameSpec::parse("connect6");
  const auto puzzle_of = [&](const std::string& moves, const MoveList& line) {
    Puzzle puzzle{.id = {}, .game = *read_game(spec, moves)};
    puzzle.solution = line[0];
    puzzle.line = line;
    puzzle.order = 1;
    return puzzle;
  };
  const MoveList line{{{10, 9}, {11, 9}}, {{7, 9}, {12, 9}}};
  const Puzzle one = puzzle_of("j10 a1b2 i10a19 c3q4", line);
  Puzzle other = puzzle_of("j10 s1r2 i10s19 c4q5", line);
  EXPECT_NE(position_key(one), position_key(other));
  EXPECT_EQ(idea_key(one), idea_key(other));
  other.solution = {{10, 9}, {12, 9}};
  other.line = {other.solution, {{7, 9}, {11, 9}}};
  EXPECT_NE(idea_key(one), idea_key(other));
}

TEST(Grade, GrowsWithEveryMeasureAndStaysInItsBounds) {
  Puzzle easy = sample();
  easy.measures = {};
  Puzzle hard = sample();
  hard.length = 20;
  hard.measures = {.tempting = 6, .quiet = 15, .counter = 9, .depth = 9};
  EXPECT_LT(difficulty_of(easy), difficulty_of(hard));
  EXPECT_GE(grade_of(easy), 1);
  EXPECT_EQ(grade_of(hard), grades);
  EXPECT_LT(first_rating(1), first_rating(grades));
}

TEST(Sheet, HasADiagramForEveryPuzzleAndSolution) {
  Puzzle puzzle = sample();
  puzzle.id = "<&>";
  const std::string html = html_sheet({puzzle, puzzle}, {.title = "A \"title\""});
  std::size_t diagrams = 0;
  for (std::size_t at = html.find("<svg"); at != std::string::npos;
       at = html.find("<svg", at + 1)) {
    ++diagrams;
  }
  EXPECT_EQ(diagrams, 4u);
  EXPECT_NE(html.find("A &quot;title&quot;"), std::string::npos);
  EXPECT_EQ(html.find("<&>"), std::string::npos);
  EXPECT_NE(html.find("White to move and win in 2"), std::string::npos);
}

}  // namespace
}  // namespace inarow::puzzles
