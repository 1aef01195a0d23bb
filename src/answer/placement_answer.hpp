#pragma once

// The value of a position of a placement game Connect(m,n,k,p,q), by the two solvers together, and
// its JSON (docs/formats/solve.md, docs/formats/http.md).
//
// Exact: a value is proved, either by exhaustive search of a small board or as a win by threats;
// otherwise it is unknown.

#include <atomic>
#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "rules/game.hpp"
#include "search/placement/exact_solver.hpp"
#include "search/threat_space/threat_prover.hpp"

namespace inarow {

struct PlacementQuestion {
  int order = 2;           // of threats, the highest to try
  bool all_moves = false;  // the value of every first stone, where exact search is possible
  std::size_t table_bytes = std::size_t{64} << 20;
};

struct StoneValue {
  Cell cell;
  std::optional<GameValue> value;  // nothing: stopped
};

struct PlacementValue {
  std::optional<GameValue> value;  // for the player to move
  Move best;                       // keeps it; empty if it is lost or unknown
  const char* method = "alphabeta";
  int order = 0;                         // of the win by threats
  std::vector<std::vector<Cell>> zones;  // of the win by threats
  int searched_order = 0;                // wins by threats up to this order were looked for
  std::string obstacle;                  // why nothing could be looked for
  std::vector<StoneValue> stones;
  std::uint64_t nodes = 0;
};

// What is going on, for people who wait; called from the thread that searches.
struct PlacementObserver {
  virtual ~PlacementObserver() = default;
  virtual void searching_threats(const threats::ThreatProver* /*prover; null: over*/) {}
  virtual void searching_all(const ExactSolver* /*solver; null: over*/) {}
  virtual void stone_known(const StoneValue& /*stone*/) {}
  virtual void nodes_done(std::uint64_t /*nodes*/) {}
};

PlacementValue find_placement_value(const Game& game, const PlacementQuestion& question,
                                    const std::atomic<bool>& stop, PlacementObserver& observer);

const char* value_name(const std::optional<GameValue>& value);
nlohmann::ordered_json placement_json(const Game& game, const PlacementValue& found,
                                      double seconds);

}  // namespace inarow
