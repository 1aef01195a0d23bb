#include "rules.hpp"

#include <algorithm>
#include <bit>
#include <vector>

#include "refusal.hpp"

namespace check {
namespace {

constexpr int claimeven = 0, baseinverse = 1, vertical = 2, aftereven = 3, lowinverse = 4,
              highinverse = 5, baseclaim = 6, before = 7, specialbefore = 8, types = 9;

// Which solutions can be combined (Allis 1988, section 7.4): all conditions named must hold.
constexpr int disjoint = 1;         // condition 1
constexpr int no_even_below = 2;    // condition 2
constexpr int equal_or_apart = 4;   // condition 3
constexpr int inverse_columns = 8;  // condition 4, with disjoint
constexpr int d = disjoint, de = disjoint + no_even_below, e = equal_or_apart,
              ee = equal_or_apart + no_even_below, i = disjoint + inverse_columns;
constexpr int table[types][types] = {
    {d},
    {d, d},
    {d, d, d},
    {d, d, d, e},
    {de, d, d, de, i},
    {de, d, d, de, i, i},
    {d, d, d, d, de, de, d},
    {d, d, d, e, ee, de, d, e},
    {d, d, d, e, ee, de, d, e, e},
};

// A set of lines: those that have a square in common with each of these sets.
using Pattern = std::vector<Word>;

struct Solution {
  int type = claimeven;
  Word squares = 0;
  Word claimevens = 0;  // those of the squares that belong to a Claimeven
  Word special = 0;     // the two of a Specialbefore that nobody may share
  std::vector<Pattern> solves;
};

class Leaf {
 public:
  Leaf(const Position& position, int prover, Body& body)
      : position_(position), board_(position.board()), prover_(prover), body_(body) {
    for (int x = 0; x < board_.width(); ++x) {
      empty_ |= column(x) & ~position.all();
      if (position.can_play(x)) playable_ |= board_.bit(x, position.height_of(x));
      for (int y = 0; y < board_.height(); y += 2) odd_ |= board_.bit(x, y);
    }
  }

  int verify() {
    if (board_.height() % 2 != 0) throw Refuted("the rules need an even number of rows");
    const int kind = body_.next();
    if (kind > 4) throw Refuted("there is no kind " + std::to_string(kind));
    if ((kind < 2) != (prover_ == 1)) throw Refuted("the kind is the other player's");
    if (kind == 2) odd_threat();
    if (kind > 2) threat_combination(kind == 4);
    const int count = body_.next();
    for (int n = 0; n < count; ++n) {
      place_ = "solution " + std::to_string(n + 1);
      add(read_solution());
    }
    if (kind == 1 && std::none_of(solutions_.begin(), solutions_.end(),
                                  [](const Solution& s) { return s.type == aftereven; })) {
      throw Refuted("a win of the second player without Aftereven");
    }
    for (const Word line : board_.lines()) {
      if ((line & position_.of(prover_)) == 0 && !is_solved(line)) {
        std::string squares;
        for (Word rest = line; rest != 0; rest &= rest - 1) squares += ' ' + name(lowest(rest));
        throw Refuted("the group" + squares + " is not solved");
      }
    }
    return kind == 0 ? 0 : 1;
  }

 private:
  void require(bool condition, const char* what) const {
    if (!condition) throw Refuted(place_ + ": " + what);
  }
  Word column(int x) const {
    return (~Word{0} >> (max_bits - board_.height())) << (x * (board_.height() + 1));
  }
  // Single squares only.
  int index(Word square) const {
    const auto low = static_cast<std::uint64_t>(square);
    return low != 0 ? std::countr_zero(low)
                    : 64 + std::countr_zero(static_cast<std::uint64_t>(square >> 64));
  }
  static Word lowest(Word squares) { return squares & (~squares + 1); }
  int x_of(Word square) const { return index(square) / (board_.height() + 1); }
  int row_of(Word square) const { return index(square) % (board_.height() + 1) + 1; }
  bool even(Word square) const { return (square & odd_) == 0; }
  Word column_of(Word square) const { return column(x_of(square)); }
  Word above(Word square) const { return column_of(square) & ~(square | (square - 1)); }
  Word below(Word square) const { return column_of(square) & (square - 1); }
  std::string name(Word square) const {
    return board_.square_name(x_of(square), row_of(square) - 1);
  }

  Word read_square() {
    const int number = body_.next();
    require(number < board_.cells(), "there is no such square");
    return board_.bit(number / board_.height(), number % board_.height());
  }
  // An empty square outside the lever's columns, and so for all that a solution uses.
  Word usable(Word square) const {
    require((square & empty_) != 0, "a square is not empty");
    require((square & lever_columns_) == 0, "a square lies in a column of the lever");
    return square;
  }
  Word lower(Word square) const {  // the square below, usable
    require(row_of(square) > 1, "there is no square below");
    return usable(square >> 1);
  }
  Word read_playable() {
    const Word square = usable(read_square());
    require((square & playable_) != 0, "a square is not playable");
    return square;
  }

  // The empty squares of a group without stones of the opponent, by number.
  std::vector<Word> read_group() {
    const Word first = read_square();
    const int direction = body_.next();
    const Word line =
        direction < 4 ? board_.line_from(x_of(first), row_of(first) - 1, direction) : 0;
    require(line != 0, "there is no such group");
    require((line & position_.of(1 - prover_)) == 0, "the opponent has a stone in the group");
    require((line & empty_) != 0, "the group is complete");
    std::vector<Word> squares;
    for (Word rest = line & empty_; rest != 0; rest &= rest - 1) {
      squares.push_back(lowest(rest));
    }
    return squares;
  }

  // The opponent is to move and would take a playable square.
  void require_far_and_odd(Word square) const {
    require((square & playable_) == 0 && !even(square), "the threat is even or playable");
  }

  void odd_threat() {
    place_ = "odd threat";
    const std::vector<Word> missing = read_group();
    require(missing.size() == 1, "the group must lack one square");
    const Word t = missing[0];
    require_far_and_odd(t);
    lever_columns_ = column_of(t);
    lever_.push_back({t | above(t)});
    lever_.push_back({below(t) & empty_ & ~playable_ & odd_});
  }

  void threat_combination(bool base) {
    place_ = "threat combination";
    const std::vector<Word> a = read_group();
    const std::vector<Word> b = read_group();
    require(a.size() == 2 && b.size() == 2, "both groups must lack two squares");
    require(board_.height() <= 6, "threat combinations hold on boards of up to six rows");
    const Word x = (a[0] | a[1]) & (b[0] | b[1]);
    require(x == a[0] || x == a[1], "the groups must share one empty square");
    const Word y = (a[0] | a[1]) & ~x;
    const Word z = (b[0] | b[1]) & ~x;
    require_far_and_odd(x);
    require(!even(y) && x_of(x) != x_of(y), "the second square must be odd, in another column");
    require(x_of(y) == x_of(z), "the other two squares must lie in one column");
    const bool first_kind = row_of(z) == row_of(y) + 1;
    require(first_kind || row_of(z) + 1 == row_of(y), "they must be neighbours");
    const Word crossing = column_of(x);
    const Word other = column_of(y);
    lever_columns_ = crossing | other;
    const Word lowest_crossing = crossing & playable_;
    const Word lowest_other = other & playable_;
    const Word last = first_kind ? z : y;

    lever_.push_back({crossing & empty_ & ~playable_ & odd_});
    lever_.push_back({above(x), above(y)});
    if (first_kind) {
      lever_.push_back({x << 1 & crossing, y});
      if ((y & playable_) != 0) lever_.push_back({above(x) & ~(x << 1)});
      lever_.push_back({above(z) & ~odd_});
    }
    const bool limited = !first_kind && (z & playable_) != 0;
    require(!base || (!even(lowest_crossing) && (y & playable_) == 0 && !limited),
            "there is no base here");
    if (base) lever_.push_back({lowest_crossing, lowest_other});
    if (limited) return;
    for (Word u = base ? lowest_other << 1 : lowest_other; (u & below(last)) != 0; u <<= 2) {
      lever_.push_back({u, u << 1});
    }
  }

  static void add_vertical(Solution& s, Word x) {
    s.squares |= x | x << 1;
    s.solves.push_back({x, x << 1});
  }
  void add_claimeven(Solution& s, Word upper) const {
    require(even(usable(upper)), "the upper square of a Claimeven must be even");
    s.squares |= upper | lower(upper);
    s.claimevens |= upper | lower(upper);
    s.solves.push_back({upper});
  }

  // The parts of a Before or Specialbefore: bit n of the byte makes the part of the group's n-th
  // empty square a Claimeven. `playable` is the one that has no part, or 0. True if some part is
  // no Claimeven.
  bool add_parts(Solution& s, const std::vector<Word>& group, unsigned parts, Word playable) const {
    require(group.size() <= 8 && parts >> group.size() == 0, "there are not so many parts");
    Pattern successors;
    Word columns = 0;
    bool verticals = false;
    for (std::size_t n = 0; n < group.size(); ++n) {
      const Word square = usable(group[n]);
      require(row_of(square) < board_.height(), "an empty square lies in the top row");
      require((columns & square) == 0, "two empty squares lie in one column");
      columns |= column_of(square);
      successors.push_back(square << 1);
      const bool even_part = (parts >> n & 1) != 0;
      if (square == playable) {
        require(!even_part, "the playable square has no part");
      } else if (even_part) {
        add_claimeven(s, square);
      } else {
        add_vertical(s, square);
        verticals = true;
      }
    }
    if (playable != 0) {
      require((s.special & ~playable & columns) == 0,
              "the extra square must lie in a column of its own");
      successors.push_back(s.special & ~playable);
    }
    s.solves.push_back(successors);
    return verticals;
  }

  Solution read_solution() {
    Solution s;
    s.type = body_.next();
    switch (s.type) {
      case claimeven:
        add_claimeven(s, read_square());
        break;
      case baseinverse: {
        const Word x = read_playable();
        const Word y = read_playable();
        require(x != y, "the squares are the same");
        s.squares = x | y;
        s.solves = {{x, y}};
        break;
      }
      case vertical: {
        const Word upper = usable(read_square());
        require(!even(upper), "the upper square of a Vertical must be odd");
        add_vertical(s, lower(upper));
        break;
      }
      case aftereven: {
        Pattern after;
        for (const Word square : read_group()) {
          add_claimeven(s, square);
          after.push_back(above(square));
        }
        s.solves.push_back(after);
        break;
      }
      case lowinverse:
      case highinverse: {
        const bool high = s.type == highinverse;
        const Word x = usable(read_square());
        const Word y = usable(read_square());
        require(x_of(x) != x_of(y), "the columns are the same");
        require(even(x) == high && even(y) == high, "an upper square has the wrong parity");
        s.squares = x | y | lower(x) | lower(y);
        s.solves = {{x, y}, {x, lower(x)}, {y, lower(y)}};
        if (!high) break;
        const Word lowest_x = lower(lower(x));
        const Word lowest_y = lower(lower(y));
        s.squares |= lowest_x | lowest_y;
        s.solves.push_back({lower(x), lower(y)});
        if ((lowest_x & playable_) != 0) s.solves.push_back({lowest_x, y});
        if ((lowest_y & playable_) != 0) s.solves.push_back({lowest_y, x});
        break;
      }
      case baseclaim: {
        const Word x = read_playable();
        const Word y = read_playable();
        const Word z = read_playable();
        require(x != y && y != z && x != z, "squares are the same");
        require(!even(y) && row_of(y) < board_.height(), "the claimed square must be even");
        s.squares = x | y | y << 1 | z;
        s.claimevens = y | y << 1;
        s.solves = {{x, y << 1}, {y, z}};
        break;
      }
      case before: {
        const std::vector<Word> group = read_group();
        require(add_parts(s, group, body_.next(), 0), "a Before of Claimevens is an Aftereven");
        break;
      }
      case specialbefore: {
        const std::vector<Word> group = read_group();
        const unsigned parts = body_.next();
        const Word p = read_playable();
        const Word x = read_playable();
        require(std::find(group.begin(), group.end(), p) != group.end(),
                "the group lacks the playable square");
        require(x != p, "the squares are the same");
        s.special = p | x;
        s.squares = s.special;
        s.solves.push_back({p, x});
        add_parts(s, group, parts, p);
        break;
      }
      default:
        throw Refuted(place_ + ": there is no rule " + std::to_string(s.type));
    }
    return s;
  }

  // Whether every column has none of `a` and `b` in common, or the same squares of both.
  bool are_equal_or_apart(Word a, Word b) const {
    for (int x = 0; x < board_.width(); ++x) {
      if ((a & b & column(x)) != 0 && ((a ^ b) & column(x)) != 0) return false;
    }
    return true;
  }
  Word columns_of(Word squares) const {
    Word result = 0;
    for (int x = 0; x < board_.width(); ++x) {
      if ((squares & column(x)) != 0) result |= column(x);
    }
    return result;
  }

  void add(Solution solution) {
    for (std::size_t n = 0; n < solutions_.size(); ++n) {
      const Solution& a = solution.type >= solutions_[n].type ? solution : solutions_[n];
      const Solution& b = &a == &solution ? solutions_[n] : solution;
      const int conditions = table[a.type][b.type];
      bool good = true;
      if ((conditions & disjoint) != 0) good = good && (a.squares & b.squares) == 0;
      if ((conditions & equal_or_apart) != 0) {
        good = good && are_equal_or_apart(a.squares, b.squares) &&
               ((a.special & b.squares) | (b.special & a.squares)) == 0;
      }
      if ((conditions & inverse_columns) != 0) {
        const Word of_a = columns_of(a.squares);
        good = good && (of_a == columns_of(b.squares) || (of_a & b.squares) == 0);
      }
      if ((conditions & no_even_below) != 0) {
        const bool a_inverse = a.type == lowinverse || a.type == highinverse;
        const Word inverse = a_inverse ? a.squares : b.squares;
        const Word evens = a_inverse ? b.claimevens : a.claimevens;
        for (int x = 0; x < board_.width(); ++x) {
          const Word part = inverse & column(x);
          if (part != 0) good = good && (evens & column(x) & (lowest(part) - 1)) == 0;
        }
      }
      if (!good) {
        throw Refuted(place_ + ": cannot be combined with solution " + std::to_string(n + 1));
      }
    }
    solutions_.push_back(std::move(solution));
  }

  bool is_solved(Word line) const {
    const auto fits = [&](const Pattern& pattern) {
      return std::all_of(pattern.begin(), pattern.end(), [&](Word s) { return (line & s) != 0; });
    };
    return std::any_of(lever_.begin(), lever_.end(), fits) ||
           std::any_of(solutions_.begin(), solutions_.end(), [&](const Solution& s) {
             return std::any_of(s.solves.begin(), s.solves.end(), fits);
           });
  }

  const Position& position_;
  const Board& board_;
  int prover_;
  Body& body_;
  Word empty_ = 0;
  Word playable_ = 0;
  Word odd_ = 0;  // rows 1, 3, 5, ...
  Word lever_columns_ = 0;
  std::vector<Pattern> lever_;
  std::vector<Solution> solutions_;
  std::string place_;
};

}  // namespace

int verify_rule_leaf(const Position& position, int prover, Body& body) {
  return Leaf(position, prover, body).verify();
}

}  // namespace check
