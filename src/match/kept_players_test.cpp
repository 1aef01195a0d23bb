// Players that are kept: made once, shared by threads, forgotten when others are used more.

#include "match/kept_players.hpp"

#include <gtest/gtest.h>

#include <thread>

namespace inarow {
namespace {

GameSpec spec_of(std::string_view text) { return *GameSpec::parse(text); }

SharedPlayer get(KeptPlayers& players, const char* name, const char* game, Player side) {
  PlayerTools tools;
  tools.table_bytes = std::size_t{1} << 20;
  const Result<SharedPlayer> player = players.get(name, spec_of(game), side, tools);
  EXPECT_TRUE(player) << player.error().message;
  return player ? *player : nullptr;
}

TEST(KeptPlayers, MakeAStrategyOnce) {
  KeptPlayers players(2);
  EXPECT_EQ(players.find("strategy", spec_of("cylinder:4"), Player::second), nullptr);
  const SharedPlayer second = get(players, "strategy", "cylinder:4", Player::second);
  EXPECT_EQ(players.find("strategy", spec_of("cylinder:4"), Player::second), second);
  EXPECT_EQ(get(players, "auto", "cylinder:4", Player::second), second);
  EXPECT_EQ(players.find("strategy", spec_of("cylinder:4"), Player::first), nullptr);
  const SharedPlayer first = get(players, "strategy", "cylinder:4", Player::first);
  EXPECT_NE(first, second);
  // Another one takes the place of the one that was not used for longest.
  EXPECT_EQ(get(players, "strategy", "cylinder:4", Player::second), second);
  get(players, "strategy", "cylinder:5", Player::second);
  EXPECT_EQ(players.find("strategy", spec_of("cylinder:4"), Player::first), nullptr);
  EXPECT_EQ(players.find("strategy", spec_of("cylinder:4"), Player::second), second);
  // Who has the forgotten one can go on.
  EXPECT_TRUE(first->choose(Game(spec_of("cylinder:4")), {}));
}

// Of an engine one process is kept: that of the game asked about last, for one asker at a time.
TEST(KeptPlayers, KeepOneProcessOfAnEngine) {
  KeptPlayers players(16);
  PlayerTools tools;
  tools.engines = {{.name = "one", .command = "exit 0"}, {.name = "two", .command = "exit 0"}};
  const auto of = [&](const char* name, const char* game) {
    return *players.get(name, spec_of(game), Player::first, tools);
  };
  const ComputerPlayer* const first = of("one", "gomoku").get();
  EXPECT_EQ(of("one", "gomoku").get(), first);
  const ComputerPlayer* const other = of("two", "gomoku").get();
  SharedPlayer busy = of("one", "gomoku");
  EXPECT_EQ(busy.get(), first);
  const SharedPlayer beside = of("one", "gomoku");
  EXPECT_NE(beside, busy);
  // That of another game takes its place, and leaves the other engine's alone.
  std::weak_ptr<const ComputerPlayer> forgotten = busy;
  of("one", "connect6");
  busy.reset();
  EXPECT_TRUE(forgotten.expired());
  EXPECT_EQ(of("two", "gomoku").get(), other);
}

TEST(KeptPlayers, KeepSoManyBytes) {
  KeptPlayers all(16);
  const SharedPlayer four = get(all, "strategy", "cylinder:4", Player::second);
  const SharedPlayer five = get(all, "strategy", "cylinder:5", Player::second);
  EXPECT_GT(four->bytes(), 0U);
  KeptPlayers one(16, std::max(four->bytes(), five->bytes()));
  get(one, "strategy", "cylinder:4", Player::second);
  get(one, "strategy", "cylinder:5", Player::second);
  EXPECT_EQ(one.find("strategy", spec_of("cylinder:4"), Player::second), nullptr);
  EXPECT_NE(one.find("strategy", spec_of("cylinder:5"), Player::second), nullptr);
}

TEST(KeptPlayers, KeepOnlyWhatIsCostly) {
  KeptPlayers players(4);
  EXPECT_NE(get(players, "looks:2", "connect4", Player::first), nullptr);
  EXPECT_EQ(players.find("looks:2", spec_of("connect4"), Player::first), nullptr);
  EXPECT_NE(get(players, "auto", "connect4", Player::first), nullptr);
  EXPECT_EQ(players.find("auto", spec_of("connect4"), Player::first), nullptr);
  EXPECT_FALSE(players.get("perfect", spec_of("gomoku"), Player::first, {}));
  EXPECT_EQ(players.find("perfect", spec_of("gomoku"), Player::first), nullptr);
}

TEST(KeptPlayers, AreAskedByManyThreads) {
  KeptPlayers players(2);
  const GameSpec spec = spec_of("Connect(8,1,1)");
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      const SharedPlayer player = get(players, "strategy", "Connect(8,1,1)", Player::second);
      ASSERT_NE(player, nullptr);
      Game game(spec);
      for (int i = 0; i < 10; ++i) {
        if (game.to_move() == Player::second) {
          const Result<Choice> choice = player->choose(game, {});
          ASSERT_TRUE(choice) << choice.error().message;
          ASSERT_TRUE(game.play(choice->move));
        } else {
          EXPECT_TRUE(player->commitment(game));
          ASSERT_TRUE(game.play({{100 * t + i, 40 * i}}));
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace inarow
