#pragma once

// Positions as other programs set them up: any stones of both players, whether or not a game leads
// there, and rows of stones by either rule.
//
//   Rows rows(BoardSize{15, 15}, stones);
//   rows.completes({7, 7}, Player::first, {5, true})      a stone there makes five, not six
//
//   set_up_game(spec, stones, Player::second)             a Game in which the second player moves

#include <optional>
#include <vector>

#include "rules/game.hpp"

namespace inarow::protocol {

struct RowRule {
  int k = 5;
  bool exactly = false;  // longer rows do not count
};

// The stones of a finite board, by cell.
class Rows {
 public:
  Rows(BoardSize size, const std::vector<Stone>& stones);

  bool contains(Cell cell) const {
    return cell.x >= 0 && cell.x < size_.columns && cell.y >= 0 && cell.y < size_.rows;
  }
  std::optional<Player> at(Cell cell) const;
  void put(Cell cell, Player player);

  // The longest row and the rows by the rule through the cell, as if the player had a stone there.
  int longest(Cell cell, Player player) const;
  bool completes(Cell cell, Player player, RowRule rule) const;
  // Who has such a row on the board; the first player if both have.
  std::optional<Player> owner(RowRule rule) const;

  std::vector<Cell> empty_cells() const;

 private:
  std::size_t index(Cell cell) const {
    return static_cast<std::size_t>(cell.y) * static_cast<std::size_t>(size_.columns) +
           static_cast<std::size_t>(cell.x);
  }
  int length(Cell cell, Player player, Cell step) const;

  BoardSize size_;
  std::vector<std::optional<Player>> cells_;
};

// A game with these stones in which `to_move` is to move. Moves that alternating play would need
// and that the stones do not make up have null stones. Refused if it ends on the way: when a row is
// complete, or the board is full.
Result<Game> set_up_game(const GameSpec& spec, const std::vector<Stone>& stones, Player to_move);

}  // namespace inarow::protocol
