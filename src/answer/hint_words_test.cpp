#include <gtest/gtest.h>

#include "answer/words.hpp"
#include "ask/asker.hpp"
#include "rules/notation.hpp"

namespace inarow {
namespace {

Game game_of(const char* spec, const char* moves) {
  return *read_game(*GameSpec::parse(spec), moves);
}

Answer answer_of(const Game& game) {
  Question question{game};
  question.wanted.all_moves = true;
  question.wanted.score = game.spec().drop() != nullptr;
  return *ask(question, {});
}

std::string hint(const char* spec, const char* moves) {
  const Game game = game_of(spec, moves);
  return hint_in_words(game, answer_of(game));
}

TEST(HintWords, NameTheBestMovesAndTheReason) {
  EXPECT_EQ(hint("drop:4x4", "112233"), "Best move: d1, wins in 1 stone, which completes a line.");
  EXPECT_EQ(hint("tictactoe", "b2 a1 c1"),
            "Best move: a3, holds the draw, which stops a line of Black.");
  EXPECT_EQ(hint("drop:4x4", "1212121"), "The game is over.");
  EXPECT_EQ(hint("drop:4x4:cyl", "14").substr(0, 9), "Best move");
  const std::string lost = hint("tictactoe", "a1 b1 b2 c3 a3");
  EXPECT_NE(lost.find("Every move loses"), std::string::npos) << lost;
}

TEST(HintWords, SayWhatIsNotKnown) {
  const Game game = game_of("gomoku", "h8");
  Answer answer;
  EXPECT_EQ(hint_in_words(game, answer), "No best move was found in the time.");
  answer.estimate = Estimate{.win = 0.63, .line = {{Cell{6, 6}}}};
  EXPECT_EQ(hint_in_words(game, answer), "Nothing is proved here. A guess: g7 (63 % to win).");
  EXPECT_EQ(values_in_words(game, answer), "Values: nothing is proved here");
}

TEST(HintWords, ListTheValuesFromTheBestMoveOn) {
  const Game game = game_of("drop:4x4", "112233");
  const std::string values = values_in_words(game, answer_of(game));
  EXPECT_EQ(values.substr(0, 28), "Values: d1 wins in 1 stone, ") << values;
  const Game won = game_of("tictactoe", "a1 b1 a2 b2");
  EXPECT_EQ(values_in_words(won, answer_of(won)).substr(0, 16), "Values: a3 wins,");
}

}  // namespace
}  // namespace inarow
