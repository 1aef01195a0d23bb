#include "rules/contest_letters.hpp"

#include <gtest/gtest.h>

namespace inarow {
namespace {

TEST(ContestLetters, AreReadAsTheyAreWritten) {
  for (int x = 0; x < contest_side; ++x) {
    for (int y = 0; y < contest_side; ++y) {
      const Move move{{x, y}, {y, x}};
      EXPECT_EQ(read_contest_letters(contest_letters(move)), move);
    }
  }
  EXPECT_EQ(contest_letters({{9, 9}, {10, 8}}), "JJKI");
  EXPECT_EQ(read_contest_letters("aSsA"), (Move{{0, 18}, {18, 0}}));
}

TEST(ContestLetters, RefuseOthers) {
  for (const char* text : {"", "J", "JJK", "JT", "TJ", "J J", "J1", "@A", "JJ,KK"}) {
    EXPECT_FALSE(read_contest_letters(text)) << text;
  }
}

}  // namespace
}  // namespace inarow
