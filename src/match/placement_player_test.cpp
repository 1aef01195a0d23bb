// The computer players of placement games: what they must see, and that they play legal moves to
// the end of every kind of game.

#include "match/placement_player.hpp"

#include <gtest/gtest.h>

#include <thread>

#include "rules/notation.hpp"
#include "rules/random_games.hpp"
#include "search/placement/exact_solver.hpp"

namespace inarow {
namespace {

Game game_of(const char* spec, const char* moves) {
  return *read_game(*GameSpec::parse(spec), moves);
}

Move answer(const Game& game, PlacementLevel level, double seconds = 5) {
  return make_placement_player(game.spec(), game.to_move(), level)
      ->choose(game, {.seconds = seconds})
      ->move;
}

TEST(PlacementPlayer, CompletesLinesAndStopsThem) {
  for (const PlacementLevel level : {PlacementLevel::easy, PlacementLevel::strong}) {
    // Four in a row with one open end; the other end is stopped.
    Game win = game_of("gomoku", "h8 g8 i8 a1 j8 a3 k8 a5");
    ASSERT_TRUE(win.play(answer(win, level)).has_value());
    EXPECT_EQ(win.outcome(), Outcome::first_wins);
    Game stop = game_of("gomoku", "h8 g8 i8 a1 j8 a3 k8");
    EXPECT_EQ(format_move(stop.spec(), answer(stop, level)), "l8");
    Game six = game_of("connect6", "j10 a1a3 k10l10 a5c7");
    Game four = game_of("connect6", "j10 a1a3 k10l10 a5c7 m10b2");
    Move move = answer(four, level);
    ASSERT_TRUE(four.play(move).has_value());
    // Black has four in a row with both ends open: two stones, one on either side.
    EXPECT_TRUE(four.at(Cell{8, 9}) || four.at(Cell{7, 9}));
    EXPECT_TRUE(four.at(Cell{13, 9}) || four.at(Cell{14, 9}));
    ASSERT_TRUE(six.play(answer(six, level)).has_value());
  }
}

TEST(PlacementPlayer, PlaysTheForcedWinOfTheLiterature) {
  // Continuous double threats; every answer of White leaves another win.
  Game game = game_of("connect6", "j10 i8h9 i11k11 g10h11 k9h12 l8g13");
  for (int moves = 0; !game.over() && moves < 40; ++moves) {
    const bool black = game.to_move() == Player::first;
    const Move move = answer(game, black ? PlacementLevel::strong : PlacementLevel::easy);
    ASSERT_TRUE(game.play(move).has_value()) << format_move(game.spec(), move);
  }
  EXPECT_EQ(game.outcome(), Outcome::first_wins);
}

TEST(PlacementPlayer, AnswersAnOpenThree) {
  Game game = game_of("gomoku", "h8 a1 i8 a15 j8");
  const std::string move = format_move(game.spec(), answer(game, PlacementLevel::strong));
  EXPECT_TRUE(move == "g8" || move == "k8" || move == "f8" || move == "l8") << move;
}

TEST(PlacementPlayer, NeverLosesTicTacToe) {
  Random random(3);
  const GameSpec spec = *GameSpec::parse("tictactoe");
  for (int i = 0; i < 60; ++i) {
    Game game(spec);
    const Player mine = i % 2 == 0 ? Player::first : Player::second;
    const auto player = make_placement_player(spec, mine, PlacementLevel::strong);
    while (!game.over()) {
      if (game.to_move() == mine) {
        ASSERT_TRUE(game.play(player->choose(game, {})->move).has_value());
      } else {
        ASSERT_TRUE(game.play(random_move(game, random)).has_value());
      }
    }
    EXPECT_NE(game.outcome(), win_of(opponent(mine)));
  }
}

TEST(PlacementPlayer, PlaysLegalMovesInEveryKindOfGame) {
  for (const char* text : {"Connect(4,4,3,2,1)", "Connect(5,4,4,3,2)", "Connect(2,2,3,3,1)",
                           "Connect(7,7,5,1,1)", "Connect(9,9,9,8,8)", "Connect(6,2,3)",
                           "Connect(5,1,1)", "Connect(3,9,2)", "Connect(30,1,1)"}) {
    Game game(*GameSpec::parse(text));
    const bool infinite = !game.spec().cells();
    for (int i = 0; !game.over() && i < (infinite ? 6 : 100); ++i) {
      const auto level = i % 2 == 0 ? PlacementLevel::strong : PlacementLevel::easy;
      const Move move = answer(game, level, 0.05);
      const auto played = game.play(move);
      ASSERT_TRUE(played.has_value()) << text << " " << format_moves(game.spec(), game.moves())
                                      << ": " << format_move(game.spec(), move);
    }
    EXPECT_TRUE(infinite || game.over()) << text;
  }
}

TEST(PlacementPlayer, TellsWhatItThinksOrHasProved) {
  const auto choice_in = [](const char* moves, double seconds) {
    const Game game = game_of("gomoku", moves);
    return make_placement_player(game.spec(), game.to_move(), PlacementLevel::strong)
        ->choose(game, {.seconds = seconds})
        .value();
  };
  const Choice quiet = choice_in("h8 i9", 0.1);
  ASSERT_TRUE(quiet.estimate);
  EXPECT_EQ(quiet.estimate->line.front(), quiet.move);
  EXPECT_TRUE(quiet.says.empty());
  // An open three wins, as soon as that is found; what is proved is no estimate.
  const Choice won = choice_in("h8 a1 i8 a15 j8 o1", 20);
  EXPECT_FALSE(won.estimate);
  EXPECT_NE(won.says.find("proved"), std::string::npos);
}

TEST(PlacementPlayer, TellsEachOfSeveralAskersAboutHisOwnMove) {
  const GameSpec spec = *GameSpec::parse("gomoku");
  const auto player = make_placement_player(spec, Player::first, PlacementLevel::strong);
  std::vector<std::thread> askers;
  for (const char* moves : {"h8 i9", "c3 d5", "m12 l12", "e10 e11"}) {
    askers.emplace_back([&, moves] {
      const Game game = game_of("gomoku", moves);
      for (int i = 0; i < 5; ++i) {
        const Result<Choice> choice = player->choose(game, {.seconds = 0.05, .threads = 2});
        ASSERT_TRUE(choice);
        ASSERT_TRUE(choice->estimate);
        EXPECT_EQ(choice->estimate->line.front(), choice->move);
      }
    });
  }
  for (std::thread& asker : askers) asker.join();
}

// Without time it still sees what is one move away.
TEST(PlacementPlayer, NeedsNoTimeToCompleteOrStopALine) {
  StopToken stop;
  stop.request_stop();
  for (const PlacementLevel level : {PlacementLevel::easy, PlacementLevel::strong}) {
    for (const char* moves :
         {"h8 g8 i8 a1 j8 a3 k8 a5", "h8 g8 i8 a1 j8 a3 k8", "h8 a1 i8 a3 j8 a5 k8 g8"}) {
      const Game game = game_of("gomoku", moves);
      const auto player = make_placement_player(game.spec(), game.to_move(), level);
      const Result<Choice> choice = player->choose(game, {.seconds = 60, .stop = &stop});
      ASSERT_TRUE(choice.has_value());
      EXPECT_EQ(format_move(game.spec(), choice->move), "l8") << moves;
    }
  }
}

}  // namespace
}  // namespace inarow
