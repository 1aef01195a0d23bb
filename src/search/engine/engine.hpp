#pragma once

// The engine for placement games: the best move it finds within its time.
//
// Wins only: a result that is `proved` is a win by threats that threat_space/ has verified.
// Everything else of it is heuristic.
//
//   Engine engine(spec, {.memory_bytes = 64 << 20});
//   EngineResult result = engine.think(game, {.seconds = 1, .stop = &stop});
//   result.move, result.line, result.chance
//
// As NCTU6 (Wu and Lin 2010, section V): wins by threats first; where the opponent would win if he
// were let, only moves that touch the relevance zones of that win; then alpha-beta over whole moves
// (move_search.hpp). A move that it likes is played only if the opponent is not found to win by
// threats after it.

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "base/stop.hpp"
#include "rules/game.hpp"
#include "search/engine/move_search.hpp"
#include "search/threat_space/threat_prover.hpp"

namespace inarow::engine {

struct EngineOptions {
  std::size_t memory_bytes = std::size_t{64} << 20;
  std::optional<Weights> weights = {};  // else weights_for()
  int most_depth = 30;
  // Neither proofs nor forced wins: the evaluation and the search of whole moves alone, to measure
  // the rest by.
  bool plain = false;
  // False: the search of whole moves with its forced wins, and no proofs around it.
  bool proofs = true;
};

struct ThinkLimits {
  double seconds = 1;
  // Instead of the seconds, if not 0: so many positions in the search, and few in the proofs. The
  // same question then gets the same answer on every machine.
  std::uint64_t nodes = 0;
  int threads = 1;
  int moves = 1;                    // so many get exact scores
  const StopToken* stop = nullptr;  // may be null
  // Moves that it must not give, because they are known to who asks; may be empty.
  std::function<bool(const Move&)> skip = {};
};

struct EngineResult {
  Move move;
  std::vector<Move> line;  // with the move
  bool proved = false;     // the move wins
  int order = 0;           // of that win
  std::int32_t score = 0;  // unit: weights.hpp; beyond near_win: a win that is not proved
  double chance = 0.5;     // of winning
  int depth = 0;           // moves that were looked ahead
  std::uint64_t nodes = 0;
  // The best moves first, at most as many as were asked for, with the lines that they begin.
  struct Choice {
    std::vector<Move> line;
    std::int32_t score = 0;
  };
  std::vector<Choice> choices;
};

class Engine {
 public:
  // Whether it can be asked about this position: no obstacle for threat search, not over, with
  // stones, and it is a whole move's turn.
  static bool can_think(const Game& game);

  // The game has no obstacle for threat search (ThreatSearch::obstacle).
  explicit Engine(const PlacementSpec& spec, const EngineOptions& options = {});
  ~Engine();

  // It can think. Asked move by move in a game, it goes on with a win that it has proved.
  EngineResult think(const Game& game, const ThinkLimits& limits);

 private:
  bool follow(const Game& game);

  PlacementSpec spec_;
  EngineOptions options_;
  Weights weights_;
  HintTable table_;
  std::unique_ptr<threats::ThreatProver> prover_;  // of the last move, if it was proved to win
  std::vector<Stone> known_;                       // the stones then
};

}  // namespace inarow::engine
