// One suite over games of both families: what every game must do. Add a game, add its text here.

#include <gtest/gtest.h>

#include <algorithm>

#include "rules/game.hpp"
#include "rules/game_tree.hpp"
#include "rules/lines.hpp"
#include "rules/notation.hpp"
#include "rules/random_games.hpp"
#include "rules/symmetry.hpp"

namespace inarow {
namespace {

class EveryGame : public testing::TestWithParam<const char*> {
 protected:
  GameSpec spec_ = *GameSpec::parse(GetParam());
  Random random_{2026};

  // Cells that a random player may take: all of a finite board, a neighbourhood on an infinite one.
  std::vector<Cell> candidates(const Game& game) {
    if (spec_.finite_board() || spec_.drop() != nullptr) return game.playable_cells();
    std::vector<Cell> cells;
    for (int x = -6; x <= 6; ++x) {
      for (int y = -6; y <= 6; ++y) {
        if (!game.at(Cell{x, y})) cells.push_back(Cell{x, y});
      }
    }
    return cells;
  }

  // A game to the end, or to 60 moves.
  Game random_game() {
    Game game(spec_);
    while (!game.over() && game.moves().size() < 60 &&
           static_cast<int>(candidates(game).size()) >= game.stones_due()) {
      EXPECT_TRUE(game.play(random_cells(candidates(game), game.stones_due(), random_)));
    }
    return game;
  }
};

TEST_P(EveryGame, UndoRestoresEveryPosition) {
  for (int round = 0; round < 20; ++round) {
    const Game played = random_game();
    Game game(spec_);
    std::vector<std::vector<Stone>> positions;
    std::vector<Outcome> outcomes;
    for (const Move& move : played.moves()) {
      positions.push_back(game.stones());
      outcomes.push_back(game.outcome());
      ASSERT_TRUE(game.play(move));
    }
    ASSERT_EQ(game.stones(), played.stones());
    ASSERT_EQ(game.outcome(), played.outcome());
    while (!positions.empty()) {
      game.undo();
      ASSERT_EQ(game.stones(), positions.back());
      ASSERT_EQ(game.outcome(), outcomes.back());
      ASSERT_EQ(game.to_move(), positions.size() % 2 == 1 ? Player::first : Player::second);
      positions.pop_back();
      outcomes.pop_back();
    }
  }
}

TEST_P(EveryGame, TheWinnerAndOnlyHeHasALine) {
  if (!spec_.finite_board()) GTEST_SKIP() << "the lines of an infinite board are not listed";
  const LineTable table(spec_);
  for (int round = 0; round < 40; ++round) {
    const Game game = random_game();
    for (const Player player : {Player::first, Player::second}) {
      const bool line = std::any_of(
          table.lines().begin(), table.lines().end(), [&](const std::vector<Cell>& cells) {
            return std::all_of(cells.begin(), cells.end(),
                               [&](Cell c) { return game.at(c) == player; });
          });
      ASSERT_EQ(line, game.outcome() == win_of(player));
    }
  }
}

TEST_P(EveryGame, NotationIsReadBack) {
  for (int round = 0; round < 20; ++round) {
    const Game game = random_game();
    const std::string text = format_moves(spec_, game.moves());
    const Result<Game> again = read_game(spec_, text);
    ASSERT_TRUE(again) << text << ": " << again.error().message;
    ASSERT_EQ(again->moves(), game.moves());
    // Cell by cell as well, the form that files use.
    std::string cells;
    for (const Move& move : game.moves()) cells += format_move(spec_, move) + " ";
    const Result<Game> by_cells = read_game(spec_, cells);
    ASSERT_TRUE(by_cells) << cells << ": " << by_cells.error().message;
    ASSERT_EQ(by_cells->moves(), game.moves());
  }
}

TEST_P(EveryGame, SgfIsReadBack) {
  for (int round = 0; round < 5; ++round) {
    const Game game = random_game();
    GameTree tree(spec_);
    std::size_t node = 0;
    for (const Move& move : game.moves()) node = tree.add(node, move);
    const Result<GameTree> again = read_game_tree(write_game_tree(tree));
    ASSERT_TRUE(again) << again.error().message;
    ASSERT_EQ(again->moves_to(again->end_of_main_line()), game.moves());
    ASSERT_EQ(again->spec, spec_);
  }
}

TEST_P(EveryGame, SymmetricGamesEndAlike) {
  const std::vector<Symmetry> all = symmetries(spec_);
  for (int round = 0; round < 10; ++round) {
    const Game game = random_game();
    for (const Symmetry& symmetry : all) {
      Game image(spec_);
      for (const Move& move : game.moves()) {
        Move mapped;
        for (const Cell cell : move) mapped.push_back(symmetry(cell));
        const Result<void> played = image.play(mapped);
        ASSERT_TRUE(played) << played.error().message;
      }
      ASSERT_EQ(image.outcome(), game.outcome());
      ASSERT_EQ(canonical_stones(spec_, image.stones()), canonical_stones(spec_, game.stones()));
    }
  }
}

TEST_P(EveryGame, RefusedMovesChangeNothing) {
  for (int round = 0; round < 20; ++round) {
    Game game = random_game();
    if (!game.moves().empty() && round % 2 == 0) game.undo();
    const std::vector<Stone> before = game.stones();
    const std::size_t moves = game.moves().size();
    std::vector<Move> bad{{}, {Cell{-5000, 0}, Cell{0, -5000}}, {Cell{100, 100000}}};
    if (!before.empty())
      bad.push_back(Move(static_cast<std::size_t>(game.stones_due()) + 1, before[0].cell));
    if (!before.empty()) bad.push_back({before[0].cell});
    if (game.over()) bad.push_back(Move{Cell{0, 0}});
    for (const Move& move : bad) {
      const Result<void> played = game.play(move);
      ASSERT_FALSE(played);
      ASSERT_EQ(played.error().place, moves + 1);
      ASSERT_EQ(played.error().message.rfind("move " + std::to_string(moves + 1) + " (", 0), 0U)
          << played.error().message;
      ASSERT_EQ(game.stones(), before);
      ASSERT_EQ(game.moves().size(), moves);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    BothFamilies, EveryGame,
    testing::Values("connect4", "drop:4x4", "drop:1x1", "drop:9x7", "drop:11x10:k5", "drop:30x3",
                    "drop:7x6:k9", "drop:5x4:cyl", "drop:3x5:cyl", "drop:2x6:cyl", "drop:1x6:cyl",
                    "drop:8x3:k3:cyl", "drop:12x9:cyl", "cylinder:6", "cylinder:2", "drop:7xinf",
                    "tictactoe", "gomoku", "connect6", "Connect(4,3,3,2,1)", "Connect(5,5,4,3,2)",
                    "Connect(3,3,3,100,1)", "Connect(2,2,3,1,1)", "Connect(7,3,2,1,1)",
                    "Connect(40,30,5,2,1)", "Connect(64,64,5,1,1)", "Connect(6,2,3)",
                    "Connect(5,1,1)", "Connect(3,2,1)"),
    [](const testing::TestParamInfo<const char*>& game) {
      std::string name = game.param;
      std::replace_if(
          name.begin(), name.end(),
          [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); }, '_');
      return name;
    });

}  // namespace
}  // namespace inarow
