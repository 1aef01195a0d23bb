#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <functional>
#include <set>
#include <thread>
#include <vector>

#include "base/bits.hpp"
#include "base/memory_pool.hpp"
#include "base/pages.hpp"
#include "base/random.hpp"
#include "base/stop.hpp"

namespace inarow {
namespace {

using namespace std::chrono_literals;

TEST(ZeroedArray, GrowsUnlessItIsStopped) {
  ZeroedArray<int> array(1024);
  for (std::size_t i = 0; i < array.size(); ++i) EXPECT_EQ(array[i], 0);
  for (std::size_t i = 0; i < array.size(); ++i) array[i] = static_cast<int>(i) + 1;
  StopToken stop;
  stop.request_stop();
  const auto put = [](ZeroedArray<int>& larger, int element) {
    larger[static_cast<std::size_t>(element)] = element;
  };
  EXPECT_FALSE(array.grow(&stop, put));
  EXPECT_EQ(array.size(), 1024U);
  EXPECT_EQ(array[1023], 1024);
  EXPECT_TRUE(array.grow(nullptr, put));
  EXPECT_EQ(array.size(), 2048U);
  EXPECT_EQ(array[0], 0);
  EXPECT_EQ(array[1024], 1024);
  EXPECT_EQ(array[1025], 0);
}

TEST(StopToken, StopsWhenTheMemoryIsUsedUp) {
  StopToken all;
  all.limit_memory(resident_bytes() + (std::size_t{16} << 20));
  StopToken part(&all);
  std::this_thread::sleep_for(50ms);
  EXPECT_FALSE(all.stopped());
  std::vector<char> much(std::size_t{64} << 20, 'x');
  for (int i = 0; i < 1000 && !part.stopped(); ++i) std::this_thread::sleep_for(5ms);
  EXPECT_EQ(much[much.size() / 2], 'x');
  EXPECT_TRUE(part.stopped());
  EXPECT_EQ(all.reason(), StopReason::memory);
  EXPECT_EQ(part.reason(), StopReason::memory);
}

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

// Waits for what the clock's thread does, for ten seconds at most.
bool soon(const std::function<bool()>& holds) {
  for (int i = 0; i < 10000 && !holds(); ++i) std::this_thread::sleep_for(1ms);
  return holds();
}

TEST(StopToken, StopsByRequestOrByTime) {
  StopToken idle;
  EXPECT_FALSE(idle.stopped());
  idle.request_stop();
  EXPECT_TRUE(idle.stopped());
  StopToken timed;
  timed.limit_time(0.05);
  EXPECT_FALSE(timed.stopped());
  EXPECT_TRUE(soon([&] { return timed.stopped(); }));
}

// Counts as long as its token lets it.
class Counter {
 public:
  explicit Counter(const StopToken& stop)
      : thread_([this, &stop] {
          while (!stop.stopped()) {
            ++steps_;
            std::this_thread::sleep_for(100us);
          }
        }) {}
  ~Counter() { thread_.join(); }
  Counter(const Counter&) = delete;
  Counter& operator=(const Counter&) = delete;
  bool goes_on() const {
    const int before = steps_;
    for (int i = 0; i < 2000 && steps_ < before + 2; ++i) std::this_thread::sleep_for(1ms);
    return steps_ >= before + 2;
  }
  bool stands_still() const {
    std::this_thread::sleep_for(30ms);  // children look at their parents now and then
    const int before = steps_;
    std::this_thread::sleep_for(20ms);
    return steps_ == before;
  }

 private:
  std::atomic<int> steps_{0};
  std::thread thread_;
};

TEST(StopToken, HoldsTheWorkWhileItIsPaused) {
  StopToken parent;
  StopToken child(&parent);
  {
    const Counter counter(parent);
    const Counter young(child);
    EXPECT_TRUE(counter.goes_on() && young.goes_on());
    parent.pause();
    EXPECT_TRUE(counter.stands_still());
    EXPECT_TRUE(young.stands_still());
    EXPECT_FALSE(parent.stop_requested());
    parent.resume();
    EXPECT_TRUE(counter.goes_on() && young.goes_on());
    parent.pause();
    EXPECT_TRUE(young.stands_still());
    parent.request_stop();  // ends both, or the test would not end
  }
  EXPECT_TRUE(parent.stopped());
  EXPECT_TRUE(child.stopped());
}

TEST(MemoryPool, GivesLessToWhoComesLateAndNeverNothing) {
  constexpr std::size_t mb = std::size_t{1} << 20;
  MemoryPool pool(64 * mb);
  {
    const MemoryPool::Lease first = pool.take(16 * mb);
    const MemoryPool::Lease second = pool.take(100 * mb);
    EXPECT_EQ(first.bytes(), 16 * mb);
    EXPECT_EQ(second.bytes(), 24 * mb);
    MemoryPool::Lease third = pool.take(100 * mb, 4);
    EXPECT_EQ(third.bytes(), 6 * mb);
    EXPECT_EQ(pool.offered(100 * mb), 9 * mb);
    third = {};
    EXPECT_EQ(pool.offered(100 * mb), 12 * mb);
    std::vector<MemoryPool::Lease> many;
    for (int i = 0; i < 50; ++i) many.push_back(pool.take(100 * mb));
    EXPECT_EQ(many.back().bytes(), MemoryPool::least);
  }
  EXPECT_EQ(pool.offered(100 * mb), 32 * mb);
}

TEST(StopToken, StopsWithItsParentAndNotTheOtherWayRound) {
  StopToken parent;
  StopToken child(&parent);
  StopToken sibling(&parent);
  sibling.request_stop();
  EXPECT_FALSE(child.stopped());
  EXPECT_FALSE(parent.stopped());
  parent.request_stop();
  EXPECT_TRUE(soon([&] { return child.stopped(); }));
  EXPECT_TRUE(StopToken(&parent).stopped());
}

TEST(StopToken, TheLastTimeLimitCounts) {
  StopToken stop;
  stop.limit_time(1e300);
  stop.limit_time(0.01);
  EXPECT_TRUE(soon([&] { return stop.stopped(); }));
}

TEST(Ticker, CallsUntilTheHandleGoesAway) {
  std::atomic<int> calls{0};
  {
    const Ticker::Handle handle = Ticker::every(1ms, [&] { ++calls; });
    EXPECT_TRUE(soon([&] { return calls >= 3; }));
  }
  const int before = calls;
  std::this_thread::sleep_for(20ms);
  EXPECT_EQ(calls, before);
}

TEST(Ticker, GoesOnInAForkedProcess) {
  StopToken before;
  before.limit_time(1e6);  // the thread runs in the parent
  const pid_t child = fork();
  if (child == 0) {
    StopToken stop;
    stop.limit_time(0.01);
    _exit(soon([&] { return stop.stopped(); }) ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

}  // namespace
}  // namespace inarow
