#pragma once

// The requests about puzzles (docs/formats/http.md): which there are, one to try, what is said to a
// move, the solution, a rating after a result, a sheet to print. Only the puzzles that come with
// the program; a request names them by their ids.

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "base/memory_pool.hpp"
#include "generate/puzzle.hpp"
#include "service/answer_task.hpp"

namespace inarow {
class Tables;
}

namespace inarow::service {

// Read when they are wanted first. Thread-safe.
class PuzzleShelf {
 public:
  using Puzzles = std::shared_ptr<const std::vector<puzzles::Puzzle>>;
  Result<Puzzles> all();

 private:
  std::mutex mutex_;
  Puzzles puzzles_;
};

struct PuzzleTools {
  PuzzleShelf& shelf;
  Tables& tables;
  MemoryPool& memory;
};

// Of /api/puzzles: game, day.
Answerable<std::string> puzzles_reply(const std::string& body, PuzzleShelf& shelf);
// Of /api/puzzle: id.
Answerable<std::string> puzzle_reply(const std::string& body, PuzzleShelf& shelf);
// Of /api/puzzle/try: id, moves, move.
Answerable<std::string> try_reply(const std::string& body, const PuzzleTools& tools,
                                  const StopToken& stop);
// Of /api/puzzle/solution: id.
Answerable<std::string> solution_reply(const std::string& body, const PuzzleTools& tools,
                                       const StopToken& stop);
// Of /api/puzzle/rate: id, solved, rating, deviation, volatility.
Answerable<std::string> rate_reply(const std::string& body, PuzzleShelf& shelf);
// Of /api/puzzles/sheet: ids, title.
Answerable<std::string> sheet_reply(const std::string& body, PuzzleShelf& shelf);

}  // namespace inarow::service
