#pragma once

// Sets of squares of a drop game as bits of a word of 64 or 128 bits, for any size, any k, flat or
// cylinder.
//
// Proves nothing by itself; everything here is exact arithmetic on sets of squares.
//
// Layout (Tromp 2008, section 2.1): bit(x, y) = x * (height + 1) + y, both from 0, row 0 at the
// bottom. The spare bit on top of each column is never a square; on 7x6:
//
//      6 13 20 27 34 41 48      <- spare row: always 0 in a set of squares
//      5 12 19 26 33 40 47
//      4 11 18 25 32 39 46
//      3 10 17 24 31 38 45
//      2  9 16 23 30 37 44
//      1  8 15 22 29 36 43
//      0  7 14 21 28 35 42
//
// A line runs in one of four directions, given by the distance of neighbouring bits:
// 1 (vertical), height + 1 (horizontal), height + 2 and height (the diagonals). A step over the
// top or the bottom of the board lands on a spare bit, a step over the right edge of a flat board
// lands beyond the last column, so a set of squares never appears to continue over an edge. On a
// cylinder "beyond the last column" is the first column: shifts become rotations of
// width * (height + 1) bits.
//
// FixedDropGeometry has everything at compile time; DropGeometry takes the numbers at run time.
// Both offer the same members, so what uses them is written once.

#include "base/bits.hpp"
#include "base/expects.hpp"
#include "rules/game_spec.hpp"

namespace inarow {

namespace drop_geometry_detail {

// One bit in row `row` of each column.
template <class Word>
constexpr Word row_mask(int width, int height, int row) {
  Word mask = 0;
  for (int x = 0; x < width; ++x) mask |= Word{1} << (x * (height + 1) + row);
  return mask;
}

// The rows height-1, height-3, ...
template <class Word>
constexpr Word top_parity_mask(int width, int height) {
  Word mask = 0;
  for (int y = height - 1; y >= 0; y -= 2) mask |= row_mask<Word>(width, height, y);
  return mask;
}

}  // namespace drop_geometry_detail

// What both geometries share. `Self` offers width(), height(), k(), cylinder(), bottom(), board(),
// top_parity() and whether all that is known at compile time, fixed().
template <class Self, class WordType>
class DropGeometryBase {
 public:
  using Word = WordType;

  constexpr int cells() const { return self().width() * self().height(); }
  constexpr int stride() const { return self().height() + 1; }  // from column to column
  constexpr int bits() const { return self().width() * stride(); }

  constexpr Word bit(Cell cell) const { return Word{1} << (cell.x * stride() + cell.y); }
  constexpr Cell cell(int bit_index) const {
    return Cell{bit_index / stride(), bit_index % stride()};
  }
  constexpr Word column(Column c) const {
    return low_bits<Word>(self().height()) << (c.index * stride());
  }
  constexpr Word top_row() const { return self().bottom() << (self().height() - 1); }
  constexpr Word spare() const { return self().bottom() << self().height(); }
  constexpr Word all_bits() const { return self().board() | spare(); }
  // The squares at odd distance from the top of their column; top_parity() has those at even
  // distance.
  constexpr Word low_parity() const { return self().board() & ~self().top_parity(); }

  // The squares where a stone can be dropped now; the one in a column, or 0 if it is full.
  constexpr Word playable(Word occupied) const {
    return (occupied + self().bottom()) & self().board();
  }
  constexpr Word landing(Word occupied, Column c) const {
    return (occupied + bit(Cell{c.index, 0})) & column(c);
  }
  // The highest stone of a column; 0 if it is empty.
  constexpr Word highest(Word occupied, Column c) const {
    return (((occupied & column(c)) + bit(Cell{c.index, 0})) >> 1) & column(c);
  }

  // Each square moves `distance` bits up / down (towards higher / lower bits); bits that leave a
  // flat board are lost or land outside board(), on a cylinder they come back on the other side.
  constexpr Word up(Word set, int distance) const {
    if (!self().cylinder()) return distance < word_bits<Word> ? set << distance : 0;
    const int d = wrapped(distance);
    if (d == 0) return set;
    return ((set << d) | (set >> (bits() - d))) & all_bits();
  }
  constexpr Word down(Word set, int distance) const {
    if (!self().cylinder()) return distance < word_bits<Word> ? set >> distance : 0;
    const int d = wrapped(distance);
    if (d == 0) return set;
    return ((set >> d) | (set << (bits() - d))) & all_bits();
  }

  // The board seen from behind: column x becomes width - 1 - x.
  constexpr Word mirror(Word set) const {
    Word result = 0;
    for (int x = 0; x < self().width(); ++x) {
      result = (result << stride()) | ((set >> (x * stride())) & low_bits<Word>(stride()));
    }
    return result;
  }
  // The cylinder turned: column x becomes x - 1, column 0 becomes the last.
  constexpr Word rotate(Word set) const { return down(set, stride()); }
  // The least of the images under the symmetries of the board, of a code that keeps to its columns.
  constexpr Word least_image(Word code) const {
    Word image = mirror(code);
    Word least = code < image ? code : image;
    for (int turn = 1; self().cylinder() && turn < self().width(); ++turn) {
      code = rotate(code);
      image = rotate(image);
      if (code < least) least = code;
      if (image < least) least = image;
    }
    return least;
  }

  // The squares strictly above the lowest bit of `marks` in each column (nothing in a column
  // without marks). Proof: with the spare bit added each column is a number v > 0, and
  // v ^ (v - 1) is its lowest bit and everything below; subtracting bottom() subtracts 1 in each
  // column without a borrow.
  constexpr Word above_lowest(Word marks) const {
    const Word x = marks | spare();
    return self().board() & ~(x ^ (x - self().bottom()));
  }

  // A line must consist of distinct squares: horizontal lines of a cylinder narrower than k do not
  // exist. (Diagonal ones climb, so their squares are always distinct.)
  constexpr bool has_horizontal_lines() const {
    return !self().cylinder() || self().width() >= self().k();
  }

  // The first squares of the lines in direction `d` that lie in `set`, by doubling: after a step,
  // bit x of `run` means that the `length` squares x, x+d, ... are all in the set.
  constexpr Word line_starts(Word set, int d) const {
    Word run = set;
    int length = 1;
    while (length < self().k()) {
      const int step = length <= self().k() - length ? length : self().k() - length;
      run &= down(run, step * d);
      length += step;
    }
    return run;
  }

  // Whether `set` contains a whole line.
  constexpr bool has_line(Word set) const {
    const int h = self().height();
    return line_starts(set, 1) != 0 || line_starts(set, h) != 0 || line_starts(set, h + 2) != 0 ||
           (has_horizontal_lines() && line_starts(set, h + 1) != 0);
  }

 private:
  constexpr int wrapped(int distance) const {
    if (Self::fixed()) return distance % bits();
    while (distance >= bits()) distance -= bits();  // rarely once, cheaper than dividing
    return distance;
  }
  constexpr const Self& self() const { return static_cast<const Self&>(*this); }
};

template <class WordType, int kWidth, int kHeight, int kLine = 4, bool kCylinder = false>
class FixedDropGeometry
    : public DropGeometryBase<FixedDropGeometry<WordType, kWidth, kHeight, kLine, kCylinder>,
                              WordType> {
 public:
  using Word = WordType;
  static_assert(kWidth >= 1 && kHeight >= 1 && kLine >= 2);
  static_assert(kWidth * (kHeight + 1) <= word_bits<Word>);
  static constexpr int max_width = kWidth;
  static constexpr int max_bits = kWidth * (kHeight + 1);
  static constexpr int max_cells = kWidth * kHeight;

  static constexpr bool fixed() { return true; }
  static constexpr int width() { return kWidth; }
  static constexpr int height() { return kHeight; }
  static constexpr int k() { return kLine; }
  static constexpr bool cylinder() { return kCylinder; }
  static constexpr Word bottom() { return bottom_; }
  static constexpr Word board() { return board_; }
  static constexpr Word top_parity() { return top_parity_; }

 private:
  static constexpr Word bottom_ = drop_geometry_detail::row_mask<Word>(kWidth, kHeight, 0);
  static constexpr Word board_ = bottom_ * low_bits<Word>(kHeight);
  static constexpr Word top_parity_ = drop_geometry_detail::top_parity_mask<Word>(kWidth, kHeight);
};

template <class WordType>
class DropGeometry : public DropGeometryBase<DropGeometry<WordType>, WordType> {
 public:
  using Word = WordType;
  static constexpr int max_width = word_bits<Word> / 2;
  static constexpr int max_bits = word_bits<Word>;
  static constexpr int max_cells = word_bits<Word> - 1;

  // The height must be finite.
  explicit DropGeometry(const DropSpec& spec)
      : width_(spec.width), height_(*spec.height), k_(spec.k), cylinder_(spec.cylinder) {
    EXPECTS(spec.bits() <= word_bits<Word>);
    bottom_ = drop_geometry_detail::row_mask<Word>(width_, height_, 0);
    board_ = bottom_ * low_bits<Word>(height_);
    top_parity_ = drop_geometry_detail::top_parity_mask<Word>(width_, height_);
  }

  static constexpr bool fixed() { return false; }
  int width() const { return width_; }
  int height() const { return height_; }
  int k() const { return k_; }
  bool cylinder() const { return cylinder_; }
  Word bottom() const { return bottom_; }          // row 0
  Word board() const { return board_; }            // every square, without the spare row
  Word top_parity() const { return top_parity_; }  // at even distance from the top of the column

 private:
  int width_;
  int height_;
  int k_;
  bool cylinder_;
  Word bottom_;
  Word board_;
  Word top_parity_;
};

}  // namespace inarow
