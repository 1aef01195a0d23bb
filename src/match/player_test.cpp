#include "match/player.hpp"

#include <gtest/gtest.h>

namespace inarow {
namespace {

// Tells what it was allowed, by the column of its move: 1 without a limit of memory, 2 with one.
class Telling final : public ComputerPlayer {
 public:
  Telling() : ComputerPlayer(*GameSpec::parse("connect4"), Player::first) {}
  std::string promise() const override { return "tells what it may take"; }

 private:
  Result<Choice> think(const Game& /*game*/, const Thinking& thinking) const override {
    if (thinking.threads != 3) return failure("not the threads that were given");
    if (thinking.memory_bytes == 0) return Choice{{{0, 0}}};
    if (thinking.memory_bytes == std::size_t{5} << 20) return Choice{{{1, 0}}};
    return failure("not the memory that was given");
  }
};

TEST(ComputerPlayer, IsToldTheLimitsOfTheMove) {
  const Telling player;
  const Game game(player.spec());
  EXPECT_EQ(player.choose(game, {.threads = 3})->move, Move({{0, 0}}));
  EXPECT_EQ(player.choose(game, {.threads = 3, .memory_bytes = std::size_t{5} << 20})->move,
            Move({{1, 0}}));
}

TEST(ComputerPlayer, RefusesTheOthersTurn) {
  const Telling player;
  Game game(player.spec());
  ASSERT_TRUE(game.play({{3, 0}}));
  EXPECT_NE(player.choose(game, {}).error().message.find("the other's turn"), std::string::npos);
}

TEST(Choice, InWords) {
  const GameSpec gomoku = *GameSpec::parse("gomoku");
  Choice choice{.move = {{7, 7}}};
  EXPECT_EQ(words_of(gomoku, choice), "");
  choice.estimate = Estimate{.win = 0.584, .score = 34, .depth = 5, .line = {{{7, 7}}, {{8, 8}}}};
  EXPECT_EQ(words_of(gomoku, choice), "depth 5, score 34, 58 % to win, expects h8 i9");
  choice.says = "hm";
  EXPECT_EQ(words_of(gomoku, choice), "hm; depth 5, score 34, 58 % to win, expects h8 i9");
}

}  // namespace
}  // namespace inarow
