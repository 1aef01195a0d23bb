#include "proof/rule_leaf.hpp"

#include "base/expects.hpp"

namespace inarow {
namespace {

constexpr int max_solutions = 255;
constexpr int max_parts = 8;

class Encoder {
 public:
  Encoder(const DropSpec& spec, Word128 empty) : spec_(spec), empty_(empty) {}

  std::optional<std::string> encode(const RuleLeaf& leaf) {
    if (leaf.solutions.size() > max_solutions) return std::nullopt;
    put(static_cast<int>(leaf.kind));
    if (leaf.kind >= LeafKind::odd_threat) put_group(leaf.first_group);
    if (leaf.kind >= LeafKind::combination) put_group(leaf.second_group);
    put(static_cast<int>(leaf.solutions.size()));
    for (const LeafSolution& solution : leaf.solutions) put_solution(solution);
    return fits_ ? std::optional(bytes_) : std::nullopt;
  }

 private:
  void put(int byte) { bytes_ += static_cast<char>(byte); }
  int column_of(Word128 square) const { return lowest_index(square) / (*spec_.height + 1); }
  int row_of(Word128 square) const { return lowest_index(square) % (*spec_.height + 1); }

  // Each of the squares, by number.
  void put_squares(Word128 squares) {
    for (; squares != 0; squares &= squares - 1) {
      const Word128 square = lowest_bit(squares);
      put(column_of(square) * *spec_.height + row_of(square));
    }
  }
  // Those of the squares that have none of them above.
  void put_upper(Word128 squares) { put_squares(squares & ~(squares >> 1)); }

  // The group's end and direction: the first that give exactly these squares.
  void put_group(Word128 group) {
    for (Word128 rest = group; rest != 0; rest &= rest - 1) {
      for (int direction = 0; direction < 4; ++direction) {
        if (line_from(lowest_bit(rest), direction) != group) continue;
        put_squares(lowest_bit(rest));
        put(direction);
        return;
      }
    }
    EXPECTS(false);  // a group lies in a row
  }
  Word128 line_from(Word128 start, int direction) const {
    Word128 line = 0;
    for (int i = 0; i < spec_.k; ++i) {
      int x = column_of(start) + (direction == 0 ? 0 : i);
      const int y = row_of(start) + (direction == 1 ? 0 : direction == 3 ? -i : i);
      if (spec_.cylinder) x %= spec_.width;
      if (x >= spec_.width || y < 0 || y >= *spec_.height) return 0;
      line |= Word128{1} << (x * (*spec_.height + 1) + y);
    }
    return line;
  }

  // A group's empty square lies in a Claimeven exactly if its part is one.
  void put_parts(const LeafSolution& s) {
    int bits = 0;
    int count = 0;
    for (Word128 rest = s.group & empty_; rest != 0; rest &= rest - 1, ++count) {
      if ((lowest_bit(rest) & s.claimevens) != 0) bits |= 1 << count;
    }
    if (count > max_parts) fits_ = false;
    put(bits & 255);
  }

  void put_solution(const LeafSolution& s) {
    put(static_cast<int>(s.rule));
    switch (s.rule) {
      case LeafRule::claimeven:
      case LeafRule::vertical:
      case LeafRule::lowinverse:
      case LeafRule::highinverse:
        put_upper(s.squares);
        break;
      case LeafRule::baseinverse:
        put_squares(s.squares);
        break;
      case LeafRule::aftereven:
        put_group(s.group);
        break;
      case LeafRule::baseclaim:
        put_squares(s.special);
        put_squares(lowest_bit(s.claimevens));
        put_squares(s.squares & ~s.special & ~s.claimevens);
        break;
      case LeafRule::before:
        put_group(s.group);
        put_parts(s);
        break;
      case LeafRule::specialbefore:
        put_group(s.group);
        put_parts(s);
        put_squares(s.special & s.group);
        put_squares(s.special & ~s.group);
        break;
    }
  }

  const DropSpec& spec_;
  Word128 empty_;
  std::string bytes_;
  bool fits_ = true;
};

}  // namespace

std::optional<std::string> encode_rule_leaf(const DropSpec& spec, Word128 empty,
                                            const RuleLeaf& leaf) {
  return Encoder(spec, empty).encode(leaf);
}

}  // namespace inarow
