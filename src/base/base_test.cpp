#include <gtest/gtest.h>

#include <set>
#include <thread>

#include "base/bits.hpp"
#include "base/random.hpp"
#include "base/stop.hpp"

namespace inarow {
namespace {

TEST(Bits, WorkOnBothHalvesOfALongWord) {
  const Word128 w = (Word128{1} << 100) | (Word128{1} << 70) | Word128{5} << 3;
  EXPECT_EQ(popcount(w), 4);
  EXPECT_EQ(lowest_index(w), 3);
  EXPECT_EQ(lowest_index(w >> 6 << 6), 70);
  EXPECT_EQ(lowest_bit(w), Word128{8});
  EXPECT_TRUE(more_than_one(w));
  EXPECT_FALSE(more_than_one(Word128{1} << 100));
  EXPECT_EQ(low_bits<Word64>(64), ~Word64{0});
  EXPECT_EQ(low_bits<Word64>(3), 7U);
  EXPECT_EQ(low_bits<Word64>(0), 0U);
  EXPECT_EQ(popcount(low_bits<Word128>(128)), 128);
}

TEST(Random, IsTheSameOnEveryMachineAndStaysBelowItsBound) {
  Random random(1);
  EXPECT_EQ(random.next(),
            0x910a2dec89025cc1ULL);  // splitmix64's published first output for seed 1
  std::set<int> seen;
  for (int i = 0; i < 1000; ++i) seen.insert(random.below(7));
  EXPECT_EQ(seen.size(), 7U);
  EXPECT_EQ(*seen.begin(), 0);
  EXPECT_EQ(*seen.rbegin(), 6);
}

TEST(StopToken, StopsByRequestOrByTime) {
  StopToken idle;
  EXPECT_FALSE(idle.stopped());
  idle.request_stop();
  EXPECT_TRUE(idle.stopped());
  StopToken timed;
  timed.limit_time(0.01);
  EXPECT_FALSE(timed.flag());
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_TRUE(timed.stopped());
  EXPECT_TRUE(timed.flag());
}

}  // namespace
}  // namespace inarow
