#pragma once

// Why a position of a drop game has its value, as a person would tell it and as plain data: the
// verdict, the plan as a line of play up to a position that is settled, why it is settled, what the
// opponent could have tried instead and where that ends, and how many positions stand behind it.
//
// Proved: the verdict; and a plan that is complete, given Allis's rules where they settle positions
// of it. A plan that is not complete has best play only.
//
// A win or a loss has one plan, the winner's. A draw has two: neither side loses.
// drop_reason.hpp finds them.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "knowledge/victor/explanation.hpp"
#include "rules/game.hpp"

namespace inarow {

struct DropVerdict {
  std::optional<GameValue> value;  // of the player to move; nothing: unknown
  std::optional<int> score;
  std::optional<int> plies_to_end;
};

// Why nothing more needs to be looked at.
enum class SettledBy : std::uint8_t {
  rules,    // Allis's rules (the player of the plan has just moved)
  threats,  // whatever is played, the player of the plan completes a line with his next stone
  line,     // he completes a line
  dead,     // no line is left to his opponent
  late,     // too few squares are left to his opponent
  unknown   // the line is best play as far as it goes; nothing is claimed
};
inline constexpr int settled_by_count = 6;
const char* name_of(SettledBy by);

struct SettledNote {
  SettledBy by = SettledBy::unknown;
  victor::RuleSetNote set;        // rules: the set
  std::vector<std::string> plan;  // rules: what is answered where
  std::vector<Cell> squares;      // threats: where he threatens; line: where he completes it
};

// Another move of the opponent on the way.
struct TryNote {
  int at = 0;     // he is to move after so many moves of the line
  Move move;      // and plays this instead
  MoveList line;  // what follows, up to the end
  SettledBy ends = SettledBy::unknown;
  std::uint64_t positions = 0;  // of the proof that it is answered
};

struct PlanNote {
  Player player = Player::first;  // whose plan it is
  bool wins = false;              // false: he does not lose
  MoveList line;
  SettledNote settled;  // the position after the line
  std::vector<TryNote> tries;
  std::uint64_t positions = 0;    // of his that the whole proof has
  std::uint64_t rule_leaves = 0;  // positions in it that the rules settle
  bool complete = false;          // the proof is whole; else a limit came first
};

struct DropReason {
  DropVerdict verdict;
  std::vector<PlanNote> plans;
  bool complete = false;
};

// What becomes of a move, and why.
struct WhyNotNote {
  Move move;
  DropVerdict before;  // of the player who makes it
  DropReason after;    // of the position after it, from his opponent's view
};

}  // namespace inarow
