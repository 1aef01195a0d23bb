#include "search/maker_breaker/band.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>
#include <set>

#include "base/expects.hpp"

namespace inarow::maker_breaker {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }
int floor_div(int a, int b) { return a >= 0 ? a / b : -((-a + b - 1) / b); }
int floor_mod(int a, int b) { return a - floor_div(a, b) * b; }

// Where a line of the band of width 2l + 1 or 2l + 2 belongs: a numbered square, or two of them.
struct Membership {
  int square = 0;
  bool shared = false;  // with the square before (a column) or after it (a row of the matrix)
  int index = 0;        // among the lines of the square that are not shared, in order
};

// The partition of a band into squares on its middle and what is left.
class Partition {
 public:
  Partition(int l, bool even) : l_(l), even_(even) {}

  int width() const { return 2 * l_ + (even_ ? 2 : 1); }
  // Rows and columns repeat after so many, and then two squares further.
  int period() const { return even_ ? 2 * l_ + 3 : 2 * l_ + 2; }
  int own_lines() const { return l_ + 1; }  // of a square that it shares with none

  // Matrix row X. Even width, one period: rows 0 .. l + 1 are those of square 2j, rows
  // l + 1 .. 2l + 2 those of square 2j + 1; row l + 1 is shared.
  Membership row(int x) const {
    if (!even_) return {floor_div(x, l_ + 1), false, floor_mod(x, l_ + 1)};
    const int j = floor_div(x, period());
    const int i = floor_mod(x, period());
    if (i <= l_) return {2 * j, false, i};
    if (i == l_ + 1) return {2 * j, true, 0};
    return {2 * j + 1, false, i - (l_ + 2)};
  }

  // Matrix column s. Even width: columns l .. 2l + 1 are those of square 2j, 2l + 2 .. 3l + 3 those
  // of square 2j + 1; the last is shared with square 2j + 2.
  Membership column(int s) const {
    if (!even_) return {floor_div(s - l_, l_ + 1), false, floor_mod(s - l_, l_ + 1)};
    const int j = floor_div(s - l_, period());
    const int i = floor_mod(s - l_, period());
    if (i == 0) return {2 * j, true, 0};
    if (i <= l_ + 1) return {2 * j, false, i - 1};
    return {2 * j + 1, false, i - (l_ + 2)};
  }

  // The square that the cell is in, if any.
  std::optional<int> square(int x, int s) const {
    const Membership r = row(x);
    const Membership c = column(s);
    for (const int a : {r.square, r.square + 1}) {
      if (a != r.square && !r.shared) continue;
      for (const int b : {c.square, c.square - 1}) {
        if (b != c.square && !c.shared) continue;
        if (a == b) return a;
      }
    }
    return std::nullopt;
  }

 private:
  int l_;
  bool even_;
};

// The place of a line among those of its half of the rest: rows of squares of one parity, columns
// of squares of the other.
int rank(const Membership& line, int parity, int own_lines) {
  return floor_div(line.square - parity, 2) * own_lines + line.index;
}

// Every line is whole (2l + 1 or 2l + 2 cells); it has cells in one square and l cells of a band of
// width l, or lies in two squares. The squares are full, or lack one cell if the width is even.
Result<void> check_partition(int l, bool even) {
  const Partition partition(l, even);
  const int width = partition.width();
  std::array<std::optional<int>, 2> offset;  // of the two bands that are left
  const auto check_line = [&](bool is_row, int number) -> Result<void> {
    std::set<int> squares;
    int rest = 0;
    for (int i = 0; i < width; ++i) {
      const int x = is_row ? number : number - i;
      const int s = is_row ? number + i : number;
      if (const std::optional<int> square = partition.square(x, s)) {
        squares.insert(*square);
        continue;
      }
      ++rest;
      const Membership r = partition.row(x);
      const Membership c = partition.column(s);
      const int half = floor_mod(r.square, 2);
      if (r.shared || c.shared || floor_mod(c.square, 2) == half) {
        return failure(fmt::format("cell ({}, {}) is in no square and in no band", x, s));
      }
      const int distance =
          rank(c, 1 - half, partition.own_lines()) - rank(r, half, partition.own_lines());
      std::optional<int>& base = offset[at(half)];
      if (!base) base = distance;  // the first cell seen is the first of its row
      if (distance < *base || distance >= *base + l) {
        return failure(fmt::format("cell ({}, {}) is outside the band of width {}", x, s, l));
      }
    }
    // l different distances in a window of l: the line is whole in its band.
    const bool one_square = squares.size() == 1 && rest == l;
    const bool two_squares = even && squares.size() == 2 && rest == 0;
    if (!one_square && !two_squares) {
      return failure(fmt::format("line {} meets {} squares and {} cells of a band", number,
                                 squares.size(), rest));
    }
    return {};
  };
  for (const bool is_row : {true, false}) {
    for (int number = 0; number < partition.period(); ++number) {
      const Result<void> line = check_line(is_row, number);
      if (!line) return line;
    }
  }
  for (const int square : {0, 1}) {
    std::vector<int> rows;
    std::vector<int> columns;
    for (int i = -2 * width; i < 4 * width; ++i) {
      const Membership r = partition.row(i);
      const Membership c = partition.column(i);
      if (r.square == square || (r.shared && r.square + 1 == square)) rows.push_back(i);
      if (c.square == square || (c.shared && c.square - 1 == square)) columns.push_back(i);
    }
    std::size_t cells = 0;
    for (const int x : rows) {
      for (const int s : columns) cells += s >= x && s - x < width ? 1U : 0U;
    }
    if (cells + (even ? 1U : 0U) != rows.size() * columns.size()) {
      return failure(fmt::format("square {} has {} of {} x {} cells", square, cells, rows.size(),
                                 columns.size()));
    }
  }
  return {};
}

// N(4, 1): row X keeps its cells 0, 1 and 2, column s its cells 0, 1 and 3 (counted by s - X). Then
// a cell that is on two lines is a cell 0 or 1, and these form no cycle.
Result<void> check_forest() {
  constexpr int lines = 64;
  const std::set<int> of_row{0, 1, 2};
  const std::set<int> of_column{0, 1, 3};
  if (of_row.size() < 3 || of_column.size() < 3) return failure("a line of less than three cells");
  std::vector<int> root(at(2 * lines));
  std::iota(root.begin(), root.end(), 0);
  const std::function<int(int)> find = [&](int i) {
    return root[at(i)] == i ? i : root[at(i)] = find(root[at(i)]);
  };
  for (int x = 0; x < lines; ++x) {
    for (int o = 0; o < 4 && x + o < lines; ++o) {
      if (!of_row.contains(o) || !of_column.contains(o)) continue;
      const int a = find(x);
      const int b = find(lines + x + o);
      if (a == b) return failure("the shortened lines form a cycle");
      root[at(a)] = b;
    }
  }
  return {};
}

// The strip of L rows with blocks of L vertical and L horizontal lines in turn is the band of width
// L: cells of the second kind of block are reflected at its diagonal (section 4.1).
Result<void> check_isomorphism(int l) {
  for (const bool horizontal : {false, true}) {
    for (int x = 0; x < l; ++x) {
      for (int y = 0; y < l; ++y) {  // from the top
        const int image_x = horizontal ? y : x;
        const int image_y = horizontal ? x : y;
        // The diagonal x + y stays, and the block's own line (row y or column x) becomes the
        // column with its number.
        if (image_x + image_y != x + y || image_x != (horizontal ? y : x)) {
          return failure("the strip is not the band");
        }
      }
    }
  }
  return {};
}

// Every segment of k cells contains a line of the strips: vertical lines in block b of strip j if
// b + j is even, else horizontal ones; rising diagonals in even strips, falling ones in odd ones.
Result<void> check_strips(int l, int k) {
  struct Walk {
    int x, y, dx, dy;
  };
  std::vector<Walk> walks;
  for (int i = 0; i < 2 * l; ++i) {
    walks.push_back({0, i, 1, 0});
    walks.push_back({i, 0, 0, 1});
    walks.push_back({i, 0, 1, 1});
    walks.push_back({i, 2 * l - 1, 1, -1});
  }
  for (const Walk& walk : walks) {
    int run = 0;
    int last_start = -1;  // of the last whole line, or just before the first cell
    for (int i = 0; i < 7 * l; ++i) {
      const int x = walk.x + i * walk.dx;
      const int y = walk.y + i * walk.dy;
      const int strip = floor_div(y, l);
      const int block = floor_div(x, l);
      const bool vertical = floor_mod(block + strip, 2) == 0;
      bool on_line = false;
      bool begins = false;
      if (walk.dy == 0) {
        on_line = !vertical;
        begins = floor_mod(x, l) == 0;
      } else {
        on_line = walk.dx == 0 ? vertical : floor_mod(strip, 2) == (walk.dy > 0 ? 0 : 1);
        begins = floor_mod(y, l) == (walk.dy > 0 ? 0 : l - 1);
      }
      if (begins) run = 0;
      run = on_line ? run + 1 : 0;
      if (run != l) {
        if (i - last_start > k) {
          return failure(
              fmt::format("a segment of {} cells up to ({}, {}) contains no line", k, x, y));
        }
        continue;
      }
      // Segments that begin just after the last line's first cell must reach the end of this one.
      if (i - last_start > k) {
        return failure(
            fmt::format("a segment of {} cells up to ({}, {}) contains no line", k, x, y));
      }
      last_start = i - l + 1;
    }
  }
  return {};
}

Result<void> check_step(const BandStep& step, const BandStep* before) {
  const auto expect = [&](bool condition) -> Result<void> {
    if (!condition) return failure(fmt::format("{} does not follow", to_string(step)));
    return {};
  };
  const int l = before != nullptr ? before->length : 0;
  const int number = before != nullptr ? before->number : 0;
  Result<void> numbers = expect(false);
  switch (step.rule) {
    case BandRule::forest:
      numbers = expect(!step.exclusive && step.length == 4 && step.number == 1);
      return numbers ? check_forest() : numbers;
    case BandRule::orientation:
      // floor(L / 2) cells of every row go to the row, the others to their columns.
      return expect(step.exclusive && step.length >= 2 && step.number < step.length &&
                    step.number >= step.length - step.length / 2);
    case BandRule::lemma_7:
      return expect(before != nullptr && !before->exclusive && step.exclusive && step.length == l &&
                    step.number == l - number - 1 && step.number > 0);
    case BandRule::lemma_11:
      numbers = expect(before != nullptr && before->exclusive && !step.exclusive && number > 0 &&
                       number < l && step.length == 2 * l + 1 && step.number == 2 * l - number - 1);
      return numbers ? check_partition(l, false) : numbers;
    case BandRule::lemma_12:
      numbers = expect(before != nullptr && before->exclusive && !step.exclusive && number > 0 &&
                       number < l && step.length == 2 * l + 2 && step.number == 2 * l - number);
      return numbers ? check_partition(l, true) : numbers;
  }
  return numbers;
}

}  // namespace

std::vector<BandStep> derive(int p) {
  EXPECTS(p >= 1);
  // For each L the greatest p for which N(L, p) is derived, and by which steps.
  std::vector<std::vector<BandStep>> best(5);
  best[4] = {{false, 4, 1, BandRule::forest}};
  const auto exclusive = [&](int l) {
    std::vector<BandStep> steps{{true, l, l - l / 2, BandRule::orientation}};
    if (at(l) < best.size() && !best[at(l)].empty()) {
      const int b = l - best[at(l)].back().number - 1;
      if (b > 0 && b < steps.back().number) {
        steps = best[at(l)];
        steps.push_back({true, l, b, BandRule::lemma_7});
      }
    }
    return steps;
  };
  while (best.back().empty() || best.back().back().number < p) {
    const int length = static_cast<int>(best.size());
    const bool even = length % 2 == 0;
    const int l = even ? (length - 2) / 2 : (length - 1) / 2;
    std::vector<BandStep> steps = exclusive(l);
    const int b = steps.back().number;
    steps.push_back({false, length, even ? 2 * l - b : 2 * l - b - 1,
                     even ? BandRule::lemma_12 : BandRule::lemma_11});
    best.push_back(steps);
  }
  for (const std::vector<BandStep>& steps : best) {
    if (!steps.empty() && steps.back().number >= p) return steps;
  }
  return {};
}

int theorem_2_d(int p) {
  int d = 1;
  while ((1 << d) - d - 2 < p) ++d;
  return d;
}

int theorem_2_k(int p) { return 3 * p + 3 * theorem_2_d(p) - 1; }

Result<int> check_derivation(const std::vector<BandStep>& steps, int p) {
  if (steps.empty()) return failure("there are no steps");
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Result<void> step = check_step(steps[i], i > 0 ? &steps[i - 1] : nullptr);
    if (!step) return failure(fmt::format("step {}: {}", i + 1, step.error().message), i + 1);
  }
  const BandStep& last = steps.back();
  if (last.exclusive || last.number < p) {
    return failure(fmt::format("the last step is not N(L, {})", p), steps.size());
  }
  const int k = 3 * last.length - 1;
  const Result<void> isomorphic = check_isomorphism(last.length);
  if (!isomorphic) return tl::unexpected<Error>(isomorphic.error());
  const Result<void> covered = check_strips(last.length, k);
  if (!covered) return tl::unexpected<Error>(covered.error());
  return k;
}

const char* rule_name(BandRule rule) {
  constexpr std::array<const char*, 5> names{"forest", "orientation", "lemma-7", "lemma-11",
                                             "lemma-12"};
  return names[static_cast<std::size_t>(rule)];
}

std::string to_string(const BandStep& step) {
  return fmt::format("{}({},{}) by {}", step.exclusive ? "NX" : "N", step.length, step.number,
                     rule_name(step.rule));
}

}  // namespace inarow::maker_breaker
