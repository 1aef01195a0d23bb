#pragma once

// What the nine rules need to know about a board: Allis's groups as bit sets, the groups through
// each square, the rows by parity. Built once for a board; everything on it is const.
//
// Squares are bits in Tromp's layout (rules/drop_geometry.hpp). Rows are counted from 1 as Allis
// does, so the even rows are those of odd y; the spare row on top keeps shifts by one inside the
// column.
//
// Two sizes are compiled: SmallBoard (64 bits, 128 groups: 7x6, 6x8, 7x8, 9x6 ...) and LargeBoard
// for everything else that fits into 128 bits.

#include <array>
#include <vector>

#include "base/bits.hpp"
#include "rules/drop_geometry.hpp"
#include "rules/game_spec.hpp"
#include "rules/lines.hpp"

namespace inarow::victor {

// A set of groups, by their numbers in LineTable.
template <int words>
struct GroupSet {
  std::array<Word64, words> bits{};

  static constexpr int capacity = words * 64;

  void insert(int group) { bits[index(group)] |= Word64{1} << (group % 64); }
  bool contains(int group) const { return (bits[index(group)] >> (group % 64) & 1) != 0; }
  bool empty() const {
    Word64 any = 0;
    for (const Word64 word : bits) any |= word;
    return any == 0;
  }
  int size() const {
    int sum = 0;
    for (const Word64 word : bits) sum += popcount(word);
    return sum;
  }
  bool is_subset_of(const GroupSet& other) const { return (*this - other).empty(); }
  bool intersects(const GroupSet& other) const { return !(*this & other).empty(); }

  friend GroupSet operator&(const GroupSet& a, const GroupSet& b) {
    GroupSet result;
    for (std::size_t i = 0; i < words; ++i) result.bits[i] = a.bits[i] & b.bits[i];
    return result;
  }
  friend GroupSet operator|(const GroupSet& a, const GroupSet& b) {
    GroupSet result;
    for (std::size_t i = 0; i < words; ++i) result.bits[i] = a.bits[i] | b.bits[i];
    return result;
  }
  friend GroupSet operator-(const GroupSet& a, const GroupSet& b) {
    GroupSet result;
    for (std::size_t i = 0; i < words; ++i) result.bits[i] = a.bits[i] & ~b.bits[i];
    return result;
  }
  GroupSet& operator|=(const GroupSet& other) { return *this = *this | other; }
  GroupSet& operator&=(const GroupSet& other) { return *this = *this & other; }
  GroupSet& operator-=(const GroupSet& other) { return *this = *this - other; }
  friend bool operator==(const GroupSet&, const GroupSet&) = default;

  template <class F>
  void for_each(F&& f) const {
    for (std::size_t i = 0; i < words; ++i) {
      for (Word64 rest = bits[i]; rest != 0; rest &= rest - 1) {
        f(static_cast<int>(i) * 64 + lowest_index(rest));
      }
    }
  }

 private:
  static std::size_t index(int group) { return static_cast<std::size_t>(group) / 64; }
};

// Calls f with each bit of the set, alone.
template <class Word, class F>
void for_each_square(Word squares, F&& f) {
  for (; squares != 0; squares &= squares - 1) f(lowest_bit(squares));
}

template <class WordType, int group_words>
class Board {
 public:
  using Word = WordType;
  using Groups = GroupSet<group_words>;

  // The height must be finite and the board must fit. The rules work on even heights only.
  explicit Board(const DropSpec& spec)
      : spec_(spec), geometry_(spec), table_(GameSpec(spec)), through_(word_bits<Word>) {
    EXPECTS(fits(spec));
    for (int x = 0; x < spec.width; ++x) {
      for (int y = 0; y < *spec.height; ++y) {
        const Word square = geometry_.bit(Cell{x, y});
        (y % 2 == 0 ? odd_rows_ : even_rows_) |= square;
        columns_[static_cast<std::size_t>(lowest_index(square))] = geometry_.column(Column{x});
      }
    }
    for (const std::vector<Cell>& line : table_.lines()) {
      const int group = static_cast<int>(masks_.size());
      Word mask = 0;
      for (const Cell cell : line) {
        mask |= geometry_.bit(cell);
        through_[static_cast<std::size_t>(lowest_index(geometry_.bit(cell)))].insert(group);
      }
      masks_.push_back(mask);
      all_groups_.insert(group);
    }
  }

  static bool fits(const DropSpec& spec) {
    return spec.height && spec.bits() <= word_bits<Word> &&
           static_cast<int>(LineTable(GameSpec(spec)).lines().size()) <= Groups::capacity;
  }

  const DropSpec& spec() const { return spec_; }
  bool even_height() const { return *spec_.height % 2 == 0; }
  const DropGeometry<Word>& geometry() const { return geometry_; }
  Word squares() const { return geometry_.board(); }
  Word odd_rows() const { return odd_rows_; }
  Word even_rows() const { return even_rows_; }
  Word top_row() const { return geometry_.top_row(); }

  int group_count() const { return static_cast<int>(masks_.size()); }
  Word group(int number) const { return masks_[static_cast<std::size_t>(number)]; }
  const std::vector<Cell>& group_cells(int number) const {
    return table_.lines()[static_cast<std::size_t>(number)];
  }
  const Groups& all_groups() const { return all_groups_; }
  // The groups that contain the square.
  const Groups& through(Word square) const {
    return through_[static_cast<std::size_t>(lowest_index(square))];
  }
  // The groups that contain at least one of the squares.
  Groups touching(Word set) const {
    Groups result;
    for_each_square(set, [&](Word square) { result |= through(square); });
    return result;
  }

  Cell cell(Word square) const { return geometry_.cell(lowest_index(square)); }
  Word column_of(Word square) const {
    return columns_[static_cast<std::size_t>(lowest_index(square))];
  }
  // The squares of its column above or below a square.
  Word above(Word square) const {
    return column_of(square) & static_cast<Word>(~(square | (square - 1)));
  }
  Word below(Word square) const { return column_of(square) & (square - 1); }

  // The squares on which a stone may fall.
  Word landing_squares(Word stones) const { return geometry_.playable(stones); }

 private:
  DropSpec spec_;
  DropGeometry<Word> geometry_;
  LineTable table_;
  std::vector<Word> masks_;
  std::vector<Groups> through_;
  Groups all_groups_;
  std::array<Word, word_bits<Word>> columns_{};  // of each square
  Word odd_rows_ = 0;
  Word even_rows_ = 0;
};

using SmallBoard = Board<Word64, 2>;
using LargeBoard = Board<Word128, 8>;

}  // namespace inarow::victor

// Compiles a template for both boards: each rule's file ends with it.
// NOLINTBEGIN(bugprone-macro-parentheses): the argument is the name of a function template
#define INAROW_VICTOR_INSTANTIATE(function)                                                    \
  template void function<SmallBoard>(const Situation<SmallBoard>&, SolutionList<SmallBoard>&); \
  template void function<LargeBoard>(const Situation<LargeBoard>&, SolutionList<LargeBoard>&)
// NOLINTEND(bugprone-macro-parentheses)
