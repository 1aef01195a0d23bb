#pragma once

// Why a position of a placement game stands as it does: the threats of both sides, what stops them,
// a forced win with its moves and its relevance zones, and the exact value of small boards.
//
// Proved: `win`, `if_passed` and `value`. What is not found is not refuted.
//
//   const PlacementExplanation e = explain_placement(game, {}, nullptr);
//   e.win->move, e.win->zones, e.defenses ...
//
// answer/ has it as JSON, in words and drawn.

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "base/stop.hpp"
#include "rules/game.hpp"
#include "search/threat_space/threat_prover.hpp"

namespace inarow {

// An active segment: k cells in a row without a stone of the other player.
struct SegmentNote {
  std::vector<Cell> cells;
  std::vector<Cell> empty;
};

struct SideNote {
  int threats = 0;  // stones that stop all threats; p + 1: more than p
  std::vector<SegmentNote> threat_segments;
  std::vector<SegmentNote> building;  // one stone more makes it a threat segment
};

// A set of cells that stops all threats, while none of them can be left out.
struct DefenseNote {
  Move cells;
  bool normal = true;  // as few stones as possible
};

// A move of the winner and what the other player can do about it.
struct WinStep {
  Move move;                   // empty only at first, if the winner has just moved
  int threats = 0;             // after the move
  bool completes = false;      // the move completes a line
  std::vector<Move> defenses;  // the critical ones; none if there are too many threats
  Move answer;                 // the one with which the sequence goes on
};

// Another critical defense than the sequence's, and how the winner goes on against it.
struct DefenseTry {
  int step = 0;       // after the winner's move of this step, from 0
  Move defense;       // its free stones are not placed
  MoveList line;      // the winner's moves and the defenses to them, in turn
  bool ends = false;  // with a line or with more threats than can be stopped; else it was cut short
};

struct ForcedWin {
  Player winner = Player::first;
  int order = 1;
  Move move;                             // the first one; empty if the winner has just moved
  std::vector<std::vector<Cell>> zones;  // Z1 <= Z2 <= ...
  std::vector<WinStep> sequence;
  std::vector<DefenseTry> tries{};
};

struct PlacementExplanation {
  std::array<SideNote, 2> sides;      // by player
  std::vector<Move> wins_now;         // moves that complete a line at once
  std::vector<DefenseNote> defenses;  // if the other player has at most p threats
  bool lost_to_threats = false;       // the other player has more than p
  std::optional<ForcedWin> win;
  // How the other player would win if the player to move passed: so he must put a stone into
  // Z(stones due), the zone of this number.
  std::optional<ForcedWin> if_passed;
  std::optional<GameValue> value;        // of small boards, for the player to move
  Move best;                             // keeps the value
  std::optional<std::string> no_search;  // why wins were not searched
  int order = 0;                         // searched up to this order
  bool complete = true;                  // no limit and no stop came first
};

struct ExplainLimits {
  int order = 2;
  std::uint64_t nodes = 400'000;                      // of each search for a win
  int exact_empty = 20;                               // cells of a board whose value is worked out
  std::size_t table_bytes = std::size_t{16} << 20;    // for that
  std::size_t threat_entries = std::size_t{1} << 16;  // of each table of threat search
};

// Why the game cannot be explained, in words; nothing if it can.
std::optional<std::string> explain_obstacle(const Game& game);

// A placement game without obstacle. `stop` may be null.
PlacementExplanation explain_placement(const Game& game, const ExplainLimits& limits,
                                       const StopToken* stop);

// A win as play: the winner's moves and the first critical defense to each, whose free stones are
// left out.
MoveList line_of_win(const Game& game, threats::ThreatProver& prover,
                     const threats::ThreatWin& win);

}  // namespace inarow
