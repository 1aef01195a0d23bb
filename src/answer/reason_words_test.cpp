#include <gtest/gtest.h>

#include "answer/words.hpp"
#include "rules/notation.hpp"

namespace inarow {
namespace {

// What is said of a position that White's threats on the squares settle.
std::string because(const std::vector<Cell>& squares) {
  const Game game = *read_game(*GameSpec::parse("connect4"), "335543454");
  PlanNote plan;
  plan.player = Player::first;
  plan.wins = true;
  plan.complete = true;
  plan.settled.by = SettledBy::threats;
  plan.settled.squares = squares;
  DropReason reason;
  reason.verdict.value = GameValue::loss;
  reason.verdict.plies_to_end = 2;
  reason.plans.push_back(plan);
  reason.complete = true;
  return in_words(game, reason).at(1);
}

TEST(ReasonWords, CountTheSquaresThatCannotBeStopped) {
  EXPECT_EQ(because({}), "Why: whatever Black plays, White completes a line");
  EXPECT_EQ(because({Cell{1, 0}}), "Why: Black cannot keep White from b1");
  EXPECT_EQ(because({Cell{1, 0}, Cell{5, 0}}), "Why: Black cannot stop both b1 and f1");
  EXPECT_EQ(because({Cell{1, 0}, Cell{3, 3}, Cell{5, 0}}),
            "Why: Black cannot stop all of b1, d4 and f1");
}

}  // namespace
}  // namespace inarow
