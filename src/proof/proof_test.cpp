#include <gtest/gtest.h>

#include "proof/prove.hpp"

namespace inarow {
namespace {

TEST(Proof, KindsAreFoundByName) {
  ASSERT_NE(find_claim_kind("not-lose"), nullptr);
  EXPECT_EQ(find_claim_kind("magic"), nullptr);
}

}  // namespace
}  // namespace inarow
