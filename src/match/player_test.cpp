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
  Result<Move> think(const Game& /*game*/, const Thinking& thinking) const override {
    if (thinking.threads != 3) return failure("not the threads that were given");
    if (thinking.memory_bytes == 0) return Move{{0, 0}};
    if (thinking.memory_bytes == std::size_t{5} << 20) return Move{{1, 0}};
    return failure("not the memory that was given");
  }
};

TEST(ComputerPlayer, IsToldTheLimitsOfTheMove) {
  const Telling player;
  const Game game(player.spec());
  EXPECT_EQ(player.choose(game, {.threads = 3}), Move({{0, 0}}));
  EXPECT_EQ(player.choose(game, {.threads = 3, .memory_bytes = std::size_t{5} << 20}),
            Move({{1, 0}}));
}

TEST(ComputerPlayer, RefusesTheOthersTurn) {
  const Telling player;
  Game game(player.spec());
  ASSERT_TRUE(game.play({{3, 0}}));
  EXPECT_NE(player.choose(game, {}).error().message.find("the other's turn"), std::string::npos);
}

}  // namespace
}  // namespace inarow
