#pragma once

// The defender is to move: which of his moves does the attacker not refute by threats? (Wu and Lin
// 2010, sections IV and V-A, call the search the verifier V(P, S) and the program NCTU6-Verifier.)
//
// Wins only: what it calls refuted is proved to lose; an open move may lose all the same.
//
//   const DefensesResult result = find_open_defenses(spec, stones, attacker, limits);
//   if (result.proved) ...                                  the attacker wins
//   else for (const OpenDefense& d : result.open) ...       the moves to look at, best first
//
// As NCTU6-Verifier: the pass is tried by order r - p, a move with u stones left out by order r -
// u, and a whole move by order r - 1 (at least 1), where r is `limits.order`. The zones of these
// wins say which moves need no look of their own. A move with stones left out that is not refuted
// is open as it is; whole moves that contain it are tried where the zone of the smaller move allows
// it.

#include <atomic>
#include <cstdint>
#include <vector>

#include "base/stop.hpp"
#include "rules/game.hpp"
#include "rules/observer.hpp"
#include "search/threat_space/threat_search.hpp"

namespace inarow::threats {

// A move of the defender that is not refuted.
struct OpenDefense {
  Move stones;      // fewer than p: these stones and any others; none: the pass
  int free = 0;     // stones left out: p - stones (fewer if the board is nearly full)
  int quality = 0;  // heuristic: what the stones block and build
};

// A move of the defender, possibly with stones left out, that the attacker refutes.
struct RefutedDefense {
  Move stones;
  int free = 0;
  Move answer;  // the attacker's first stones; fewer than p if they win at once
  int order = 1;
};

struct DefensesResult {
  bool proved = false;   // nothing is open: the attacker wins, whatever the defender plays
  bool stopped = false;  // a limit or the stop flag came first: moves were left out, not refuted
  bool defender_wins = false;  // the defender completes a line at once: `open` is that move
  int order = 1;
  int threats = 0;                       // of the attacker, p + 1 for more than p
  std::vector<OpenDefense> open;         // by quality
  std::vector<RefutedDefense> refuted;   // in the order they were tried
  std::vector<std::vector<Cell>> zones;  // if proved: Z1, Z2, ... as in ThreatWin
  // If asked for: the proof, as in ThreatWin; if it is not proved, a cover of what is refuted.
  std::shared_ptr<const WinRecord> record;
  std::uint64_t nodes = 0;
};

// The position has stones, of which nobody has k in a row, and `attacker`'s opponent is to move
// with p stones; see ThreatSearch::obstacle. `stop` may be null. With `recording` the result
// carries its record.
DefensesResult find_open_defenses(const PlacementSpec& spec, const std::vector<Stone>& stones,
                                  Player attacker, const ThreatLimits& limits,
                                  const StopToken* stop = nullptr, Observer* observer = nullptr,
                                  bool recording = false);

}  // namespace inarow::threats
