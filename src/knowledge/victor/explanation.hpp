#pragma once

// Why a position of a drop game is won or cannot be lost: the threats of both sides, who controls
// the zugzwang, the rule set that proves a claim with its plan, or what the rules leave unsolved.
//
// Claims are proved, given the rules (docs/victor.md). Who controls the zugzwang in a position
// without a claim is a judgement by the threats of the moment (Allis 1988, 3.3), not a proof.
//
//   Explainer explainer(spec);
//   Explanation e = explainer.explain(game);
//   for (const std::string& line : in_words(game, e)) ...

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "knowledge/victor/evaluation.hpp"
#include "rules/game.hpp"

namespace inarow::victor {

// A group by its two end squares, as the thesis writes it.
using GroupEnds = std::pair<Cell, Cell>;

struct ThreatNote {
  Player player = Player::first;
  Cell square;
  GroupEnds group;  // one that the square completes
  bool odd = false;
  bool playable = false;
  bool useful = true;
  std::string useless_because;  // empty if useful
};

// Squares that belong together in the plan: when the opponent takes one, the controller answers.
struct Reply {
  Cell if_played;
  Cell then;
  std::string and_then;  // what the answer leads to, if there is more to say
  bool claims = false;   // the controller gets the square for sure (Claimeven)
};

struct RuleNote {
  Rule rule = Rule::claimeven;
  std::vector<Cell> squares;
  std::optional<GroupEnds> group;  // of Aftereven, Before, Specialbefore
  std::vector<GroupEnds> solves;
  std::vector<Reply> replies;
  std::vector<Cell> special;  // of Specialbefore, in rule_list.hpp only: its two playable squares
};

struct LeverNote {
  LeverKind kind = LeverKind::odd_threat;
  Cell square;  // the odd threat or the crossing square
  std::optional<Cell> odd;
  std::optional<Cell> even;
  bool base = false;
  std::vector<GroupEnds> groups;
  std::vector<GroupEnds> solves;
};

// A claim and the rule set that proves it.
struct RuleSetNote {
  Claim claim = Claim::none;
  std::optional<LeverNote> lever;
  std::vector<RuleNote> rules;
};

struct Explanation {
  bool complete = true;     // false: stopped, and there may be a claim that was not found
  bool rules_apply = true;  // the height is even and the game is not over
  RuleSetNote set;          // what the rules establish; without a claim, the set that solves most
  std::vector<GroupEnds> unsolved;
  std::vector<ThreatNote> threats;
  std::vector<Cell> wins_now;      // squares on which the player to move completes a group
  std::vector<Cell> must_stop;     // squares on which the opponent would, if there is no win now
  std::optional<Player> zugzwang;  // who controls it
  std::string zugzwang_because;
  // Without a claim: a move of the player to move after which the rules establish one for him.
  std::optional<Cell> good_move;
  RuleSetNote after_good_move;
  std::vector<std::string> plan;
};

class Explainer {
 public:
  // A game of finite height.
  explicit Explainer(const DropSpec& spec);
  ~Explainer();
  Explainer(Explainer&&) noexcept;
  Explainer& operator=(Explainer&&) noexcept;

  // `stop` may be null.
  Explanation explain(const Game& game, const StopToken* stop = nullptr);

 private:
  class Impl;
  template <class B>
  class ImplFor;
  std::unique_ptr<Impl> impl_;
};

// "c2-f2"
std::string group_name(const GameSpec& spec, const GroupEnds& group);

// Squares that cannot all be stopped: "both c6 and e4", "all of c6, e4 and f3". At least two.
std::string all_of_them(const GameSpec& spec, const std::vector<Cell>& cells);

// What the set establishes, in a sentence without its end; empty without a claim.
std::string claim_sentence(const GameSpec& spec, const RuleSetNote& set);

// The explanation as sentences and lists, one line each.
std::vector<std::string> in_words(const Game& game, const Explanation& explanation);

// The board with the plan drawn on it: stones x and o; squares that answer each other have the same
// letter, a capital is a square that the controller gets; ! is a threat of White, * of Black, # of
// both.
std::string draw_plan(const Game& game, const RuleSetNote& set);
std::string draw_threats(const Game& game, const Explanation& explanation);

}  // namespace inarow::victor
