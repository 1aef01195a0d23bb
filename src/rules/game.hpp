#pragma once

// Game: a game of either family in progress, with its moves and its rules: who moves, how many
// stones, what is legal and when it ends. Search uses the boards directly; everything that talks to
// people and files (notation, SGF, pictures, the command line) uses this.
//
//   Game game(*GameSpec::parse("tictactoe"));
//   game.play({Cell{1, 1}});
//   game.to_move();                       // Player::second
//   game.play({Cell{1, 1}}).error();      // move 2 (b2): the cell is taken
//
// A move of a placement game has exactly `stones_due()` stones, unless its stones complete a line:
// a winning move may leave out the stones it does not need. When fewer cells are left than the move
// has stones, it fills them. Null stones count as stones of the move.

#include <variant>
#include <vector>

#include "rules/placement_board.hpp"
#include "rules/plain_drop_board.hpp"

namespace inarow {

class Game {
 public:
  explicit Game(const GameSpec& spec);

  const GameSpec& spec() const { return spec_; }
  const MoveList& moves() const { return moves_; }
  Player to_move() const { return moves_.size() % 2 == 0 ? Player::first : Player::second; }
  Outcome outcome() const { return outcome_; }
  bool over() const { return outcome_ != Outcome::undecided; }
  std::optional<Player> at(Cell cell) const;
  int stone_count() const;
  std::vector<Stone> stones() const;  // sorted by cell

  // Stones that the next move must have: q at first, then p, or all empty cells if these are fewer.
  int stones_due() const;

  // The cell that a stone in the column of a drop game falls on; nothing if it is full.
  std::optional<Cell> landing_cell(Column c) const;

  // Plays a legal move; refuses any other with the move's number and the reason.
  Result<void> play(const Move& move);
  void undo();

  // Cells on which a single stone may be placed now, in order; of a finite board.
  std::vector<Cell> playable_cells() const;

 private:
  Result<void> play_drop(PlainDropBoard& board, const Move& move);
  Result<void> play_placement(PlacementBoard& board, const Move& move);
  tl::unexpected<Error> refuse(const Move& move, const std::string& reason) const;

  GameSpec spec_;
  std::variant<PlainDropBoard, PlacementBoard> board_;
  MoveList moves_;
  Outcome outcome_ = Outcome::undecided;
};

// Whether the moves have the same stones, in whatever order.
bool same_stones(Move a, Move b);

// Whether a move has stones that are not placed (`--`), which no exact search knows.
bool has_null_stones(const Game& game);

}  // namespace inarow
