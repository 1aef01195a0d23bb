#pragma once

// Bitboards of drop games in Tromp's layout, on 64 or 128 bits, for any size, any k, flat or
// cylinder.
//
//   bit(x, y) = x * (height + 1) + y, with a spare row on top that never holds a stone; on 7x6:
//
//      6 13 20 27 34 41 48      <- spare row: always 0 in a set of stones
//      5 12 19 26 33 40 47
//      4 11 18 25 32 39 46
//      3 10 17 24 31 38 45
//      2  9 16 23 30 37 44
//      1  8 15 22 29 36 43
//      0  7 14 21 28 35 42
//
// The spare row separates the columns: a diagonal or vertical run that would leave the board meets
// a 0 there. Hence on a flat board the four directions are plain shifts. On a cylinder, a step to
// the next column is a rotation of the word by one column.

#include <algorithm>

#include "base/bits.hpp"
#include "base/expects.hpp"
#include "rules/game_spec.hpp"

namespace inarow {

// The constants of one board and the operations on sets of squares.
template <class Word>
class DropGeometry {
 public:
  explicit DropGeometry(const DropSpec& spec)
      : width_(spec.width), height_(*spec.height), k_(spec.k), cylinder_(spec.cylinder) {
    EXPECTS(spec.bits() <= word_bits<Word>);
    for (int x = 0; x < width_; ++x) bottom_ |= Word{1} << (x * (height_ + 1));
    board_ = static_cast<Word>(bottom_ * low_bits<Word>(height_));
  }

  int width() const { return width_; }
  int height() const { return height_; }
  int k() const { return k_; }
  bool cylinder() const { return cylinder_; }
  int cells() const { return width_ * height_; }

  Word bottom() const { return bottom_; }  // row 0
  Word board() const { return board_; }    // every square, without the spare row
  Word bit(Cell cell) const { return Word{1} << (cell.x * (height_ + 1) + cell.y); }
  Word column(Column c) const { return low_bits<Word>(height_) << (c.index * (height_ + 1)); }
  Cell cell(int bit_index) const {
    return Cell{bit_index / (height_ + 1), bit_index % (height_ + 1)};
  }

  // True if `stones` (no bit in the spare row) contains k squares in a line. On a cylinder the k
  // squares must be different, so there is no horizontal line if the board is narrower than k; in
  // the other directions the rows differ and so do the squares.
  bool has_line(Word stones) const {
    if (!cylinder_) {
      return has_run(stones, 1) || has_run(stones, height_) || has_run(stones, height_ + 1) ||
             has_run(stones, height_ + 2);
    }
    return has_run(stones, 1) || (k_ <= width_ && has_wrapped_run(stones, 0)) ||
           has_wrapped_run(stones, 1) || has_wrapped_run(stones, -1);
  }

  // The board seen from behind: column x becomes width - 1 - x.
  Word mirror(Word w) const {
    Word result = 0;
    for (int x = 0; x < width_; ++x) {
      result |= column_bits(w, x) << ((width_ - 1 - x) * (height_ + 1));
    }
    return result;
  }

  // The cylinder turned: column x becomes x - 1, column 0 becomes the last.
  Word rotate(Word w) const {
    return static_cast<Word>((w >> (height_ + 1)) | (column_bits(w, 0) << last_column()));
  }

 private:
  int last_column() const { return (width_ - 1) * (height_ + 1); }
  Word column_bits(Word w, int x) const {
    return (w >> (x * (height_ + 1))) & low_bits<Word>(height_ + 1);
  }

  bool has_run(Word stones, int step) const {
    Word runs = stones;
    for (int i = 1; i < k_ && runs != 0; ++i) {
      if (step * i >= word_bits<Word>) return false;
      runs &= stones >> (step * i);
    }
    return runs != 0;
  }

  // Runs that go one column to the right and `rise` rows up at each step, around the cylinder.
  bool has_wrapped_run(Word stones, int rise) const {
    Word runs = stones;
    Word shifted = stones;
    for (int i = 1; i < k_ && runs != 0; ++i) {
      shifted = rotate(shifted);
      if (rise > 0) shifted >>= 1;
      if (rise < 0) shifted <<= 1;
      shifted &= board_;
      runs &= shifted;
    }
    return runs != 0;
  }

  int width_;
  int height_;
  int k_;
  bool cylinder_;
  Word bottom_ = 0;
  Word board_ = 0;
};

// A position: the stones of the player to move and all stones.
template <class Word>
class DropBoard {
 public:
  explicit DropBoard(const DropSpec& spec) : geometry_(spec) {}

  const DropGeometry<Word>& geometry() const { return geometry_; }
  int plies() const { return plies_; }
  Player to_move() const { return plies_ % 2 == 0 ? Player::first : Player::second; }
  Word own() const { return own_; }               // stones of the player to move
  Word opponents() const { return own_ ^ all_; }  // stones of the player who moved last
  Word all() const { return all_; }

  bool full() const { return all_ == geometry_.board(); }
  bool last_mover_won() const { return geometry_.has_line(opponents()); }

  bool can_play(Column c) const {
    return (all_ & top_bit(c)) == 0;  // the game's end is the caller's to know
  }

  // The square that a stone in the column falls on; the column must not be full.
  Word landing_bit(Column c) const {
    return (all_ + geometry_.bit(Cell{c.index, 0})) & geometry_.column(c);
  }

  void play(Column c) {
    EXPECTS(can_play(c));
    const Word bit = landing_bit(c);
    own_ ^= all_;
    all_ |= bit;
    ++plies_;
  }

  void undo(Column c) {
    const Word in_column = all_ & geometry_.column(c);
    EXPECTS(in_column != 0);
    const Word bottom = geometry_.bit(Cell{c.index, 0});
    const Word top = ((in_column + bottom) >> 1) & geometry_.column(c);
    all_ ^= top;
    own_ ^= all_;
    --plies_;
  }

  // Tromp's position code. In each column, stones + bottom is a 1 above the highest stone (the
  // skyline); adding the stones of the player to move below it keeps the sum under 2^(height + 1),
  // so no column carries into the next and the code determines the position.
  Word key() const { return own_ + all_ + geometry_.bottom(); }

  // The smallest key of the position's images under the symmetries of the board.
  Word canonical_key() const {
    Word best = key();
    Word own = own_;
    Word all = all_;
    for (int turn = 0; turn < (geometry_.cylinder() ? geometry_.width() : 1); ++turn) {
      const Word plain = own + all + geometry_.bottom();
      const Word mirrored = geometry_.mirror(own) + geometry_.mirror(all) + geometry_.bottom();
      best = std::min({best, plain, mirrored});
      own = geometry_.rotate(own);
      all = geometry_.rotate(all);
    }
    return best;
  }

 private:
  Word top_bit(Column c) const { return geometry_.bit(Cell{c.index, geometry_.height() - 1}); }

  DropGeometry<Word> geometry_;
  Word own_ = 0;
  Word all_ = 0;
  int plies_ = 0;
};

// Calls f with a DropBoard of the smallest word that holds the board.
template <class F>
auto with_drop_board(const DropSpec& spec, F&& f) {
  if (spec.bits() <= word_bits<Word64>) return f(DropBoard<Word64>(spec));
  return f(DropBoard<Word128>(spec));
}

}  // namespace inarow
