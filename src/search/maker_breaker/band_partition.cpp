#include "search/maker_breaker/band_partition.hpp"

#include <fmt/format.h>

#include <set>
#include <vector>

namespace inarow::maker_breaker {

int floor_div(int a, int b) { return a >= 0 ? a / b : -((-a + b - 1) / b); }
int floor_mod(int a, int b) { return a - floor_div(a, b) * b; }

// Even width, one period: rows 0 .. l + 1 are those of square 2j, rows l + 1 .. 2l + 2 those of
// square 2j + 1; row l + 1 is shared.
BandPartition::Membership BandPartition::row(int x) const {
  if (!even_) return {floor_div(x, l_ + 1), false, floor_mod(x, l_ + 1)};
  const int j = floor_div(x, period());
  const int i = floor_mod(x, period());
  if (i <= l_) return {2 * j, false, i};
  if (i == l_ + 1) return {2 * j, true, 0};
  return {2 * j + 1, false, i - (l_ + 2)};
}

// Even width: columns l .. 2l + 1 are those of square 2j, 2l + 2 .. 3l + 3 those of square 2j + 1;
// the last is shared with square 2j + 2.
BandPartition::Membership BandPartition::column(int s) const {
  if (!even_) return {floor_div(s - l_, l_ + 1), false, floor_mod(s - l_, l_ + 1)};
  const int j = floor_div(s - l_, period());
  const int i = floor_mod(s - l_, period());
  if (i == 0) return {2 * j, true, 0};
  if (i <= l_ + 1) return {2 * j, false, i - 1};
  return {2 * j + 1, false, i - (l_ + 2)};
}

std::optional<int> BandPartition::square(int x, int s) const {
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

std::pair<int, int> BandPartition::corner(int square) const {
  const int j = floor_div(square, 2);
  return {j * period() + l_ + 1, l_ + (j + floor_mod(square, 2)) * period()};
}

BandPartition::Place BandPartition::place(int x, int s) const {
  const Membership r = row(x);
  const Membership c = column(s);
  const int half = floor_mod(r.square, 2);
  const auto rank = [&](const Membership& line, int parity) {
    return floor_div(line.square - parity, 2) * own_lines() + line.index;
  };
  return {half, rank(r, half), rank(c, 1 - half) - first_distance(half)};
}

int BandPartition::row_of(int half, int x) const {
  const int square = 2 * floor_div(x, own_lines()) + half;
  const int index = floor_mod(x, own_lines());
  if (!even_) return square * (l_ + 1) + index;
  return floor_div(square, 2) * period() + (half == 0 ? index : index + l_ + 2);
}

int BandPartition::column_of(int half, int s) const {
  const int parity = 1 - half;
  const int rank = s + first_distance(half);
  const int square = 2 * floor_div(rank, own_lines()) + parity;
  const int index = floor_mod(rank, own_lines());
  if (!even_) return l_ + square * (l_ + 1) + index;
  return l_ + floor_div(square, 2) * period() + (parity == 0 ? index + 1 : index + l_ + 2);
}

Result<void> BandPartition::check_line(bool is_row, int number) const {
  std::set<int> squares;
  std::set<int> distances;
  for (int i = 0; i < width(); ++i) {
    const int x = is_row ? number : number - i;
    const int s = is_row ? number + i : number;
    if (const std::optional<int> in = square(x, s)) {
      squares.insert(*in);
      continue;
    }
    const Membership r = row(x);
    const Membership c = column(s);
    if (r.shared || c.shared || floor_mod(c.square + r.square, 2) == 0) {
      return failure(fmt::format("cell ({}, {}) is in no square and in no band", x, s));
    }
    const Place there = place(x, s);
    if (there.s < there.x || there.s - there.x >= l_) {
      return failure(fmt::format("cell ({}, {}) is outside the band of width {}", x, s, l_));
    }
    if (row_of(there.half, there.x) != x || column_of(there.half, there.s) != s) {
      return failure(fmt::format("cell ({}, {}) is not found again", x, s));
    }
    distances.insert(there.s - there.x);
  }
  // l different distances in a window of l: the line is whole in its band.
  const bool one_square = squares.size() == 1 && static_cast<int>(distances.size()) == l_;
  const bool two_squares = even_ && squares.size() == 2 && distances.empty();
  if (!one_square && !two_squares) {
    return failure(fmt::format("line {} meets {} squares and {} cells of a band", number,
                               squares.size(), distances.size()));
  }
  return {};
}

Result<void> BandPartition::check_square(int number) const {
  std::vector<int> rows;
  std::vector<int> columns;
  for (int i = -2 * width(); i < 4 * width(); ++i) {
    const Membership r = row(i);
    const Membership c = column(i);
    if (r.square == number || (r.shared && r.square + 1 == number)) rows.push_back(i);
    if (c.square == number || (c.shared && c.square - 1 == number)) columns.push_back(i);
  }
  for (const int x : rows) {
    for (const int s : columns) {
      const bool there = s >= x && s - x < width();
      const bool expected = !even_ || std::pair(x, s) != corner(number);
      if (there != expected) {
        return failure(fmt::format("square {} has or lacks the cell ({}, {})", number, x, s));
      }
    }
  }
  return {};
}

Result<void> BandPartition::check(const StopToken* stop) const {
  for (const bool is_row : {true, false}) {
    for (int number = 0; number < period(); ++number) {
      if (stopped(stop)) return failure("stopped before the bands were checked");
      const Result<void> line = check_line(is_row, number);
      if (!line) return line;
    }
  }
  for (const int number : {0, 1}) {
    const Result<void> whole = check_square(number);
    if (!whole) return whole;
  }
  return {};
}

}  // namespace inarow::maker_breaker
