// The list of rules, and what chosen sets prove, against the evaluation and against each other.

#include "knowledge/victor/rule_list.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "rules/notation.hpp"
#include "rules/random_games.hpp"

namespace inarow::victor {
namespace {

Game game_after(const std::string& moves, const DropSpec& spec = {}) {
  return *read_game(GameSpec(spec), moves);
}

std::vector<RuleChoice> choices_of(const std::vector<RuleNote>& rules) {
  std::vector<RuleChoice> choices;
  for (const RuleNote& rule : rules) {
    choices.push_back({rule.rule, rule.squares, rule.group, rule.special});
  }
  return choices;
}

TEST(RuleList, SaysWhenTheRulesDoNotApply) {
  EXPECT_TRUE(expect_second_applies_rules(game_after("")));
  EXPECT_FALSE(expect_second_applies_rules(game_after("4")));
  EXPECT_FALSE(expect_second_applies_rules(game_after("1212121")));
  EXPECT_FALSE(expect_second_applies_rules(game_after("", DropSpec{.width = 7, .height = 5})));
}

// Whatever the evaluation claims, its rules are in the list and prove the same when they are
// chosen; without one of them the set proves less (an Aftereven may have another beside it).
TEST(RuleList, ChosenSetsOfRandomPositionsProveWhatTheEvaluationClaims) {
  Random random(8);
  int claims = 0;
  int wins = 0;
  for (int trial = 0; trial < 1500; ++trial) {
    Game game{GameSpec(DropSpec{})};
    const int plies = random.below(13) * 2;
    if (!play_at_random(game, plies, random)) continue;
    Explainer explainer(*game.spec().drop());
    const Explanation e = explainer.explain(game);
    if (e.set.claim == Claim::none) continue;
    ++claims;
    wins += e.set.claim == Claim::second_wins ? 1 : 0;
    const std::vector<RuleChoice> chosen = choices_of(e.set.rules);
    const ChoiceCheck check = check_choice(game, chosen);
    EXPECT_TRUE(check.unknown.empty());
    EXPECT_TRUE(check.clashes.empty());
    EXPECT_TRUE(check.unsolved.empty());
    EXPECT_GE(check.claim, e.set.claim);
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      std::vector<RuleChoice> fewer = chosen;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
      const Claim claim = check_choice(game, fewer).claim;
      if (chosen[i].rule == Rule::aftereven) {
        EXPECT_LE(claim, check.claim);
      } else {
        EXPECT_LT(claim, check.claim);
      }
    }
  }
  EXPECT_GT(claims, 40);
  EXPECT_GT(wins, 2);
}

TEST(RuleList, EveryRuleOfTheListIsKnownAgain) {
  const Game game = game_after("4534335353");
  const RuleList list = list_rules(game);
  ASSERT_GT(list.rules.size(), 30U);
  for (const RuleNote& rule : list.rules) {
    const ChoiceCheck check = check_choice(game, choices_of({rule}));
    EXPECT_TRUE(check.unknown.empty());
    // What it solves, and nothing else, is gone.
    EXPECT_EQ(check.unsolved.size(), list.problems.size() - rule.solves.size());
    for (const GroupEnds& group : rule.solves) {
      EXPECT_EQ(std::count(check.unsolved.begin(), check.unsolved.end(), group), 0);
    }
  }
}

// Diagram 5.3: a Baseinverse on a1-b1 and a Claimeven on b1-b2 need b1 for different answers.
TEST(RuleList, ClashesAndStonesAreNamed) {
  const Game game = game_after("12");
  const RuleChoice even{Rule::claimeven, {Cell{2, 0}, Cell{2, 1}}, std::nullopt, {}};
  const RuleChoice base{Rule::baseinverse, {Cell{2, 0}, Cell{3, 0}}, std::nullopt, {}};
  const RuleChoice stone{Rule::claimeven, {Cell{0, 0}, Cell{0, 1}}, std::nullopt, {}};
  const ChoiceCheck check = check_choice(game, {even, stone, base});
  EXPECT_EQ(check.unknown, std::vector<int>{1});
  EXPECT_EQ(check.clashes, (std::vector<std::pair<int, int>>{{0, 2}}));
  EXPECT_EQ(check.claim, Claim::none);
}

}  // namespace
}  // namespace inarow::victor
