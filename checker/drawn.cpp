#include "drawn.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

#include "derivation.hpp"
#include "refusal.hpp"

namespace check {
namespace {

constexpr int most_k = 4000;
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
  if (kind == "derivation") {
    return verify_derivation(k, p, [&] { return next_line(body); });
  }
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
