#include "match/game_clock.hpp"

#include <gtest/gtest.h>

namespace inarow {
namespace {

TEST(GameClock, ReadsMinutesAndSeconds) {
  EXPECT_EQ(*ClockSpec::parse("5+3"), (ClockSpec{5, 3}));
  EXPECT_EQ(*ClockSpec::parse("10"), (ClockSpec{10, 0}));
  EXPECT_EQ(*ClockSpec::parse("0.5+1.5"), (ClockSpec{0.5, 1.5}));
  EXPECT_EQ(ClockSpec::parse("0.5+1.5")->to_string(), "0.5+1.5");
  EXPECT_EQ(ClockSpec::parse("10")->to_string(), "10+0");
  for (const char* bad : {"", "+", "5+", "+3", "x", "5+x", "-1+3", "0+0", "nan", "inf", "601",
                          "5+3+1", "5 + 3", "1e9", "5:3"}) {
    const Result<ClockSpec> clock = ClockSpec::parse(bad);
    ASSERT_FALSE(clock) << bad;
    EXPECT_NE(clock.error().message.find("for example 5+3"), std::string::npos);
  }
}

TEST(GameClock, CountsDownForEachSide) {
  GameClock clock({.minutes = 1, .increment = 3});
  EXPECT_EQ(clock.left(Player::first), 63);
  EXPECT_FALSE(clock.spend(Player::first, 13));
  EXPECT_EQ(clock.left(Player::first), 53);
  EXPECT_EQ(clock.left(Player::second), 63);
  EXPECT_TRUE(clock.spend(Player::first, 54));
  EXPECT_TRUE(clock.fallen(Player::first));
  EXPECT_FALSE(clock.spend(Player::first, 1)) << "is said once";
  EXPECT_EQ(clock.left(Player::first), 0) << "nothing comes back";
  EXPECT_FALSE(clock.fallen(Player::second));
}

TEST(GameClock, LeavesAProgramTimeForTheRest) {
  GameClock clock({.minutes = 5, .increment = 0});
  EXPECT_EQ(clock.share(Player::second), 15);
  clock.set_left(Player::second, 1);
  EXPECT_EQ(clock.share(Player::second), 0.05);
  GameClock quick({.minutes = 0, .increment = 2});
  EXPECT_LT(quick.share(Player::first), 2);
}

TEST(GameClock, IsShownAsPeopleReadIt) {
  EXPECT_EQ(clock_text(298.9), "4:58");
  EXPECT_EQ(clock_text(3723), "1:02:03");
  EXPECT_EQ(clock_text(7.38), "0:07.3");
  EXPECT_EQ(clock_text(0), "0:00.0");
}

}  // namespace
}  // namespace inarow
