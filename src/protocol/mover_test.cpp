#include "protocol/mover.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <thread>

#include "protocol/game_runner.hpp"
#include "protocol/position.hpp"

namespace inarow::protocol {
namespace {

MoveOrder gomoku(std::vector<Stone> stones, Player to_move, bool exactly = false) {
  return {.spec = *GameSpec::parse("gomoku"),
          .stones = std::move(stones),
          .to_move = to_move,
          .exactly = exactly,
          .seconds = 1};
}

std::vector<Stone> row(int from, int to, int y, Player player) {
  std::vector<Stone> stones;
  for (int x = from; x <= to; ++x) stones.push_back({{x, y}, player});
  return stones;
}

std::vector<Stone> operator+(std::vector<Stone> a, const std::vector<Stone>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

constexpr Player black = Player::first;
constexpr Player white = Player::second;

TEST(Position, CountsRowsByBothRules) {
  const Rows rows({15, 15}, row(2, 5, 7, black) + row(7, 7, 7, black));
  EXPECT_EQ(rows.longest({6, 7}, black), 6);
  EXPECT_TRUE(rows.completes({6, 7}, black, {5, false}));
  EXPECT_FALSE(rows.completes({6, 7}, black, {5, true}));
  EXPECT_TRUE(rows.completes({1, 7}, black, {5, true}));
  EXPECT_FALSE(rows.completes({1, 7}, white, {5, false}));
  EXPECT_FALSE(rows.owner({5, false}));
  EXPECT_EQ(Rows({15, 15}, row(0, 5, 0, white)).owner({5, false}), white);
  EXPECT_FALSE(Rows({15, 15}, row(0, 5, 0, white)).owner({5, true}));
}

TEST(Position, SetsUpWhatNoGameReaches) {
  const GameSpec connect6 = *GameSpec::parse("connect6");
  for (const Player to_move : {black, white}) {
    for (const int blacks : {0, 1, 4, 5}) {
      for (const int whites : {0, 3}) {
        const std::vector<Stone> stones =
            row(0, blacks - 1, 3, black) + row(0, whites - 1, 9, white);
        const Result<Game> game = set_up_game(connect6, stones, to_move);
        ASSERT_TRUE(game);
        EXPECT_EQ(game->to_move(), to_move);
        EXPECT_EQ(game->stone_count(), blacks + whites);
      }
    }
  }
  EXPECT_FALSE(set_up_game(connect6, row(0, 6, 3, black), white));
  // A board with one empty cell.
  std::vector<Stone> stones;
  for (int x = 0; x < 3; ++x) stones = stones + row(0, 2, x, x == 1 ? black : white);
  stones.pop_back();
  const GameSpec five_in_a_row = *GameSpec::parse("Connect(3,3,5,1,1)");
  EXPECT_TRUE(set_up_game(five_in_a_row, stones, white));
}

TEST(Mover, CompletesFiveAndStopsFive) {
  Mover mover(1);
  const StopToken stop;
  const auto own = gomoku(row(4, 7, 7, black) + row(0, 3, 0, white), black);
  const auto others = gomoku(row(4, 7, 7, black) + row(3, 3, 7, white), white);
  for (const bool search : {false, true}) {
    const auto ask = [&](const MoveOrder& order) {
      return search ? mover.think(order, 0.3, stop).move : mover.without_search(order).move;
    };
    EXPECT_TRUE(ask(own) == Move({{3, 7}}) || ask(own) == Move({{8, 7}}));
    EXPECT_EQ(ask(others), Move({{8, 7}}));
  }
}

TEST(Mover, ExactlyFive) {
  Mover mover(1);
  const StopToken stop;
  // Six only on 6,7; five on 1,7.
  const std::vector<Stone> broken = row(2, 5, 7, black) + row(7, 7, 7, black);
  EXPECT_EQ(mover.think(gomoku(broken, black, true), 0.3, stop).move, Move({{1, 7}}));
  EXPECT_EQ(mover.think(gomoku(broken, white, true), 0.3, stop).move, Move({{1, 7}}));
  // Six only: no win and no threat.
  const std::vector<Stone> only_six = broken + row(1, 1, 7, white);
  for (const Player to_move : {black, white}) {
    const MoveOrder order = gomoku(only_six, to_move, true);
    EXPECT_NE(mover.think(order, 0.3, stop).move, Move({{6, 7}}));
    EXPECT_NE(mover.without_search(order).move, Move({{6, 7}}));
  }
  // A row of six is there, and the game goes on.
  const MoveOrder after = gomoku(row(2, 7, 7, black) + row(2, 5, 9, white), black, true);
  const Move move = mover.think(after, 0.3, stop).move;
  EXPECT_TRUE(move == Move({{1, 9}}) || move == Move({{6, 9}}));
}

// Rows of six have won nothing, so the player is asked all the same: where it cannot be, the chance
// stays at a half. They may cross, and be as long as the board.
TEST(Mover, ThinksOnAfterLongRows) {
  Mover mover(1);
  const StopToken stop;
  std::vector<Stone> stones = row(0, 5, 14, white) + row(9, 11, 11, white) + row(0, 14, 2, black);
  for (const int y : {9, 10, 11, 12, 13}) stones.push_back({{3, y}, white});
  const Thought thought = mover.think(gomoku(stones, black, true), 0.3, stop);
  EXPECT_NE(thought.chance, 0.5);
  EXPECT_EQ(thought.move[0].y, 11);  // against the open three
}

TEST(Mover, AlwaysHasAWholeMove) {
  Mover mover(1);
  StopToken stop;
  stop.request_stop();
  // Five of six: one stone wins, and the protocol wants two.
  MoveOrder order{.spec = *GameSpec::parse("connect6"),
                  .stones = row(0, 4, 3, black) + row(5, 9, 9, white),
                  .to_move = black,
                  .due = 2,
                  .seconds = 1};
  const Move move = mover.think(order, 0.1, stop).move;
  ASSERT_EQ(move.size(), 2U);
  EXPECT_NE(move[0], move[1]);
  EXPECT_TRUE(move[0] == Cell({5, 3}) || move[1] == Cell({5, 3}));
  order.stones.clear();
  order.due = 1;
  EXPECT_EQ(mover.think(order, 0.1, stop).move.size(), 1U);
}

// Wants a move of three stones, of which there are very many, and says when it is there.
class ManyStones final : public GameProtocol {
 public:
  Reaction handle(std::string_view /*line*/) override {
    return {.lines = {},
            .order = MoveOrder{
                .spec = *GameSpec::parse("Connect(19,19,6,3,1)"),
                .stones = {{{9, 9}, black}, {{8, 7}, white}, {{7, 8}, white}, {{10, 8}, white}},
                .to_move = black,
                .due = 3,
                .seconds = 0.2}};
  }
  Reaction moved(const Thought& thought) override {
    return {.lines = {std::to_string(thought.move.size())}};
  }
  Reaction too_long(std::size_t /*most*/) override { return {.lines = {"too long"}}; }
  Urgency urgency(std::string_view /*line*/) const override { return Urgency::waits; }
};

TEST(GameRunner, AMoveComesInTimeWhateverThePlayerDoes) {
  std::array<int, 2> in{};
  std::array<int, 2> out{};
  ASSERT_EQ(pipe(in.data()), 0);
  ASSERT_EQ(pipe(out.data()), 0);
  ManyStones protocol;
  std::thread runner([&] { run(protocol, 1, in[0], out[1]); });
  for (int i = 0; i < 3; ++i) {
    const auto start = Ticker::Clock::now();
    ASSERT_EQ(write(in[1], "go\n", 3), 3);
    std::array<char, 8> answer{};
    ASSERT_EQ(read(out[0], answer.data(), answer.size()), 2);
    EXPECT_EQ(std::string(answer.data()), "3\n");
    EXPECT_LT(seconds_since(start), 0.2 + 0.3);  // the machine may be busy
  }
  close(in[1]);
  runner.join();
  for (const int descriptor : {in[0], out[0], out[1]}) close(descriptor);
}

TEST(GameRunner, LeavesTimeToStopAndToAnswer) {
  for (const double seconds : {0.001, 0.01, 0.05, 0.1, 1.0, 30.0, 1000.0}) {
    for (const double lateness : {0.0, 0.01, 1.0}) {
      const MoveTimes times = times_of(seconds, lateness);
      EXPECT_GT(times.stop_at, 0) << seconds;
      EXPECT_LT(times.stop_at, times.answer_at) << seconds;
      EXPECT_LT(times.answer_at, seconds) << seconds;
    }
  }
  EXPECT_GT(times_of(1).stop_at, 0.9);
}

}  // namespace
}  // namespace inarow::protocol
