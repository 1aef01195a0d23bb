#pragma once

// The board of a drop game, its lines and a position on it.
//
// A set of squares is a word in which square (x, y), both from 0 at the bottom left, is bit
// x * (height + 1) + y; the bit above each column is never used by a stone.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace check {

__extension__ typedef unsigned __int128 Word;

inline constexpr int max_bits = 128;  // width * (height + 1)
inline constexpr int max_width = 64;

class Board {
 public:
  // Reads the canonical text of a game, drop:WxH[:kN][:cyl]; throws Unreadable.
  explicit Board(const std::string& game);

  int width() const { return width_; }
  int height() const { return height_; }
  int k() const { return k_; }
  bool cylinder() const { return cylinder_; }
  int cells() const { return width_ * height_; }

  Word bit(int x, int y) const { return Word{1} << (x * (height_ + 1) + y); }
  const std::vector<Word>& lines() const { return lines_; }
  // The lines through a square.
  const std::vector<Word>& lines_through(int x, int y) const {
    return through_[static_cast<std::size_t>(x * height_ + y)];
  }
  // The k squares from (x, y) in direction 0 up, 1 right, 2 right and up, 3 right and down; 0 if
  // they do not fit or are not k different ones.
  Word line_from(int x, int y, int direction) const;

  // The smallest of the codes that the board's symmetries make of this one: the mirror image and,
  // on a cylinder, all turns.
  Word canonical(Word code) const;

  std::string square_name(int x, int y) const;

 private:
  int width_ = 0;
  int height_ = 0;
  int k_ = 4;
  bool cylinder_ = false;
  std::vector<Word> lines_;
  std::vector<std::vector<Word>> through_;
};

// Players are 0 (who begins) and 1. The game may not be over.
class Position {
 public:
  explicit Position(const Board& board) : board_(&board) {}

  const Board& board() const { return *board_; }
  int stones() const { return count_; }
  int to_move() const { return count_ % 2; }
  Word of(int player) const { return stones_[static_cast<std::size_t>(player)]; }
  Word all() const { return stones_[0] | stones_[1]; }
  int height_of(int column) const { return heights_[static_cast<std::size_t>(column)]; }
  bool can_play(int column) const { return height_of(column) < board_->height(); }
  // Whether `player` would complete a line by his stone in the column, which has room.
  bool wins_with(int player, int column) const;
  bool can_win_now(int player) const;
  // Pons's score of the player to move if he wins with his next stone.
  int score_of_next() const { return (board_->cells() + 1 - count_) / 2; }

  void play(int column);
  void undo(int column);

  // A number that no other position with the same player to move has: in each column the highest
  // 1 marks the height, and below it the 1s are stones of player 0.
  Word code() const;

 private:
  const Board* board_;
  std::array<Word, 2> stones_{};
  std::array<std::uint8_t, max_width> heights_{};
  int count_ = 0;
};

// "d1 d2 e1", from the start of the game.
std::string squares_of_moves(const Board& board, const std::vector<int>& columns);

}  // namespace check
