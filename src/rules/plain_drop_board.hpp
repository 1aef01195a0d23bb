#pragma once

// The reference board of drop games: arrays and loops straight from the rules, no tricks. Tests
// compare the bitboards with it, and it is the board of games of infinite height.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "rules/game_spec.hpp"

namespace inarow {

class PlainDropBoard {
 public:
  explicit PlainDropBoard(const DropSpec& spec);

  const DropSpec& spec() const { return spec_; }
  int plies() const { return static_cast<int>(played_.size()); }
  Player to_move() const { return plies() % 2 == 0 ? Player::first : Player::second; }
  Outcome outcome() const { return outcome_; }
  int height_of(Column c) const { return heights_[static_cast<std::size_t>(c.index)]; }
  std::optional<Player> at(Cell cell) const;

  // A stone can be dropped: the column exists and is not full. (Whether the game is over is told by
  // `outcome`.)
  bool can_play(Column c) const;
  void play(Column c);
  void undo();

  // k different cells of `player` in a line that contains `cell`.
  bool has_line_through(Cell cell, Player player) const;

 private:
  enum class Holder : std::uint8_t { nobody, first, second };
  static Holder holder(Player player) {
    return player == Player::first ? Holder::first : Holder::second;
  }
  std::size_t index_of(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(spec_.width) +
           static_cast<std::size_t>(x);
  }
  Holder held(int x, int y) const;
  Holder& place(int x, int y);
  int run(Cell from, Holder holder, int dx, int dy, int limit) const;

  DropSpec spec_;
  std::vector<int> heights_;     // by column
  std::vector<Holder> holders_;  // of the cells, row by row, as many rows as were ever used
  std::vector<Column> played_;
  Outcome outcome_ = Outcome::undecided;
};

}  // namespace inarow
