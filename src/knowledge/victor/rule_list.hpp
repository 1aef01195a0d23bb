#pragma once

// Every application of the nine rules that the second player has in a position, and what a set of
// them that somebody chose proves: for those who want to find a proof themselves.
//
// Wins and not-losing: a claim of check_choice() is proved, given the rules (docs/victor.md); it
// needs nothing but the set, however it was found.

#include <string>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "knowledge/victor/explanation.hpp"

namespace inarow::victor {

// What an application is known by. The group and the special squares (of a Specialbefore) may be
// left out; they tell apart those that use the same squares.
struct RuleChoice {
  Rule rule = Rule::claimeven;
  std::vector<Cell> squares;
  std::optional<GroupEnds> group;
  std::vector<Cell> special;
};

struct RuleList {
  std::vector<GroupEnds> problems;  // the groups that the first player could still complete
  std::vector<RuleNote> rules;
};

struct ChoiceCheck {
  Claim claim = Claim::none;
  std::vector<int> unknown;  // numbers of the choices that are not in the list of rules
  std::vector<std::pair<int, int>> clashes;  // of those that cannot stand together
  std::vector<GroupEnds> unsolved;
};

// Says why not, if the first player is not to move, the height is not even, or the game is over.
Result<void> expect_second_applies_rules(const Game& game);

// Both need that. Rules that do nothing more than simpler ones on fewer squares are left out
// (rules.hpp), but all Afterevens are there: they are reasons to win.
RuleList list_rules(const Game& game);
ChoiceCheck check_choice(const Game& game, const std::vector<RuleChoice>& choices);

}  // namespace inarow::victor
