#include "generate/maker.hpp"

#include <gtest/gtest.h>

#include "ask/tables.hpp"
#include "generate/placement_line.hpp"
#include "generate/solution_tree.hpp"
#include "generate/verify.hpp"
#include "generate/winning_moves.hpp"
#include "rules/notation.hpp"
#include "rules/random_games.hpp"
#include "support/plain_minimax.hpp"
#include "support/small_oracle.hpp"

namespace inarow::puzzles {
namespace {

using reference::PlainGame;

// The value of a move for who makes it, by a search that shares nothing with the solver's.
int plain_value(Cell cell, PlainGame& board) {
  if (board.wins(cell.x, board.to_move())) return 1;
  board.play(cell.x);
  const int value = -board.score();
  board.undo(cell.x);
  return value > 0 ? 1 : value < 0 ? -1 : 0;
}

TEST(DropMaker, HasOneSolutionByAnotherSearch) {
  const GameSpec spec = *GameSpec::parse("drop:5x4");
  Tables tables;
  const std::unique_ptr<Maker> maker = make_maker(spec, {}, {.tables = &tables});
  Random random(11);
  Yield yield;
  int made = 0;
  int tasks[3] = {0, 0, 0};
  PlainGame board(5, 4, 4, false);
  for (int i = 0; i < 600; ++i) {
    Game game(spec);
    if (!play_at_random(game, 6 + random.below(9), random)) continue;
    const std::optional<Puzzle> puzzle = maker->make(game, yield);
    if (!puzzle) continue;
    ++made;
    ++tasks[static_cast<int>(puzzle->task)];
    for (const Move& move : game.moves()) board.play(move[0].x);
    const int wanted = puzzle->task == Task::win ? 1 : 0;
    for (const Cell cell : game.playable_cells()) {
      const int value = plain_value(cell, board);
      if (cell == puzzle->solution[0]) {
        EXPECT_EQ(value, wanted);
      } else {
        EXPECT_LT(value, wanted);
      }
    }
    for (auto move = game.moves().rbegin(); move != game.moves().rend(); ++move) {
      board.undo(move->front().x);
    }
    EXPECT_TRUE(verify(*puzzle, {.tables = &tables}));
    EXPECT_TRUE(read_puzzle(write_puzzle(*puzzle)));
  }
  EXPECT_GT(made, 20);
  EXPECT_GT(tasks[0], 5);
  EXPECT_GT(tasks[1] + tasks[2], 5);
  EXPECT_GE(yield.at(Filter::single), yield.at(Filter::sound));
}

TEST(DropMaker, AWrongSolutionIsRefuted) {
  const GameSpec spec = *GameSpec::parse("drop:5x4");
  Tables tables;
  const Work work{.tables = &tables};
  const std::unique_ptr<Maker> maker = make_maker(spec, {}, work);
  Random random(5);
  Yield yield;
  int tried = 0;
  while (tried < 20) {
    Game game(spec);
    if (!play_at_random(game, 4 + random.below(10), random)) continue;
    std::optional<Puzzle> puzzle = maker->make(game, yield);
    if (!puzzle || puzzle->tries.empty()) continue;
    ++tried;
    const Verdict verdict = judge(*puzzle, puzzle->tries[0].move, work);
    EXPECT_FALSE(verdict.right);
    EXPECT_EQ(verdict.answer.size(), 1u);
    EXPECT_TRUE(judge(*puzzle, puzzle->solution, work).right);
    puzzle->solution = puzzle->tries[0].move;
    EXPECT_FALSE(verify(*puzzle, work));
  }
}

// Whole moves, their stones in order.
std::set<Move> sorted_moves(const std::vector<Move>& moves) {
  std::set<Move> sorted;
  for (Move move : moves) {
    std::sort(move.begin(), move.end());
    sorted.insert(move);
  }
  return sorted;
}

// The moves that it calls winning are those after which a search of their own finds a win, among
// all moves; and exhaustive search confirms them.
void compare_winning_moves(const char* text, int order, int stones_from, int games) {
  const GameSpec spec = *GameSpec::parse(text);
  const PlacementSpec& game_spec = *spec.placement();
  threats::SmallOracle oracle(game_spec);
  Random random(3);
  int positions = 0;
  std::size_t wins = 0;
  for (int i = 0; i < games; ++i) {
    Game game(spec);
    if (!play_at_random(game, stones_from + 2 * game_spec.p * random.below(3), random)) continue;
    const Player solver = game.to_move();
    const std::vector<Stone> stones = game.stones();
    if (game.stones_due() != game_spec.p) continue;
    if (threats::ThreatBoard(game_spec, stones).has_threat(solver)) continue;
    ++positions;
    WinningMovesQuestion question;
    question.order = order;
    question.most = 1000;
    question.limits.order = order;
    question.limits.table = 4096;
    const WinningMoves found = find_winning_moves(game_spec, stones, solver, question);
    ASSERT_TRUE(found.complete);
    std::vector<Move> expected;
    const std::vector<Cell> cells = game.playable_cells();
    for (std::size_t a = 0; a < cells.size(); ++a) {
      const std::size_t end = game_spec.p == 1 ? a + 1 : cells.size();
      for (std::size_t b = game_spec.p == 1 ? a : a + 1; b < end; ++b) {
        const Move move = game_spec.p == 1 ? Move{cells[a]} : Move{cells[a], cells[b]};
        threats::ThreatSearch search(game_spec, stones, solver, question.limits);
        (void)search.play(move, solver);
        // With fewer threats it is no win of this order, whatever a small board allows.
        const int threats = threats::threat_number(search.board(), solver, game_spec.p);
        if (threats < game_spec.p - order + 1) continue;
        if (search.find_win_after_defense()) expected.push_back(move);
      }
    }
    EXPECT_EQ(sorted_moves(found.winning), sorted_moves(expected));
    for (const Move& move : found.winning) {
      std::vector<Stone> after = stones;
      for (const Cell cell : move) after.push_back({cell, solver});
      EXPECT_TRUE(oracle.wins(after, solver, false));
      ++wins;
    }
  }
  EXPECT_GT(positions, 20);
  EXPECT_GT(wins, 20u);
}

TEST(WinningMoves, AreAllOfThem) {
  compare_winning_moves("Connect(5,5,4,1,1)", 2, 12, 150);
  compare_winning_moves("Connect(5,5,4,1,1)", 1, 12, 150);
}
TEST(WinningMoves, AreAllOfThemWithTwoStones) {
  compare_winning_moves("Connect(5,5,4,2,1)", 1, 9, 900);
  compare_winning_moves("Connect(5,5,4,2,1)", 2, 9, 500);
}

TEST(ShortestWin, CountsTheMoves) {
  const GameSpec spec = *GameSpec::parse("gomoku");
  // An open three: a four, then the fifth stone.
  const Game three = *read_game(spec, "g8 a1 h8 a15 i8 o1");
  EXPECT_EQ(shortest_win(*spec.placement(), three.stones(), Player::first, 8, nullptr).moves, 2);
  const Game four = *read_game(spec, "g8 a1 h8 a15 i8 o1 j8 o15");
  EXPECT_EQ(shortest_win(*spec.placement(), four.stones(), Player::first, 8, nullptr).moves, 1);
  const Game nothing = *read_game(spec, "g8 a1 h8 a15");
  EXPECT_EQ(shortest_win(*spec.placement(), nothing.stones(), Player::first, 8, nullptr).moves, 0);
}

// Exhaustive search holds the makers of small placement boards to their word.
TEST(PlacementMaker, ProvesWhatItSays) {
  const GameSpec spec = *GameSpec::parse("Connect(6,5,4,1,1)");
  threats::SmallOracle oracle(*spec.placement());
  // All stones stay, or exhaustive search takes too long.
  const std::unique_ptr<Maker> maker = make_maker(spec, {.minimise = false}, {});
  Random random(17);
  Yield yield;
  int wins = 0;
  int defenses = 0;
  for (int i = 0; i < 1500 && (wins < 15 || defenses < 5); ++i) {
    Game game(spec);
    if (!play_at_random(game, 14 + random.below(6), random)) continue;
    const std::optional<Puzzle> puzzle = maker->make(game, yield);
    if (!puzzle) continue;
    EXPECT_TRUE(verify(*puzzle, {}));
    const Player solver = puzzle->game.to_move();
    const auto loses_after = [&](Cell cell, Player attacker) {
      std::vector<Stone> after = puzzle->game.stones();
      after.push_back({cell, solver});
      return oracle.wins(after, attacker, attacker != solver);
    };
    if (puzzle->task == Task::win) {
      ++wins;
      EXPECT_TRUE(loses_after(puzzle->solution[0], solver));
      Game played = puzzle->game;
      for (const Move& move : puzzle->line) ASSERT_TRUE(played.play(move));
      EXPECT_EQ(played.outcome(), win_of(solver));
    } else {
      ++defenses;
      for (const Cell cell : puzzle->game.playable_cells()) {
        if (cell == puzzle->solution[0]) continue;
        EXPECT_TRUE(loses_after(cell, opponent(solver)));
      }
    }
  }
  EXPECT_GE(wins, 10);
  EXPECT_GE(defenses, 3);
}

// Whatever is taken away, it is still the solver's turn by the number of stones.
TEST(PlacementMaker, LeavesOutStonesThatDoNotMatter) {
  const GameSpec spec = *GameSpec::parse("gomoku");
  // Black has two threes that are blocked at one end and cross at j8, among other stones.
  const Game game = *read_game(spec, "g8 f8 h8 a1 i9 a15 i10 i11 o15 o1 o13 c1");
  Yield yield;
  const std::optional<Puzzle> whole = make_maker(spec, {.minimise = false}, {})->make(game, yield);
  const std::optional<Puzzle> least = make_maker(spec, {}, {})->make(game, yield);
  if (whole) {
    ASSERT_TRUE(least);
    EXPECT_LE(least->game.stone_count(), whole->game.stone_count());
    EXPECT_EQ(least->solution, whole->solution);
    EXPECT_EQ(least->game.to_move(), game.to_move());
  }
}

TEST(SolutionTree, CanBePlayed) {
  const GameSpec spec = *GameSpec::parse("drop:5x4");
  Tables tables;
  const Work work{.tables = &tables};
  const std::unique_ptr<Maker> maker = make_maker(spec, {}, work);
  Random random(23);
  Yield yield;
  int made = 0;
  while (made < 10) {
    Game game(spec);
    if (!play_at_random(game, 4 + random.below(8), random)) continue;
    std::optional<Puzzle> puzzle = maker->make(game, yield);
    if (!puzzle) continue;
    ++made;
    puzzle->id = "x";
    const GameTree tree = solution_tree(*puzzle, work);
    const Result<GameTree> read = read_game_tree(write_game_tree(tree), &spec);
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->nodes.size(), tree.nodes.size());
    // Every move of the solver's position is there, the solution first.
    std::size_t root = 0;
    for (std::size_t i = 0; i < game.moves().size(); ++i) root = tree.nodes[root].children[0];
    EXPECT_EQ(tree.nodes[root].children.size(), game.playable_cells().size());
    EXPECT_EQ(tree.nodes[tree.nodes[root].children[0]].move, puzzle->solution);
  }
}

}  // namespace
}  // namespace inarow::puzzles
