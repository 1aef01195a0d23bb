#pragma once

// The exact solver of Maker-Breaker games on small boards. What it can prove: exact, "drawn"
// (Breaker can prevent every line) as well as "Maker wins".
//
//   MBBoard(B, p)   (Definition 1) Maker places p' <= p stones, Breaker answers with p' or fewer;
//                   Maker wins by occupying a line.
//   MBBoardX(B, b)  (Definition 2) Every line has an exclusive square on which only Breaker may
//                   play. Maker places any number p' of stones, Breaker answers with p' or fewer;
//                   Maker wins if, when he is to move, a line without Breaker's stone contains more
//                   than b of his.
//
// A position is what matters of it: the lines without Breaker's stones (*active*) and Maker's
// stones on them. Two facts save most of the work:
//
//   * A further stone never hurts its owner. So a player need not play on x if all active lines
//     through x also go through another empty cell y (exchange the roles of x and y in what
//     follows), nor Breaker play fewer stones than he may.
//   * A line whose empty cells contain all empty cells of another active line need not be watched.

#include <array>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "base/stop.hpp"
#include "search/maker_breaker/line_board.hpp"

namespace inarow::maker_breaker {

struct Rules {
  int stones = 1;          // Maker's most stones a move: p, or all cells
  bool exclusive = false;  // Definition 2
  int bound = 0;           // b of Definition 2
};

inline Rules definition_1(int p) { return {p, false, 0}; }
inline Rules definition_2(int b) { return {max_cells, true, b}; }

// Maker to move.
struct Position {
  CellSet maker = 0;         // his stones
  std::uint64_t active = 0;  // the lines without stones of Breaker
  friend auto operator<=>(const Position&, const Position&) = default;
};

struct PositionHash {
  std::size_t operator()(const Position& p) const;
};

// Breaker's answer: cells, and (Definition 2) lines whose exclusive squares he takes.
struct BreakerMove {
  CellSet cells = 0;
  std::uint64_t exclusive = 0;
};

enum class MakerBreakerValue : std::uint8_t { drawn, maker_wins, unknown };

class MakerBreakerSolver {
 public:
  MakerBreakerSolver(const LineBoard& board, const Rules& rules, const StopToken& stop);

  Position start() const;
  MakerBreakerValue solve(const Position& position);

  // An answer that keeps the game drawn after Maker's move `stones` in a position that is drawn.
  // Any move, not only those that the search looks at.
  std::optional<BreakerMove> answer(const Position& position, CellSet stones);

  // The position after a move of both.
  Position after(const Position& position, CellSet stones, const BreakerMove& move) const;

  // Line i of Position::active: the board's lines in increasing order, without repetitions.
  CellSet line(int i) const { return board_.lines[static_cast<std::size_t>(i)]; }
  std::uint64_t positions() const { return table_.size(); }  // in the table
  std::uint64_t nodes() const { return nodes_; }             // positions whose moves were searched
  std::size_t symmetries() const { return symmetries_.size(); }
  // From now on nothing stops it, and the token may go: what is left to search is small.
  void forget_stop() { stop_ = nullptr; }
  void limit_positions(std::uint64_t most) { most_positions_ = most; }
  // Breaker looks at his best cells only: faster, and then only "drawn" is proved.
  void limit_breaker_cells(int most) { most_cells_ = most; }

 private:
  // By cell, the empty cells that are at least as good.
  using BetterCells = std::array<CellSet, max_cells>;

  struct Symmetry {
    std::vector<int> cells;
    std::vector<int> lines;
  };

  bool holds(Position position);
  bool answerable(const Position& position, CellSet stones, int count, BreakerMove* move);
  bool place(const Position& position, CellSet stones, int left, BreakerMove& move);
  bool every_move(const Position& position, const BetterCells& better, CellSet chosen, int from,
                  int left);
  Position reduced(Position position) const;
  Position canonical(const Position& position) const;
  CellSet empty_of(std::size_t line, CellSet maker) const { return board_.lines[line] & ~maker; }
  bool lost_at_once(const Position& position) const;
  bool must_block(std::size_t line, CellSet maker) const;

  LineBoard board_;
  Rules rules_;
  const StopToken* stop_;               // null: never
  std::vector<std::uint64_t> through_;  // lines by cell
  std::vector<Symmetry> symmetries_;
  std::unordered_map<Position, bool, PositionHash> table_;
  std::uint64_t nodes_ = 0;
  std::uint64_t most_positions_ = 50'000'000;
  int most_cells_ = max_cells;
  bool stopped_ = false;
};

}  // namespace inarow::maker_breaker
