#include "derivation.hpp"

#include <algorithm>
#include <set>
#include <sstream>
#include <vector>

#include "quote.hpp"
#include "refusal.hpp"

namespace check {
namespace {

constexpr int most_length = 1100;  // of a band

int floor_div(int a, int b) { return a >= 0 ? a / b : -((b - 1 - a) / b); }
int floor_mod(int a, int b) { return a - floor_div(a, b) * b; }

// The band of width w, cells (X, s) with 0 <= s - X < w, cut into squares on its middle and what is
// left, for w = 2l + 1 and w = 2l + 2. Squares number q; a line may belong to two squares.
class Band {
 public:
  Band(int l, bool even) : l_(l), even_(even), width_(2 * l + (even ? 2 : 1)) {}

  // What is left must be two bands of width l, and a line that has cells in it must have the others
  // in one square; other lines may have their cells in two squares. Squares lack at most one cell,
  // and none if the width is odd.
  void check() const {
    const int period = even_ ? 2 * l_ + 3 : 2 * l_ + 2;
    for (const bool row : {true, false}) {
      for (int n = 0; n < period; ++n) check_line(row, n);
    }
    for (int q = 0; q < 2; ++q) {
      std::vector<int> rows;
      std::vector<int> columns;
      for (int i = -2 * width_; i < 4 * width_; ++i) {
        const Squares of_row = squares_of(true, i);
        const Squares of_column = squares_of(false, i);
        if (of_row.first == q || of_row.last == q) rows.push_back(i);
        if (of_column.first == q || of_column.last == q) columns.push_back(i);
      }
      std::size_t missing = 0;
      for (const int x : rows) {
        for (const int s : columns) missing += s < x || s - x >= width_ ? 1U : 0U;
      }
      if (missing > (even_ ? 1U : 0U)) throw Refuted("a square of the partition lacks a cell");
    }
  }

 private:
  // The square of a line, or two neighbouring ones.
  struct Squares {
    int first;
    int last;
  };
  Squares squares_of(bool row, int n) const {
    const int i = row ? n : n - l_;
    const int q = even_ ? 2 * floor_div(i, 2 * l_ + 3) : floor_div(i, l_ + 1);
    if (!even_) return {q, q};
    const int m = floor_mod(i, 2 * l_ + 3);
    if (row && m == l_ + 1) return {q, q + 1};
    if (!row && m == 0) return {q - 1, q};
    return m <= l_ + 1 ? Squares{q, q} : Squares{q + 1, q + 1};
  }

  // How many lines of squares with the parity of this line's come before it (those of two squares
  // left out): its place in the band that is left.
  int rank(bool row, int n) const {
    const int i = row ? n : n - l_;
    if (!even_) return floor_div(i, 2 * (l_ + 1)) * (l_ + 1) + floor_mod(i, l_ + 1);
    const int j = floor_div(i, 2 * l_ + 3);
    const int m = floor_mod(i, 2 * l_ + 3);
    const int from = m > l_ + 1 ? l_ + 2 : (row ? 0 : 1);
    return j * (l_ + 1) + m - from;
  }

  void check_line(bool row, int n) const {
    std::set<int> squares;
    std::set<int> rest;
    for (int i = 0; i < width_; ++i) {
      const int x = row ? n : n - i;
      const int s = row ? n + i : n;
      const Squares a = squares_of(true, x);
      const Squares b = squares_of(false, s);
      if (a.last >= b.first && b.last >= a.first) {
        squares.insert(std::max(a.first, b.first));
        squares.insert(std::min(a.last, b.last));
        continue;
      }
      if (a.first != a.last || b.first != b.last || floor_mod(a.first + b.first, 2) != 1) {
        throw Refuted("a cell of the partition is in no part");
      }
      // The two bands: rows of even squares with columns of odd ones, and the other way round.
      const int shift = floor_mod(a.first, 2) == 0 ? l_ + 1 : 0;
      rest.insert(rank(false, s) - rank(true, x) + shift);
    }
    const bool band = static_cast<int>(rest.size()) == l_ && *rest.begin() == 1 &&
                      *rest.rbegin() == l_ && squares.size() == 1;
    if (!band && !(rest.empty() && squares.size() == 2)) {
      throw Refuted("line " + std::to_string(n) + " of the partition is not whole");
    }
  }

  int l_;
  bool even_;
  int width_;
};

// A square of n rows and n columns with exclusive squares, full or without a corner: whatever lines
// are broken already, Breaker can answer each stone of Maker by one stone so that the stones on
// lines that are not broken (*active*), counted once for each such line, are one at most. Rows 0 ..
// rows - 1 and columns 0 .. columns - 1 are active: the others have no names. `stone` says which
// line has one stone: none, row 0 or column 0; it lies on a broken line of the other kind.
class Square {
 public:
  Square(int n, bool lacks_corner) : n_(n), lacks_corner_(lacks_corner) {}

  void check() const {
    for (int rows = 0; rows <= n_; ++rows) {
      for (int columns = 0; columns <= n_; ++columns) {
        check_all_moves(rows, columns, {}, false);
        if (rows > 0 && columns < n_) check_all_moves(rows, columns, {{0, columns}}, false);
        if (columns > 0 && rows < n_) check_all_moves(rows, columns, {{rows, 0}}, false);
        // Without a corner (the cell 0, 0) of two active lines: Maker has no stone yet.
        if (lacks_corner_ && rows > 0 && columns > 0) check_all_moves(rows, columns, {}, true);
      }
    }
  }

 private:
  struct Place {
    int row;
    int column;
    bool operator==(const Place& other) const { return row == other.row && column == other.column; }
  };

  // Lines that nothing distinguishes are tried once: 0, another active one, two broken ones.
  std::vector<int> few(int active) const {
    std::vector<int> numbers;
    for (const int i : {0, 1, active, active + 1}) {
      if (i < n_ && std::count(numbers.begin(), numbers.end(), i) == 0) numbers.push_back(i);
    }
    return numbers;
  }

  void check_all_moves(int rows, int columns, std::vector<Place> stones, bool corner) const {
    for (const int row : few(rows)) {
      for (const int column : few(columns)) {
        const Place move{row, column};
        if ((corner && row == 0 && column == 0) ||
            std::count(stones.begin(), stones.end(), move) > 0) {
          continue;
        }
        std::vector<Place> now = stones;
        now.push_back(move);
        if (!answerable(rows, columns, now, corner)) {
          throw Refuted("Breaker has no answer in a square of " + std::to_string(n_) + " lines");
        }
      }
    }
  }

  // Breaker's answers: none, an exclusive square (a row or column is broken), or a free cell.
  bool answerable(int rows, int columns, const std::vector<Place>& stones, bool corner) const {
    if (holds(rows, columns, stones, corner, -1, -1)) return true;
    for (const int row : few(rows)) {
      if (holds(rows, columns, stones, corner, row, -1)) return true;
      for (const int column : few(columns)) {
        const Place cell{row, column};
        if ((corner && row == 0 && column == 0) ||
            std::count(stones.begin(), stones.end(), cell) > 0) {
          continue;
        }
        if (holds(rows, columns, stones, corner, row, column)) return true;
      }
    }
    for (const int column : few(columns)) {
      if (holds(rows, columns, stones, corner, -1, column)) return true;
    }
    return false;
  }

  // With this row and column (-1: none) broken. The missing corner must not stay between two active
  // lines.
  static bool holds(int rows, int columns, const std::vector<Place>& stones, bool corner, int row,
                    int column) {
    int sum = 0;
    for (const Place& stone : stones) {
      sum += stone.row < rows && stone.row != row ? 1 : 0;
      sum += stone.column < columns && stone.column != column ? 1 : 0;
    }
    return sum <= 1 && (!corner || row == 0 || column == 0);
  }

  int n_;
  bool lacks_corner_;
};

// The plane in strips of L rows. In even strips, blocks of L columns have L vertical lines (even
// blocks) or L horizontal ones (odd blocks), and all rising diagonals are lines; odd strips are
// mirrored. Line numbers: `own` of the vertical or horizontal line, `diagonal`.
struct Lines {
  int strip;
  int own;
  int diagonal;
};

Lines lines_at(int l, int x, int y) {
  const int strip = floor_div(y, l);
  if (floor_mod(strip, 2) == 1) x = -1 - x;
  const int block = floor_div(x, l);
  const int from_top = l - 1 - floor_mod(y, l);
  const int own = block * l + (floor_mod(block, 2) == 0 ? floor_mod(x, l) : from_top);
  return {strip, own, x + from_top};
}

// A strip is the band of width L: each pair (own, diagonal) with 0 <= diagonal - own < L occurs
// once, so that lines with these numbers have L cells each and meet as rows and columns of the band
// do. Two periods of the strip are looked at.
void check_isomorphism(int l) {
  std::vector<bool> seen(static_cast<std::size_t>(4 * l * l));
  for (int x = 0; x < 4 * l; ++x) {
    for (int y = 0; y < l; ++y) {
      const Lines lines = lines_at(l, x, y);
      const int distance = lines.diagonal - lines.own;
      if (lines.own < 0 || lines.own >= 4 * l || distance < 0 || distance >= l) {
        throw Refuted("a cell of the strip lies outside the band");
      }
      const auto place = static_cast<std::size_t>(lines.own * l + distance);
      if (seen[place]) throw Refuted("two cells of the strip are one of the band");
      seen[place] = true;
    }
  }
}

// Along every straight walk, L neighbouring cells on one line are a whole line; the end of each is
// less than k + 1 cells after the start of the one before.
void check_strips(int l, int k) {
  for (int i = 0; i < 2 * l; ++i) {
    for (int direction = 0; direction < 4; ++direction) {
      int run = 0;
      int last = -1;
      Lines before{};
      for (int n = 0; n < 7 * l; ++n) {
        const int x = (direction == 0 ? 0 : i) + (direction == 1 ? 0 : n);
        const int y = direction == 0 ? i : direction == 3 ? 2 * l - 1 - n : n;
        const Lines now = lines_at(l, x, y);
        const bool same = n > 0 && now.strip == before.strip &&
                          (direction < 2 ? now.own == before.own : now.diagonal == before.diagonal);
        run = same ? run + 1 : 1;
        before = now;
        if (n - last > k) throw Refuted("a segment of the strips contains no line");
        if (run == l) last = n - l + 1;
      }
    }
  }
}

struct Step {
  std::string game;  // N or NX
  int length = 0;
  int number = 0;
  std::string rule;
};

// Each cell of the band is given to its row if s - X is less than floor(L / 2), else to its column,
// and Breaker answers by that line's exclusive square: active lines keep what was given to others.
bool orientation_holds(int length, int bound) {
  int row_keeps = 0;
  int column_keeps = 0;
  for (int distance = 0; distance < length; ++distance) {
    if (distance < length / 2) {
      ++column_keeps;
    } else {
      ++row_keeps;
    }
  }
  return row_keeps <= bound && column_keeps <= bound;
}

bool follows(const Step& s, const Step& before) {
  const int l = before.length;
  const int b = before.number;
  const bool from_x = before.game == "NX" && b > 0 && b < l;
  if (s.rule == "orientation") {
    return s.game == "NX" && s.length >= 2 && s.number < s.length &&
           orientation_holds(s.length, s.number);
  }
  const bool even = s.rule == "corners";
  if ((s.rule == "squares" || even) && from_x && s.game == "NX" &&
      s.length == 2 * l + (even ? 2 : 1) && s.number == b + 1) {
    // A line lies in a square and a band (1 + b stones), or in two squares (2, not more than b +
    // 1).
    Band(l, even).check();
    Square(l + (even ? 2 : 1), even).check();
    return true;
  }
  // Maker's p = L - b - 1 stones leave a free cell on a line with b.
  return s.rule == "free-square" && from_x && s.game == "N" && s.length == l &&
         s.number == l - b - 1 && s.number > 0;
}

}  // namespace

Drawn verify_derivation(int k, int p, const std::function<std::string()>& next_line) {
  Drawn drawn;
  Step last;
  for (std::string text = next_line(); text != "end"; text = next_line()) {
    std::istringstream words(text);
    Step step;
    std::string rest;
    words >> step.game >> step.length >> step.number >> step.rule;
    if (!words || words >> rest || step.length < 2 || step.length > most_length ||
        !follows(step, last)) {
      throw Refuted("step " + quoted(text) + " does not follow");
    }
    drawn.by += (drawn.by.empty() ? "" : ", ") + text;
    last = step;
    ++drawn.positions;
  }
  if (last.game != "N" || last.number < p) throw Refuted("the steps do not reach N(L, p)");
  if (k < 3 * last.length - 1) throw Refuted("k is less than 3L - 1");
  check_isomorphism(last.length);
  check_strips(last.length, 3 * last.length - 1);
  drawn.axioms =
      "Chiang, Wu and Lin 2011, Corollary 1; Lemmas A, B and C of docs/results/drawn-games.md";
  return drawn;
}

}  // namespace check
