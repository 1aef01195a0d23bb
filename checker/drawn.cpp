#include "drawn.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

#include "refusal.hpp"

namespace check {
namespace {

constexpr int most_k = 4000;
constexpr int most_length = 1100;  // of a band
constexpr int no_stone = 255;

int floor_div(int a, int b) { return a >= 0 ? a / b : -((b - 1 - a) / b); }
int floor_mod(int a, int b) { return a - floor_div(a, b) * b; }

std::string next_line(Body& body) {
  std::string text;
  for (char c = static_cast<char>(body.next()); c != '\n'; c = static_cast<char>(body.next())) {
    if (text.size() == 200) throw Refuted("a line of the body is too long");
    text += c;
  }
  return text;
}

// Breaker's strategy on one block: a walk through the positions (Maker to move) that it allows.
class BlockWalk {
 public:
  using Cells = std::uint64_t;

  BlockWalk(int columns, int rows, int row_line, int p, Body& body) : p_(p), body_(body) {
    // Cell y * columns + i is cell i of row y; rows are shifted by one cell each, so cells with the
    // same i form a diagonal, and cells with the same i + y a column.
    for (int y = 0; y < rows; ++y) {
      Cells line = 0;
      for (int i = columns - row_line; i < columns; ++i) line |= Cells{1} << (y * columns + i);
      lines_.push_back(line);
    }
    for (int i = 0; i < columns; ++i) {
      Cells line = 0;
      for (int y = 0; y < rows; ++y) line |= Cells{1} << (y * columns + i);
      lines_.push_back(line);
    }
    for (int x = rows - 1; x < columns; ++x) {
      Cells line = 0;
      for (int y = 0; y < rows; ++y) line |= Cells{1} << (y * columns + x - y);
      lines_.push_back(line);
    }
  }

  const std::vector<Cells>& lines() const { return lines_; }
  std::uint64_t positions = 0;
  std::uint64_t repeats = 0;

  void run() { walk(0, (Cells{1} << lines_.size()) - 1); }

 private:
  // `active`: the lines without a stone of Breaker. Only Maker's stones on them matter.
  void walk(Cells maker, Cells active) {
    Cells alive = 0;
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      if ((active >> i & 1U) != 0) alive |= lines_[i];
    }
    if (active == 0) return;
    maker &= alive;
    if (!seen_.emplace(maker, active).second) {
      ++repeats;
      return;
    }
    ++positions;
    std::vector<int> empty;
    for (int c = 0; c < 64; ++c) {
      if ((alive & ~maker) >> c & 1U) empty.push_back(c);
    }
    const int most = std::min(p_, static_cast<int>(empty.size()));
    for (int count = 1; count <= most; ++count) moves(maker, active, empty, 0, 0, count, count);
  }

  // All moves of `count` stones, in lexicographic order; `left` are still to be placed.
  void moves(Cells maker, Cells active, const std::vector<int>& empty, std::size_t from, Cells move,
             int left, int count) {
    if (left > 0) {
      for (std::size_t i = from; i + static_cast<std::size_t>(left) <= empty.size(); ++i) {
        moves(maker, active, empty, i + 1, move | Cells{1} << empty[i], left - 1, count);
      }
      return;
    }
    const Cells now = maker | move;
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      if ((active >> i & 1U) != 0 && (lines_[i] & ~now) == 0) {
        throw Refuted("Maker occupies a line of the block after " + std::to_string(body_.place()) +
                      " bytes of the body");
      }
    }
    for (int k = 0; k < count; ++k) {
      const int cell = body_.next();
      if (cell == no_stone) continue;
      if (cell >= 64 || (now >> cell & 1U) != 0) {
        throw Refuted("Breaker cannot play cell " + std::to_string(cell) + " at byte " +
                      std::to_string(body_.place()) + " of the body");
      }
      for (std::size_t i = 0; i < lines_.size(); ++i) {
        if ((lines_[i] >> cell & 1U) != 0) active &= ~(Cells{1} << i);
      }
    }
    walk(now, active);
  }

  int p_;
  Body& body_;
  std::vector<Cells> lines_;
  std::set<std::pair<Cells, Cells>> seen_;
};

// Every segment of k cells contains a line of a block: strips of `rows` rows, shifted to the right
// in even strips and to the left, as their mirror image, in odd ones.
void check_covering(int columns, int rows, int k, const std::vector<std::uint64_t>& lines) {
  for (const auto& [dx, dy] : {std::pair{1, 0}, {0, 1}, {1, 1}, {1, -1}}) {
    for (int y0 = 0; y0 < 2 * rows; ++y0) {
      for (int x0 = 0; x0 < columns; ++x0) {
        std::map<std::pair<int, int>, std::uint64_t> blocks;
        for (int i = 0; i < k; ++i) {
          const int strip = floor_div(y0 + i * dy, rows);
          const int y = floor_mod(y0 + i * dy, rows);
          const int x = floor_mod(strip, 2) == 0 ? x0 + i * dx : -1 - (x0 + i * dx);
          blocks[{floor_div(x - y, columns), strip}] |=
              std::uint64_t{1} << (y * columns + floor_mod(x - y, columns));
        }
        const bool whole = std::any_of(blocks.begin(), blocks.end(), [&](const auto& block) {
          return std::any_of(lines.begin(), lines.end(),
                             [&](std::uint64_t line) { return (line & ~block.second) == 0; });
        });
        if (!whole) {
          throw Refuted("the segment of " + std::to_string(k) + " cells from (" +
                        std::to_string(x0) + ", " + std::to_string(y0) + ") contains no line");
        }
      }
    }
  }
}

// The band of width w, cells (X, s) with 0 <= s - X < w, cut into squares on its middle and what is
// left, for w = 2l + 1 and w = 2l + 2. Squares number q; a line may belong to two squares.
class Band {
 public:
  Band(int l, bool even) : l_(l), even_(even), width_(2 * l + (even ? 2 : 1)) {}

  // What is left must be two bands of width l, and a line that has cells in it must have the others
  // in one square; other lines may have their cells in two squares. Squares lack at most one cell.
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
      if (missing > 1) throw Refuted("a square of the partition lacks more than one cell");
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

// Strips of L rows; block b (L columns) of strip j has vertical lines if b + j is even, else
// horizontal ones; even strips have the rising diagonals, odd strips the falling ones. Along every
// straight walk, the end of each whole line is less than k + 1 cells after the start of the last.
void check_strips(int l, int k) {
  for (int i = 0; i < 2 * l; ++i) {
    for (int direction = 0; direction < 4; ++direction) {
      int run = 0;
      int last = -1;
      for (int n = 0; n < 7 * l; ++n) {
        const int x = (direction == 0 ? 0 : i) + (direction == 1 ? 0 : n);
        const int y = direction == 0 ? i : direction == 3 ? 2 * l - 1 - n : n;
        const int strip = floor_div(y, l);
        const bool vertical = floor_mod(floor_div(x, l) + strip, 2) == 0;
        const bool on = direction == 0   ? !vertical
                        : direction == 1 ? vertical
                                         : floor_mod(strip, 2) == (direction == 2 ? 0 : 1);
        const int place = direction == 0   ? floor_mod(x, l)
                          : direction == 3 ? l - 1 - floor_mod(y, l)
                                           : floor_mod(y, l);
        run = !on ? 0 : place == 0 ? 1 : run > 0 || place == 0 ? run + 1 : 0;
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

// The forest of Lemma 8 (rows keep the cells s - X = 0, 1, 2, columns 0, 1, 3): lines of three
// cells, and the cells 0 and 1 that are on two lines join row X, column X, row X - 1, column X - 1,
// ... in a path, which has no cycle. The orientation of Lemmas 9 and 10 gives floor(L / 2) cells of
// each row to the row and the others to the column, which leaves at most L - floor(L / 2) to
// either.
bool follows(const Step& s, const Step& before) {
  const int l = before.length;
  const int b = before.number;
  const bool from_x = before.game == "NX" && s.game == "N" && b > 0 && b < l;
  if (s.rule == "forest") return s.game == "N" && s.length == 4 && s.number == 1;
  if (s.rule == "orientation") {
    return s.game == "NX" && s.length >= 2 && s.number < s.length &&
           s.number >= s.length - s.length / 2;
  }
  if (s.rule == "lemma-7") {
    return before.game == "N" && s.game == "NX" && s.length == l && s.number == l - b - 1 &&
           s.number > 0;
  }
  if (s.rule == "lemma-11" && from_x && s.length == 2 * l + 1 && s.number == 2 * l - b - 1) {
    Band(l, false).check();
    return true;
  }
  if (s.rule == "lemma-12" && from_x && s.length == 2 * l + 2 && s.number == 2 * l - b) {
    Band(l, true).check();
    return true;
  }
  return false;
}

Drawn check_derivation(int k, int p, Body& body) {
  Drawn drawn;
  Step last;
  for (std::string text = next_line(body); text != "end"; text = next_line(body)) {
    std::istringstream words(text);
    Step step;
    words >> step.game >> step.length >> step.number >> step.rule;
    if (!words || step.length < 2 || step.length > most_length || !follows(step, last)) {
      throw Refuted("step \"" + text + "\" does not follow");
    }
    drawn.by += (drawn.by.empty() ? "" : ", ") + text;
    last = step;
    ++drawn.positions;
  }
  if (last.game != "N" || last.number < p) throw Refuted("the steps do not reach N(L, p)");
  if (k < 3 * last.length - 1) throw Refuted("k is less than 3L - 1");
  check_strips(last.length, 3 * last.length - 1);
  drawn.axioms = "Chiang, Wu and Lin 2011, Corollary 1, Lemmas 2-7";
  return drawn;
}

}  // namespace

Drawn verify_drawn(const Header& header, Body& body) {
  int k = 0;
  int p = 0;
  char comma = ' ';
  char close = ' ';
  std::istringstream game(header.game.substr(0, 8) == "Connect(" ? header.game.substr(8) : "");
  game >> k >> comma >> p >> close;
  if (header.game != "Connect(" + std::to_string(k) + "," + std::to_string(p) + ")" || p < 1 ||
      p > 1000 || k < 1 || k > most_k) {
    throw Unreadable("drawn claims are about Connect(k,p), p up to 1000");
  }
  if (!header.moves.empty() || !header.cells.empty() || header.score != 0 || header.player != 0) {
    throw Unreadable("drawn claims have no moves, are for first and have score 0");
  }
  if (next_line(body) != "inarow drawn 1") throw Refuted("\"inarow drawn 1\" is expected");
  std::istringstream words(next_line(body));
  std::string kind;
  words >> kind;
  if (kind == "derivation") return check_derivation(k, p, body);
  int columns = 0;
  int rows = 0;
  int row_line = 0;
  words >> columns >> rows >> row_line;
  if (kind != "blocks" || !words || rows < 2 || columns < rows || columns > 32 ||
      columns * rows > 64 || row_line < 1 || row_line > columns || rows + 2 * columns > 62) {
    throw Refuted("\"derivation\" or \"blocks COLUMNS ROWS ROW-LINE\" is expected");
  }
  BlockWalk walk(columns, rows, row_line, p, body);
  walk.run();
  check_covering(columns, rows, k, walk.lines());
  return {walk.positions, walk.repeats,
          "a strategy on blocks of " + std::to_string(columns) + " x " + std::to_string(rows) +
              " cells",
          "Chiang, Wu and Lin 2011, Corollary 1"};
}

}  // namespace check
