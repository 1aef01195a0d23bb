#include "match/rule_player.hpp"

#include <gtest/gtest.h>

#include "rules/notation.hpp"

namespace inarow {
namespace {

std::string columns(const char* moves) {
  std::string text;
  for (const Column c : moves_by_rules(*read_game(*GameSpec::parse("drop:7x6"), moves))) {
    text += column_name(c);
  }
  return text;
}

TEST(RulePlayer, FollowsTheRulesInTheirOrder) {
  EXPECT_EQ(columns("112233"), "d");  // 1. wins, though it could block in the next turn
  EXPECT_EQ(columns("11223"), "d");   // 2. blocks d1
  EXPECT_EQ(columns(""), "d");        // 5. the middle
  EXPECT_EQ(columns("444444"), "ce");
  // 3. Black's a2 b2 c2 wait for d2: d1, in the middle, is not for White.
  EXPECT_EQ(columns("1122637365").find('d'), std::string::npos);
}

TEST(RulePlayer, PlaysBelowAThreatIfNothingElseIsLeft) {
  const GameSpec spec = *GameSpec::parse("drop:1x6");
  const auto player = make_rule_player(spec, Player::first, 1);
  EXPECT_TRUE(player->choose(Game(spec), {}));
}

TEST(RulePlayer, DrawsLotsWhereTheRulesLeaveTwo) {
  const Game game = *read_game(*GameSpec::parse("drop:7x6"), "444444");
  bool left = false;
  bool right = false;
  for (Word64 seed = 0; seed < 20; ++seed) {
    const auto player = make_rule_player(game.spec(), Player::first, seed);
    const int x = player->choose(game, {})->move.front().x;
    left = left || x == 2;
    right = right || x == 4;
  }
  EXPECT_TRUE(left && right);
}

}  // namespace
}  // namespace inarow
