#pragma once

// The alpha-beta solver for any drop game that fits into 128 bits, behind one interface: the common
// boards have a search of their own with everything known at compile time, the others share one
// that takes the numbers at run time.
//
// Exact: what it returns is proved; where VICTOR's rules are asked (RuleLimits), given the theorem
// behind them (docs/victor.md).
//
//   auto engine = make_drop_engine(spec, 256 << 20);
//   ScoreRange r = engine->solve(stones, ScoreWindow::value(), 2, stop, nullptr);
//
// One table is shared by everything an engine does and is never cleared: its entries are facts.

#include <cstdint>
#include <memory>
#include <vector>

#include "base/bits.hpp"
#include "base/stop.hpp"
#include "rules/game.hpp"
#include "rules/observer.hpp"

namespace inarow {

// A position as the solver sees it: stones in Tromp's layout (rules/drop_geometry.hpp). Nobody has
// a line.
struct DropStones {
  Word128 me = 0;  // of the player to move
  Word128 opponent = 0;
};

// The stones of a game that is not over.
DropStones stones_of(const Game& game);

// Which scores are told apart: those between floor and ceiling exactly, all below floor alike, all
// above ceiling alike.
struct ScoreWindow {
  int floor;
  int ceiling;
  static ScoreWindow value() { return {-1, 1}; }  // loss, draw or win
  static ScoreWindow score(const DropSpec& spec) {
    return {-spec.width * *spec.height, spec.width * *spec.height};
  }
};

// Where the search asks VICTOR's rules (rule_bound.hpp): where a subtree costs more than the
// answer. The numbers were measured, see docs/results/solver-experiments.md.
struct RuleLimits {
  // In positions with at least so many empty squares; on boards of more than 64 bits the rules are
  // slower.
  int cells = 18;
  int wide_cells = 22;
  // The first player to move: if Claimevens leave at most so many of his lines, and one more for
  // every two empty squares above that. The rules rarely solve many lines.
  int open_lines = 1;

  // The search proves everything itself: to judge the rules, and for those who doubt them.
  static RuleLimits never() { return {1000, 1000, 0}; }
  static RuleLimits always() { return {0, 0, 1000}; }
};

// False if the search of a position with so many empty squares takes nothing from the rules.
bool rules_may_be_asked(const DropSpec& spec, const RuleLimits& limits, int empty_count);

// Proved: lower <= score <= upper.
struct ScoreRange {
  int lower = 0;
  int upper = 0;
  bool complete = false;  // as much as the window asks for is known
  std::uint64_t nodes = 0;
};

// One thread's solver; deterministic as long as nobody else uses the engine.
class DropWorker {
 public:
  DropWorker() = default;
  DropWorker(const DropWorker&) = delete;
  DropWorker& operator=(const DropWorker&) = delete;
  virtual ~DropWorker() = default;
  virtual ScoreRange solve(const DropStones& stones, ScoreWindow window) = 0;
};

struct ProvedBounds;  // checkpoint.hpp

class DropEngine {
 public:
  DropEngine() = default;
  DropEngine(const DropEngine&) = delete;
  DropEngine& operator=(const DropEngine&) = delete;
  virtual ~DropEngine() = default;

  // Workers share the engine's table and must not outlive it. `stop` and `observer` may be null.
  virtual std::unique_ptr<DropWorker> make_worker(const StopToken* stop, Observer* observer) = 0;

  // All threads on one position. With one thread the search, its nodes and its answer are always
  // the same on a fresh engine; with more only the answer is. `stop` and `observer` may be null.
  virtual ScoreRange solve(const DropStones& stones, ScoreWindow window, int threads,
                           const StopToken* stop, Observer* observer) = 0;

  // For a checkpoint: what the table holds, the results that cost the most work, at most so many.
  // Others may search meanwhile.
  virtual std::vector<ProvedBounds> dearest_results(std::size_t most) const = 0;
  // Takes them into the table and believes them. They must be of the same board, and of a search
  // with the same rules.
  virtual void believe(const std::vector<ProvedBounds>& results) = 0;

  virtual std::size_t table_bytes() const = 0;
  // "7x6" or the like if the board has a search of its own, else "any size".
  virtual const char* specialised_for() const = 0;
};

// The height must be finite and k at least 2 (k = 1 is won by the first stone; see analysis.hpp).
// Takes at most `table_bytes` for the table, but never less than half a megabyte.
std::unique_ptr<DropEngine> make_drop_engine(const DropSpec& spec, std::size_t table_bytes,
                                             const RuleLimits& rules = {});

}  // namespace inarow
