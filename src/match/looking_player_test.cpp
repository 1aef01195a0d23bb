#include "match/looking_player.hpp"

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "rules/notation.hpp"
#include "rules/random_games.hpp"

namespace inarow {
namespace {

Game game_of(const char* spec, const char* moves) {
  return *read_game(*GameSpec::parse(spec), moves);
}

std::string columns(const Game& game, int stones) {
  const StopToken never;
  std::string text;
  for (const Column c : moves_of_looking_player(game, stones, never)) text += column_name(c);
  return text;
}

// The rule by brute force on copies of the game: stones until the first line that can be forced,
// positive for the player to move, 0 if none can within `stones`.
int forced(const Game& game, int stones) {
  if (stones == 0 || game.over()) return 0;
  int best = -1000;
  bool any = false;
  for (int x = 0; x < game.spec().drop()->width; ++x) {
    const auto cell = game.landing_cell(Column{x});
    if (!cell) continue;
    Game next = game;
    EXPECT_TRUE(next.play({*cell}).has_value());
    int value = 0;
    if (next.over() && next.outcome() != Outcome::draw) {
      value = 1000 - 1;
    } else {
      const int reply = -forced(next, stones - 1);
      value = reply > 0 ? reply - 1 : reply < 0 ? reply + 1 : 0;
    }
    best = any ? std::max(best, value) : value;
    any = true;
  }
  return any ? best : 0;
}

TEST(LookingPlayer, TakesAWinAndStopsOne) {
  EXPECT_EQ(columns(game_of("drop:7x6", "112233"), 1), "d");
  EXPECT_EQ(columns(game_of("drop:7x6", "112233"), 0), "abcdefg");
  // One stone ahead it does not see the opponent's answer, two stones ahead it does.
  EXPECT_EQ(columns(game_of("drop:7x6", "11223"), 1), "abcdefg");
  EXPECT_EQ(columns(game_of("drop:7x6", "112253"), 2), "abcdefg");
  EXPECT_EQ(columns(game_of("drop:7x6", "12121"), 2), "a");
}

TEST(LookingPlayer, SeesADoubleThreatOnlyFromFarEnough) {
  // c1 and d1 with both ends open: White forces a win with e1 or b1, three stones ahead.
  const Game game = game_of("drop:7x6", "3344");
  EXPECT_EQ(columns(game, 1), "abcdefg");
  EXPECT_EQ(columns(game, 3), "be");
}

TEST(LookingPlayer, FollowsItsRuleExactly) {
  Random random(7);
  const StopToken never;
  for (const char* name : {"drop:4x4", "drop:5x4", "drop:4x4:k3", "drop:5x3:k3:cyl"}) {
    const GameSpec spec = *GameSpec::parse(name);
    for (int round = 0; round < 25; ++round) {
      Game game(spec);
      if (!play_at_random(game, random.below(10), random)) continue;
      for (int stones = 1; stones <= 5; ++stones) {
        std::vector<int> values;
        std::vector<int> open;
        for (int x = 0; x < spec.drop()->width; ++x) {
          const auto cell = game.landing_cell(Column{x});
          if (!cell) continue;
          Game next = game;
          ASSERT_TRUE(next.play({*cell}).has_value());
          const bool won = next.over() && next.outcome() != Outcome::draw;
          const int reply = won ? 0 : -forced(next, stones - 1);
          values.push_back(won ? 999 : reply > 0 ? reply - 1 : reply < 0 ? reply + 1 : 0);
          open.push_back(x);
        }
        const int best = *std::max_element(values.begin(), values.end());
        std::string expected;
        for (std::size_t i = 0; i < open.size(); ++i) {
          if (values[i] == best) expected += column_name(Column{open[i]});
        }
        EXPECT_EQ(columns(game, stones), expected)
            << name << " " << format_moves(spec, game.moves()) << " " << stones;
      }
    }
  }
}

TEST(LookingPlayer, PromisesLittle) {
  const GameSpec spec = *GameSpec::parse("drop:7x6");
  EXPECT_EQ(make_looking_player(spec, Player::first, 1, 0)->promise(),
            "looks 1 stone ahead and otherwise draws lots");
  const auto player = make_looking_player(spec, Player::second, 2, 5);
  EXPECT_EQ(player->choose(game_of("drop:7x6", "12121"), {})->move, (Move{Cell{0, 3}}));
  StopToken stop;
  stop.request_stop();
  EXPECT_FALSE(make_looking_player(spec, Player::first, 8, 0)
                   ->choose(Game(spec), {.stop = &stop})
                   .has_value());
}

}  // namespace
}  // namespace inarow
