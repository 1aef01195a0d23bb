#include "base/cores.hpp"

#include <gtest/gtest.h>

#include <thread>

namespace inarow {
namespace {

TEST(Cores, AThreadIsBoundForALifetime) {
  const std::vector<int> all = usable_cores();
  if (all.empty()) GTEST_SKIP() << "the system does not say which cores there are";
  {
    const BoundToCore bound(all.back());
    EXPECT_EQ(usable_cores(), std::vector{all.back()});
    // Threads that it starts are on the same core: who starts others binds himself afterwards.
    std::vector<int> of_a_child;
    std::thread([&] { of_a_child = usable_cores(); }).join();
    EXPECT_EQ(of_a_child, std::vector{all.back()});
  }
  EXPECT_EQ(usable_cores(), all);
}

TEST(Cores, ACoreThatIsNotThereChangesNothing) {
  const std::vector<int> all = usable_cores();
  {
    const BoundToCore bound(1023);
    if (!all.empty() && all.back() != 1023) {
      EXPECT_EQ(usable_cores(), all);
    }
  }
  EXPECT_EQ(usable_cores(), all);
}

}  // namespace
}  // namespace inarow
