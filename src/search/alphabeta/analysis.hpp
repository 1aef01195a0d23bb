#pragma once

// What users ask about a position of a drop game: its value, its score, the best moves, the values
// of all moves, the best line. Works out the cases that need no search (the game is over, no line
// fits on the board) and asks known scores (a book) before the engine.
//
// Exact: everything marked as known is proved; a stop leaves bounds, never guesses.

#include <optional>
#include <string>
#include <vector>

#include "rules/score.hpp"
#include "search/alphabeta/drop_engine.hpp"

namespace inarow {

// A source of exact scores, such as an opening book.
class KnownScores {
 public:
  virtual ~KnownScores() = default;
  // The exact score of the player to move in a game that is not over, if it is known.
  virtual std::optional<int> score(const Game& game) const = 0;

 protected:
  KnownScores() = default;
  KnownScores(const KnownScores&) = default;
  KnownScores(KnownScores&&) = default;
  KnownScores& operator=(const KnownScores&) = default;
  KnownScores& operator=(KnownScores&&) = default;
};

struct MoveScore {
  Column column;
  ScoreRange range;  // from the view of the player who moves
};

struct DropAnalysis {
  ScoreRange range;              // of the player to move
  bool from_book = false;        // range came from the known scores
  std::vector<Column> best;      // best moves that are known; empty if the game is over
  std::vector<Column> line;      // best play to the end, if it was asked for and is complete
  std::vector<MoveScore> moves;  // all legal moves, if they were asked for
  bool complete = false;         // everything asked for is known
};

struct DropQuestion {
  bool score = false;      // the exact score, not only win, draw or loss
  bool best = true;        // one best move
  bool all_moves = false;  // the value or score of every move; best then has all best moves
  bool line = false;       // best play to the end
};

class DropAnalyst {
 public:
  // The engine may be null if needs_engine(spec) is false; `known`, `stop` and `observer` may be
  // null. Several analysts, each in a thread of its own, may share an engine.
  DropAnalyst(const DropSpec& spec, DropEngine* engine, int threads, const KnownScores* known,
              const StopToken* stop, Observer* observer);

  // False for boards where no search is needed: k = 1, or no line fits.
  static bool needs_engine(const DropSpec& spec);

  DropAnalysis analyse(const Game& game, const DropQuestion& question);

 private:
  ScoreRange range_of(const Game& game, ScoreWindow window, DropAnalysis* analysis);
  std::optional<Column> find_best(const Game& game, const ScoreRange& range, bool score,
                                  std::uint64_t& nodes);
  ScoreWindow window(bool score) const {
    return score ? ScoreWindow::score(spec_) : ScoreWindow::value();
  }

  DropSpec spec_;
  DropEngine* engine_;
  int threads_;
  const KnownScores* known_;
  const StopToken* stop_;
  Observer* observer_;
  std::unique_ptr<DropWorker> worker_;  // if there is only one thread
};

}  // namespace inarow
