#include "proof/rule_leaf.hpp"

#include "base/expects.hpp"

namespace inarow {
namespace {

constexpr int max_solutions = 255;
constexpr int max_parts = 8;

constexpr int directions = 4;

int column_of(const DropSpec& spec, Word128 square) {
  return lowest_index(square) / (*spec.height + 1);
}
int row_of(const DropSpec& spec, Word128 square) {
  return lowest_index(square) % (*spec.height + 1);
}

// The squares of the group that begins there; 0 if it would leave the board.
Word128 line_from(const DropSpec& spec, Word128 start, int direction) {
  Word128 line = 0;
  for (int i = 0; i < spec.k; ++i) {
    int x = column_of(spec, start) + (direction == 0 ? 0 : i);
    const int y = row_of(spec, start) + (direction == 1 ? 0 : direction == 3 ? -i : i);
    if (spec.cylinder) x %= spec.width;
    if (x >= spec.width || y < 0 || y >= *spec.height) return 0;
    line |= Word128{1} << (x * (*spec.height + 1) + y);
  }
  return line;
}

// The first end and direction that give exactly these squares.
struct GroupPlace {
  Word128 start = 0;
  int direction = 0;
};
GroupPlace place_of(const DropSpec& spec, Word128 group) {
  for (Word128 rest = group; rest != 0; rest &= rest - 1) {
    for (int direction = 0; direction < directions; ++direction) {
      if (line_from(spec, lowest_bit(rest), direction) == group) {
        return {lowest_bit(rest), direction};
      }
    }
  }
  EXPECTS(false);  // a group lies in a row
  return {};
}

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
  // Each of the squares, by number.
  void put_squares(Word128 squares) {
    for (; squares != 0; squares &= squares - 1) {
      const Word128 square = lowest_bit(squares);
      put(column_of(spec_, square) * *spec_.height + row_of(spec_, square));
    }
  }
  // Those of the squares that have none of them above.
  void put_upper(Word128 squares) { put_squares(squares & ~(squares >> 1)); }

  void put_group(Word128 group) {
    const GroupPlace place = place_of(spec_, group);
    put_squares(place.start);
    put(place.direction);
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

class Decoder {
 public:
  Decoder(const DropSpec& spec, Word128 empty, std::string_view bytes)
      : spec_(spec), empty_(empty), bytes_(bytes) {}

  std::optional<DecodedLeaf> decode() {
    DecodedLeaf result;
    const int kind = next();
    if (kind > static_cast<int>(LeafKind::combination_with_base)) return std::nullopt;
    result.leaf.kind = static_cast<LeafKind>(kind);
    if (result.leaf.kind >= LeafKind::odd_threat) result.leaf.first_group = next_group();
    if (result.leaf.kind >= LeafKind::combination) result.leaf.second_group = next_group();
    const int solutions = next();
    for (int i = 0; i < solutions && good_; ++i) result.leaf.solutions.push_back(next_solution());
    if (!good_) return std::nullopt;
    result.bytes = at_;
    return result;
  }

 private:
  int next() {
    if (at_ == bytes_.size()) {
      good_ = false;
      return 0;
    }
    return static_cast<unsigned char>(bytes_[at_++]);
  }
  Word128 next_square() {
    const int number = next();
    if (number >= spec_.width * *spec_.height) {
      good_ = false;
      return 1;
    }
    return Word128{1} << (number / *spec_.height * (*spec_.height + 1) + number % *spec_.height);
  }
  Word128 next_group() {
    const Word128 start = next_square();
    const int direction = next();
    const Word128 group = direction < directions ? line_from(spec_, start, direction) : 0;
    if (group == 0) good_ = false;
    return group;
  }
  // The square and the one below it.
  Word128 pair_below(Word128 square) {
    if (row_of(spec_, square) == 0) good_ = false;
    return square | square >> 1;
  }
  Word128 pair_above(Word128 square) {
    if (row_of(spec_, square) + 1 == *spec_.height) good_ = false;
    return square | square << 1;
  }

  void add_parts(LeafSolution& s, int parts, Word128 playable) {
    int count = 0;
    for (Word128 rest = s.group & empty_; rest != 0; rest &= rest - 1, ++count) {
      const Word128 square = lowest_bit(rest);
      if (square == playable) continue;
      if (count < max_parts && (parts >> count & 1) != 0) {
        s.claimevens |= pair_below(square);
        s.squares |= pair_below(square);
      } else {
        s.squares |= pair_above(square);
      }
    }
  }

  LeafSolution next_solution() {
    LeafSolution s;
    const int rule = next();
    if (rule > static_cast<int>(LeafRule::specialbefore)) {
      good_ = false;
      return s;
    }
    s.rule = static_cast<LeafRule>(rule);
    switch (s.rule) {
      case LeafRule::claimeven:
        s.squares = s.claimevens = pair_below(next_square());
        break;
      case LeafRule::vertical:
        s.squares = pair_below(next_square());
        break;
      case LeafRule::lowinverse:
      case LeafRule::highinverse:
        for (int column = 0; column < 2; ++column) {
          const Word128 upper = next_square();
          s.squares |= pair_below(upper);
          if (s.rule == LeafRule::highinverse && good_) s.squares |= pair_below(upper >> 1);
        }
        break;
      case LeafRule::baseinverse:
        s.squares = next_square();
        s.squares |= next_square();
        break;
      case LeafRule::aftereven:
        s.group = next_group();
        for (Word128 rest = s.group & empty_; rest != 0; rest &= rest - 1) {
          s.claimevens |= pair_below(lowest_bit(rest));
        }
        s.squares = s.claimevens;
        break;
      case LeafRule::baseclaim:
        s.special = next_square();
        s.claimevens = pair_above(next_square());
        s.squares = s.special | s.claimevens;
        s.squares |= next_square();
        break;
      case LeafRule::before:
        s.group = next_group();
        add_parts(s, next(), 0);
        break;
      case LeafRule::specialbefore: {
        s.group = next_group();
        const int parts = next();
        const Word128 playable = next_square();
        s.special = playable | next_square();
        s.squares = s.special;
        add_parts(s, parts, playable);
        break;
      }
    }
    return s;
  }

  const DropSpec& spec_;
  Word128 empty_;
  std::string_view bytes_;
  std::size_t at_ = 0;
  bool good_ = true;
};

}  // namespace

std::optional<std::string> encode_rule_leaf(const DropSpec& spec, Word128 empty,
                                            const RuleLeaf& leaf) {
  return Encoder(spec, empty).encode(leaf);
}

std::optional<DecodedLeaf> decode_rule_leaf(const DropSpec& spec, Word128 empty,
                                            std::string_view bytes) {
  return Decoder(spec, empty, bytes).decode();
}

const char* name_of(LeafRule rule) {
  switch (rule) {
    case LeafRule::claimeven:
      return "claimeven";
    case LeafRule::baseinverse:
      return "baseinverse";
    case LeafRule::vertical:
      return "vertical";
    case LeafRule::aftereven:
      return "aftereven";
    case LeafRule::lowinverse:
      return "lowinverse";
    case LeafRule::highinverse:
      return "highinverse";
    case LeafRule::baseclaim:
      return "baseclaim";
    case LeafRule::before:
      return "before";
    case LeafRule::specialbefore:
      break;
  }
  return "specialbefore";
}

std::pair<Cell, Cell> group_ends(const DropSpec& spec, Word128 group) {
  const GroupPlace place = place_of(spec, group);
  const Cell start{column_of(spec, place.start), row_of(spec, place.start)};
  const int length = spec.k - 1;
  int x = start.x + (place.direction == 0 ? 0 : length);
  const int y = start.y + (place.direction == 1 ? 0 : place.direction == 3 ? -length : length);
  if (spec.cylinder) x %= spec.width;
  return {start, Cell{x, y}};
}

}  // namespace inarow
