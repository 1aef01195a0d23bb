#pragma once

// The exact value of small placement games: won, drawn or lost under best play.
//
// Exact: what it returns is proved. The value is found by two questions, "does this player win?",
// for either player; each is a depth-first search of single stones (the stones of a move are placed
// one after the other by the same player) with
//
//   * wins that the stones left in the move complete, and losses that they cannot stop;
//   * forced stones: if a move needs all its stones to stop the opponent's threats, only those that
//     do are tried;
//   * an end where no line is open to the player asked about, or where the potential of his lines
//     is so small that his opponent stops them all (line_counts.hpp);
//   * no stone on a cell that lies on nobody's open line while others are left: a stone elsewhere
//     is at least as good, as an own stone more never hurts (Nash's strategy-stealing argument;
//     Wu 2010, section III-A);
//   * a lossless table of facts, up to the symmetries of the board (position_table.hpp).
//
//   ExactSolver solver(*GameSpec::parse("tictactoe")->placement(), 64 << 20);
//   solver.value(Game(spec), nullptr).value       // GameValue::draw

#include <array>
#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/stop.hpp"
#include "rules/game.hpp"
#include "rules/observer.hpp"
#include "search/placement/line_counts.hpp"
#include "search/placement/position_table.hpp"

namespace inarow {

class ExactSolver {
 public:
  // Why the game is none for this solver, in words; nothing if it is.
  static std::optional<std::string> obstacle(const GameSpec& spec);

  // The game has no obstacle.
  ExactSolver(const PlacementSpec& spec, std::size_t table_bytes);

  struct Answer {
    std::optional<GameValue> value;  // nothing: stopped
    Move best;                       // keeps the value; empty if the game is over or on a stop
  };

  // The value of a game without null stones. `stop` may be null.
  Answer value(const Game& game, const StopToken* stop);

  // Whether `winner` wins; nothing if stopped.
  std::optional<bool> wins(const Game& game, Player winner, const StopToken* stop);

  // The value for the player to move if his next stone, the first of his move, goes to this empty
  // cell of a game that is not over; nothing if stopped.
  std::optional<GameValue> value_of_stone(const Game& game, Cell cell, const StopToken* stop);
  // The same of stones in which nobody has a line; their number says whose turn it is, also within
  // a move.
  std::optional<bool> wins(const StonePair& stones, Player winner, const StopToken* stop);

  // Who hears of nodes and of the stones being tried; may be null.
  void set_observer(Observer* observer) { observer_ = observer; }

  std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }

 private:
  // Who places the next stone, and how many of this move are left with it.
  struct Turn {
    Player player = Player::first;
    int left = 1;
    bool fresh = true;  // no stone of this move has been placed
  };
  Turn turn(int stones) const;

  void set_up(const Game& game);
  void set_up(const StonePair& stones);
  bool search(int stones);
  void tell_observer(int stones);
  bool expand(int stones, const Turn& turn);
  std::optional<bool> decided(const Turn& turn, Word64& moves);
  bool ask(int stones, Player winner);
  StonePair canonical() const;
  std::optional<int> best_stone(int stones, GameValue value, Player mover);

  PlacementSpec spec_;
  LineCounts board_;
  PositionTable table_;
  // images_[(s * 8 + byte) * 256 + bits]: where symmetry s puts these bits of the byte.
  std::vector<Word64> images_;
  std::size_t symmetry_count_ = 0;
  Player winner_ = Player::first;  // of the question
  const StopToken* stop_ = nullptr;
  Observer* observer_ = nullptr;
  bool stopped_ = false;
  int root_ = 0;                                     // stones of the position that is asked about
  std::array<std::int8_t, max_exact_cells> path_{};  // path_[n]: the stone after the first n
  std::atomic<std::uint64_t> nodes_{0};
};

}  // namespace inarow
