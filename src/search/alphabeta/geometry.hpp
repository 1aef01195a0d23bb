#pragma once

// Board geometry of drop games as bitboards.
//
// Proves nothing by itself; everything here is exact arithmetic on sets of cells.
//
// Layout (Tromp 2008, section 2.1): the cell at column c and row r (both from 0, row 0 at the
// bottom) is bit c * (height + 1) + r. The spare bit on top of each column is never a cell:
//
//      6 13 20 27 34 41 48      <- spare row (7x6 shown)
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
// lands beyond the last column, so a set of cells never appears to continue over an edge. On a
// cylinder "beyond the last column" is the first column: shifts become rotations of
// width * (height + 1) bits.
//
// FixedGeometry has everything at compile time; RuntimeGeometry takes the numbers at run time.
// Both offer the same members, so the search is written once.

#include <stdexcept>

#include "base/bits.hpp"

namespace inarow {

namespace geometry_detail {

// One bit in row `row` of each column.
template <class Word>
constexpr Word row_mask(int width, int height, int row) {
  Word mask = 0;
  for (int c = 0; c < width; ++c) mask |= Word{1} << (c * (height + 1) + row);
  return mask;
}

// The rows height-1, height-3, ... (parity 0) or height-2, height-4, ... (parity 1).
template <class Word>
constexpr Word parity_mask(int width, int height, int parity) {
  Word mask = 0;
  for (int r = height - 1 - parity; r >= 0; r -= 2) mask |= row_mask<Word>(width, height, r);
  return mask;
}

template <class Word>
constexpr Word board_mask(int width, int height) {
  return parity_mask<Word>(width, height, 0) | parity_mask<Word>(width, height, 1);
}

}  // namespace geometry_detail

// What both geometries share. `Self` offers width(), height(), line_length(), cylinder() and the
// masks.
template <class Self, class WordType>
class GeometryBase {
 public:
  using Word = WordType;

  constexpr int cells() const { return self().width() * self().height(); }
  constexpr int stride() const { return self().height() + 1; }
  constexpr int bits() const { return self().width() * stride(); }
  constexpr Word column(int c) const { return self().first_column() << (c * stride()); }
  constexpr int column_of(int bit) const { return bit / stride(); }
  constexpr int row_of(int bit) const { return bit % stride(); }

  // The squares where a stone can be dropped now.
  constexpr Word playable(Word occupied) const {
    return (occupied + self().bottom()) & self().board();
  }

  // Each cell moves `distance` bits up / down (towards higher / lower bits); bits that leave a flat
  // board are lost or land outside board(), on a cylinder they come back on the other side.
  constexpr Word up(Word x, int distance) const {
    if (!self().cylinder()) return distance < word_bits<Word> ? x << distance : 0;
    const int d = self().fixed_shifts() ? distance % bits() : wrapped(distance);
    if (d == 0) return x;
    return ((x << d) | (x >> (bits() - d))) & self().all_bits();
  }
  constexpr Word down(Word x, int distance) const {
    if (!self().cylinder()) return distance < word_bits<Word> ? x >> distance : 0;
    const int d = self().fixed_shifts() ? distance % bits() : wrapped(distance);
    if (d == 0) return x;
    return ((x >> d) | (x << (bits() - d))) & self().all_bits();
  }

  // The squares strictly above the lowest bit of `marks` in each column (nothing in a column
  // without marks). Proof: with the spare bit added each column is a number v > 0, and
  // v ^ (v - 1) is its lowest bit and everything below; subtracting bottom() subtracts 1 in each
  // column without a borrow.
  constexpr Word above_lowest(Word marks) const {
    const Word x = marks | self().spare();
    return self().board() & ~(x ^ (x - self().bottom()));
  }

  // A line must consist of distinct cells: horizontal lines of a cylinder narrower than the line
  // length do not exist. (Diagonal ones climb, so their cells are always distinct.)
  constexpr bool has_horizontal_lines() const {
    return !self().cylinder() || self().width() >= self().line_length();
  }

  constexpr Word mirrored(Word x) const {
    Word result = 0;
    const Word one_column = self().first_column() | (self().first_column() << 1);
    for (int c = 0; c < self().width(); ++c) {
      result = (result << stride()) | ((x >> (c * stride())) & one_column);
    }
    return result;
  }

 private:
  constexpr int wrapped(int distance) const {
    while (distance >= bits()) distance -= bits();
    return distance;
  }
  constexpr const Self& self() const { return static_cast<const Self&>(*this); }
};

template <class WordType, int kWidth, int kHeight, int kLine = 4, bool kCylinder = false>
class FixedGeometry
    : public GeometryBase<FixedGeometry<WordType, kWidth, kHeight, kLine, kCylinder>, WordType> {
 public:
  using Word = WordType;
  static_assert(kWidth >= 1 && kHeight >= 1 && kLine >= 2);
  static_assert(kWidth * (kHeight + 1) <= word_bits<Word>);
  static constexpr int max_width = kWidth;
  static constexpr int max_key_bits = kWidth * (kHeight + 1);
  static constexpr int max_cells = kWidth * kHeight;

  static constexpr bool fixed_shifts() { return true; }
  static constexpr int width() { return kWidth; }
  static constexpr int height() { return kHeight; }
  static constexpr int line_length() { return kLine; }
  static constexpr bool cylinder() { return kCylinder; }
  static constexpr Word bottom() { return bottom_mask; }
  static constexpr Word board() { return the_board; }
  static constexpr Word spare() { return bottom_mask << kHeight; }
  static constexpr Word all_bits() { return the_board | spare(); }
  static constexpr Word first_column() { return low_bits<Word>(kHeight); }
  // Squares at even / odd distance from the top of their column.
  static constexpr Word top_parity() { return top_parity_mask; }
  static constexpr Word low_parity() { return the_board & ~top_parity_mask; }
  static constexpr Word top_row() { return bottom_mask << (kHeight - 1); }

 private:
  static constexpr Word bottom_mask = geometry_detail::row_mask<Word>(kWidth, kHeight, 0);
  static constexpr Word the_board = geometry_detail::board_mask<Word>(kWidth, kHeight);
  static constexpr Word top_parity_mask = geometry_detail::parity_mask<Word>(kWidth, kHeight, 0);
};

template <class WordType>
class RuntimeGeometry : public GeometryBase<RuntimeGeometry<WordType>, WordType> {
 public:
  using Word = WordType;
  static constexpr int max_width = word_bits<Word> / 2;
  static constexpr int max_key_bits = word_bits<Word>;
  static constexpr int max_cells = word_bits<Word> - 1;

  RuntimeGeometry(int width, int height, int line_length, bool cylinder)
      : width_(width), height_(height), line_length_(line_length), cylinder_(cylinder) {
    if (width < 1 || height < 1 || line_length < 2 || line_length >= word_bits<Word> ||
        width > max_width || height >= word_bits<Word> || width * (height + 1) > word_bits<Word>) {
      throw std::invalid_argument("RuntimeGeometry: the board does not fit into the word");
    }
    bottom_ = geometry_detail::row_mask<Word>(width, height, 0);
    board_ = geometry_detail::board_mask<Word>(width, height);
    top_parity_ = geometry_detail::parity_mask<Word>(width, height, 0);
  }

  static constexpr bool fixed_shifts() { return false; }
  int width() const { return width_; }
  int height() const { return height_; }
  int line_length() const { return line_length_; }
  bool cylinder() const { return cylinder_; }
  Word bottom() const { return bottom_; }
  Word board() const { return board_; }
  Word spare() const { return bottom_ << height_; }
  Word all_bits() const { return board_ | spare(); }
  Word first_column() const { return low_bits<Word>(height_); }
  Word top_parity() const { return top_parity_; }
  Word low_parity() const { return board_ & ~top_parity_; }
  Word top_row() const { return bottom_ << (height_ - 1); }

 private:
  int width_;
  int height_;
  int line_length_;
  bool cylinder_;
  Word bottom_;
  Word board_;
  Word top_parity_;
};

}  // namespace inarow
