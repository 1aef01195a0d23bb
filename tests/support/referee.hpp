#pragma once

// A referee for tests and measurements: plays a claimed win out against every critical defense. It
// knows the rules and nothing of threat boards, defenses and zones; the moves come from a fresh
// ThreatSearch at each of the attacker's turns, from the stones alone.
//
// Where a defense leaves stones free, they are not placed, and then placed on some cells: on the
// cells that the attacker plays next, which is where they hurt most, and at random.

#include <algorithm>
#include <optional>
#include <vector>

#include "rules/placement_board.hpp"
#include "rules/random_games.hpp"
#include "search/threat_space/threat_search.hpp"

namespace inarow::threats {

class Referee {
 public:
  Referee(const GameSpec& spec, Player attacker, const ThreatLimits& limits, int free_tries = 3,
          std::uint64_t seed = 1)
      : spec_(*spec.placement()),
        attacker_(attacker),
        limits_(limits),
        free_tries_(free_tries),
        random_(seed) {}

  // The attacker is to move. False if the play does not end with his line.
  bool wins(PlacementBoard& board, int depth) {
    if (turns >= most_turns) return true;
    if (depth == 0) return false;
    ++turns;
    ThreatSearch search(spec_, board.all_stones(), attacker_, limits_);
    const std::optional<ThreatWin> win = search.find_win();
    if (!win) return false;
    for (const Cell cell : win->move) board.place(cell, attacker_);
    bool won = board.complete_segments(attacker_) > 0;
    if (!won && !completion(board, opponent(attacker_))) won = all_defenses(board, 0, depth);
    for (const Cell cell : win->move) board.remove(cell);
    return won;
  }

  int turns = 0;            // of the attacker
  int most_turns = 100000;  // then all that is left counts as won: see `complete`
  bool complete() const { return turns < most_turns; }

 private:
  // The empty cells of the first segment that the player can complete in one move.
  std::optional<Move> completion(const PlacementBoard& board, Player player) const {
    for (const Stone& stone : board.all_stones()) {
      if (stone.player != player) continue;
      std::optional<Move> found;
      board.for_segments_through(stone.cell, [&](auto segment, Cell start, Direction d) {
        const int mine = board.stones_in(segment, player);
        if (found || board.stones_in(segment, opponent(player)) > 0) return;
        if (mine < spec_.k - spec_.p) return;
        Move cells;
        for (int i = 0; i < spec_.k; ++i) {
          const Cell cell{start.x + i * step_of(d).x, start.y + i * step_of(d).y};
          if (!board.at(cell)) cells.push_back(cell);
        }
        found = cells;
      });
      if (found) return found;
    }
    return std::nullopt;
  }

  // Every way to meet what the attacker can complete, a stone at a time; `placed` stones are there.
  bool all_defenses(PlacementBoard& board, int placed, int depth) {
    const std::optional<Move> open = completion(board, attacker_);
    if (!open) return free_stones(board, spec_.p - placed, depth);
    if (placed == spec_.p) return true;  // the attacker completes it
    for (const Cell cell : *open) {
      board.place(cell, opponent(attacker_));
      const bool won = all_defenses(board, placed + 1, depth);
      board.remove(cell);
      if (!won) return false;
    }
    return true;
  }

  // The defense stands and leaves so many stones.
  bool free_stones(PlacementBoard& board, int free, int depth) {
    if (!wins(board, depth - 1)) return false;
    if (free == 0) return true;
    std::vector<Cell> hurt;
    ThreatSearch search(spec_, board.all_stones(), attacker_, limits_);
    if (const std::optional<ThreatWin> next = search.find_win()) {
      hurt = next->move;
      if (!next->zones.empty()) {
        hurt.insert(hurt.end(), next->zones[0].begin(), next->zones[0].end());
      }
    }
    const std::vector<Stone> stones = board.all_stones();
    for (int attempt = 0; attempt < free_tries_; ++attempt) {
      Move move;
      for (int i = 0; i < 20 * free && static_cast<int>(move.size()) < free; ++i) {
        Cell cell;
        if (!hurt.empty() && random_.below(4) != 0) {
          cell = one_of(hurt, random_);
        } else {
          const Cell near = one_of(stones, random_).cell;
          cell = {near.x + random_.below(7) - 3, near.y + random_.below(7) - 3};
        }
        if (!board.contains(cell) || board.at(cell)) continue;
        board.place(cell, opponent(attacker_));
        move.push_back(cell);
      }
      const bool won = board.complete_segments(opponent(attacker_)) == 0 && wins(board, depth - 1);
      for (const Cell cell : move) board.remove(cell);
      if (!won) return false;
    }
    return true;
  }

  PlacementSpec spec_;
  Player attacker_;
  ThreatLimits limits_;
  int free_tries_;
  Random random_;
};

}  // namespace inarow::threats
