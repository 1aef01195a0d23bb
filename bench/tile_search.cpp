// Looks for tilings of the plane that would prove more drawn games Connect(k,p): tiles of any
// shape, repeated by a lattice, with lines such that every segment of k cells contains one.
// Candidates are found by annealing their potential (Beck's sum over the lines); the exact solver
// judges them. What it can prove: drawn, for the tiles that it prints as drawn; that nothing is
// found proves nothing.
//
//   tile_search --p 2 --k 11 --candidates 200         finds Theorem 1 of Chiang, Wu and Lin again
//   tile_search --p 2 --k 10 --seconds 120 --seed 1   would be a new result

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>
#include <limits>
#include <map>
#include <set>

#include "base/bits.hpp"
#include "base/random.hpp"
#include "search/maker_breaker/solver.hpp"

namespace inarow::maker_breaker {
namespace {

int floor_div(int a, int b) { return a >= 0 ? a / b : -((-a + b - 1) / b); }
int floor_mod(int a, int b) { return a - floor_div(a, b) * b; }
std::size_t at(int i) { return static_cast<std::size_t>(i); }

// The translations (a, 0) and (b, c). Cells that differ by a translation are one *class*; classes
// are numbered by their representative (x, y) with 0 <= x < a, 0 <= y < c.
struct Lattice {
  int a = 1, b = 0, c = 1;
  int classes() const { return a * c; }
  int class_of(Cell cell) const {
    const int turns = floor_div(cell.y, c);
    return floor_mod(cell.y, c) * a + floor_mod(cell.x - turns * b, a);
  }
};

// One cell of each class, in one of `tiles` tiles. A tile is repeated by all translations, so its
// copies cover each class of its cells once.
struct Tiling {
  Lattice lattice;
  int tiles = 1;
  std::vector<Cell> cells;  // by class
  std::vector<int> tile;    // by class
};

// Which copy of which tile a cell of the plane is in: the translation from the class's own cell.
struct Copy {
  int tile;
  Cell shift;
  friend auto operator<=>(const Copy&, const Copy&) = default;
};
Copy copy_of(const Tiling& tiling, Cell cell) {
  const int n = tiling.lattice.class_of(cell);
  const Cell own = tiling.cells[at(n)];
  return {tiling.tile[at(n)], {cell.x - own.x, cell.y - own.y}};
}

struct Lines {
  double potential = 0;
  std::vector<std::vector<CellSet>> of_tile;
};

class Search {
 public:
  // Lines have at least `least` cells, and one more cell makes a line `base` times less dangerous.
  Search(int p, int k, int least, double base) : p_(p), k_(k) {
    for (int length = 0; length <= 64; ++length) {
      weight_.push_back(length < least ? 1e6 : std::pow(base, p + 2 - length));
    }
  }

  // Lines of least potential that every segment of k cells contains, or none. Along a direction,
  // the cells of the plane fall into tracks; on a track a line after the one that starts at s may
  // end at s + k at the latest. So lines are a shortest closed walk over their starts.
  Lines lines_of(const Tiling& tiling, bool with_cells) const {
    Lines lines;
    lines.of_tile.resize(at(tiling.tiles));
    std::vector<int> number(tiling.cells.size());  // of a class's cell in its tile
    std::vector<int> count(at(tiling.tiles));
    for (std::size_t n = 0; n < tiling.cells.size(); ++n) {
      number[n] = count[at(tiling.tile[n])]++;
    }
    for (const auto& [dx, dy] : {std::pair{1, 0}, {0, 1}, {1, 1}, {1, -1}}) {
      std::vector<bool> seen(tiling.cells.size());
      for (std::size_t n = 0; n < tiling.cells.size(); ++n) {
        if (seen[n]) continue;
        // One period of the track through the cell of class n.
        std::vector<int> track;
        Cell cell = tiling.cells[n];
        for (; !seen[at(tiling.lattice.class_of(cell))]; cell = {cell.x + dx, cell.y + dy}) {
          track.push_back(tiling.lattice.class_of(cell));
          seen[at(track.back())] = true;
        }
        const int m = static_cast<int>(track.size());
        // Where the run of each cell (neighbours in one copy) ends, over two periods and k cells.
        const int span = 3 * m + k_ + 1;
        std::vector<int> end(at(span));
        const Cell from = tiling.cells[n];
        std::vector<Copy> copies;
        for (int i = 0; i < span; ++i) {
          copies.push_back(copy_of(tiling, {from.x + i * dx, from.y + i * dy}));
        }
        end[at(span - 1)] = span - 1;
        for (int i = span - 2; i >= 0; --i) {
          end[at(i)] = copies[at(i)] == copies[at(i + 1)] ? end[at(i + 1)] : i;
        }
        double best = std::numeric_limits<double>::infinity();
        std::vector<std::pair<int, int>> chosen;  // start and end
        for (int first = 0; first < std::min(m, k_); ++first) {
          // cost[i]: the cheapest way from a line that starts at `first` to one at first + i.
          std::vector<double> cost(at(m + 1), std::numeric_limits<double>::infinity());
          std::vector<int> before(at(m + 1));
          cost[0] = 0;
          for (int i = 0; i < m; ++i) {
            if (!(cost[at(i)] < best)) continue;
            for (int j = i + 1; j <= std::min(m, i + k_); ++j) {
              const int last = std::min(end[at(first + j)], first + i + k_);
              const double sum = cost[at(i)] + weight_[at(std::max(0, last - first - j + 1))];
              if (sum < cost[at(j)]) {
                cost[at(j)] = sum;
                before[at(j)] = i;
              }
            }
          }
          if (!(cost[at(m)] < best)) continue;
          best = cost[at(m)];
          chosen.clear();
          for (int j = m; j > 0; j = before[at(j)]) {
            chosen.emplace_back(first + j,
                                std::min(end[at(first + j)], first + before[at(j)] + k_));
          }
        }
        lines.potential += best;
        if (!(lines.potential < 1e5) || !with_cells) {
          if (!(lines.potential < 1e5)) return lines;
          continue;
        }
        for (const auto& [start, last] : chosen) {
          CellSet line = 0;
          int tile = 0;
          for (int i = start; i <= last; ++i) {
            const int which = track[at(i % m)];
            tile = tiling.tile[at(which)];
            line |= CellSet{1} << number[at(which)];
          }
          lines.of_tile[at(tile)].push_back(line);
        }
      }
    }
    return lines;
  }

  // Every segment of k cells contains a line: looked at anew, cell by cell.
  bool covers(const Tiling& tiling, const Lines& lines) const {
    std::vector<int> number(tiling.cells.size());
    std::vector<int> count(at(tiling.tiles));
    for (std::size_t n = 0; n < tiling.cells.size(); ++n) number[n] = count[at(tiling.tile[n])]++;
    for (const auto& [dx, dy] : {std::pair{1, 0}, {0, 1}, {1, 1}, {1, -1}}) {
      for (const Cell from : tiling.cells) {
        std::map<Copy, CellSet> inside;
        for (int i = 0; i < k_; ++i) {
          const Cell cell{from.x + i * dx, from.y + i * dy};
          inside[copy_of(tiling, cell)] |= CellSet{1} << number[at(tiling.lattice.class_of(cell))];
        }
        if (!std::any_of(inside.begin(), inside.end(), [&](const auto& part) {
              const std::vector<CellSet>& of_tile = lines.of_tile[at(part.first.tile)];
              return std::any_of(of_tile.begin(), of_tile.end(),
                                 [&](CellSet line) { return (line & ~part.second) == 0; });
            })) {
          return false;
        }
      }
    }
    return true;
  }

  // Rows of a tile shifted by `shear` against each other, in strips; the second tile, if there is
  // one, is the mirror image above the first.
  Tiling start(Random& random, int most_cells, int tiles) const {
    while (true) {
      const int columns = p_ + 2 + random.below(2 * p_ + 3);
      const int rows = p_ + 1 + random.below(p_ + 3);
      const int shear = random.below(2);
      if (columns * rows > most_cells) continue;
      Tiling tiling;
      tiling.tiles = tiles;
      tiling.lattice = {columns, random.below(2) * random.below(columns), rows * tiles};
      tiling.cells.resize(at(tiling.lattice.classes()), {0, 0});
      tiling.tile.resize(tiling.cells.size());
      for (int y = 0; y < rows * tiles; ++y) {
        for (int i = 0; i < columns; ++i) {
          const int half = y / rows;
          const int shift = shear * (y % rows);
          const Cell cell{i + (half == 0 ? shift : -shift), y};
          const int n = tiling.lattice.class_of(cell);
          tiling.cells[at(n)] = cell;
          tiling.tile[at(n)] = half;
        }
      }
      return tiling;
    }
  }

  // A cell beside some tile goes over to it (in all copies).
  static void change(Tiling& tiling, Random& random) {
    constexpr std::array<Cell, 8> around{
        {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, -1}, {1, -1}, {-1, 1}}};
    const int from = random.below(tiling.lattice.classes());
    const Cell step = around[at(random.below(8))];
    const Cell cell{tiling.cells[at(from)].x + step.x, tiling.cells[at(from)].y + step.y};
    const int n = tiling.lattice.class_of(cell);
    tiling.cells[at(n)] = cell;
    tiling.tile[at(n)] = tiling.tile[at(from)];
  }

 private:
  int p_;
  int k_;
  std::vector<double> weight_;
};

std::string picture(const Tiling& tiling) {
  std::string text;
  int left = 0, right = 0, bottom = 0, top = 0;
  for (const Cell cell : tiling.cells) {
    left = std::min(left, cell.x);
    right = std::max(right, cell.x);
    bottom = std::min(bottom, cell.y);
    top = std::max(top, cell.y);
  }
  std::map<Cell, int> there;
  for (std::size_t n = 0; n < tiling.cells.size(); ++n) there[tiling.cells[n]] = tiling.tile[n];
  for (int y = top; y >= bottom; --y) {
    text += "  ";
    for (int x = left; x <= right; ++x) {
      const auto found = there.find({x, y});
      text += found == there.end() ? '.' : static_cast<char>('A' + found->second);
    }
    text += "\n";
  }
  return text;
}

struct Options {
  int p = 2;
  int k = 11;
  int cells = 28;
  int candidates = 100;
  int steps = 1500;
  double seconds = 60;
  std::uint64_t judge_positions = 300'000;
  std::uint64_t seed = 1;
  bool verbose = false;
};

int run(const Options& options) {
  // The processor's time, so that a busy machine changes nothing.
  const std::clock_t begin = std::clock();
  const auto seconds = [&] { return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC; };
  Random random(options.seed);
  std::set<std::vector<std::vector<CellSet>>> judged;
  int tried = 0, covering = 0, drawn = 0, lost = 0, open = 0;
  for (; tried < options.candidates && seconds() < options.seconds; ++tried) {
    // Two tiles: mirror images at the start, as in the tiling of Theorem 1.
    const int tiles = 1 + random.below(2);
    const Search search(options.p, options.k, options.p + 1 + (random.below(4) > 0 ? 1 : 0),
                        1.5 + random.below(30) / 10.0);
    const int steps = random.below(options.steps + 1);
    Tiling tiling = search.start(random, options.cells, tiles);
    double now = search.lines_of(tiling, false).potential;
    Tiling best = tiling;
    double best_potential = now;
    for (int step = 0; step < steps; ++step) {
      Tiling next = tiling;
      Search::change(next, random);
      std::vector<int> size(at(tiles));
      for (const int tile : next.tile) ++size[at(tile)];
      if (*std::max_element(size.begin(), size.end()) > max_cells) continue;
      const double potential = search.lines_of(next, false).potential;
      const double heat = 0.1 * (1.0 - static_cast<double>(step) / steps) * now;
      if (potential > now + heat * random.below(1000) / 1000.0) continue;
      tiling = next;
      now = potential;
      if (now < best_potential) {
        best_potential = now;
        best = tiling;
      }
    }
    if (best_potential > 1e4) continue;
    const Lines lines = search.lines_of(best, true);
    ++covering;
    if (!search.covers(best, lines)) {
      fmt::print(stderr, "tile_search: a fault: the lines do not cover\n");
      return 4;
    }
    if (!judged.insert(lines.of_tile).second) continue;
    bool all_drawn = true;
    bool known = true;
    std::uint64_t positions = 0;
    for (int tile = 0; tile < tiles && all_drawn; ++tile) {
      LineBoard board;
      for (std::size_t n = 0; n < best.cells.size(); ++n) {
        if (best.tile[n] == tile) board.cells.push_back(best.cells[n]);
      }
      board.lines = lines.of_tile[at(tile)];
      if (board.lines.size() > static_cast<std::size_t>(max_lines)) {
        known = all_drawn = false;
        break;
      }
      if (board.lines.empty()) continue;
      StopToken stop;
      MakerBreakerSolver solver(board, definition_1(options.p), stop);
      solver.limit_positions(options.judge_positions);
      const MakerBreakerValue value = solver.solve(solver.start());
      positions += solver.positions();
      all_drawn = value == MakerBreakerValue::drawn;
      known = known && value != MakerBreakerValue::unknown;
    }
    ++(all_drawn ? drawn : known ? lost : open);
    if (options.verbose || all_drawn) {
      fmt::print("{}: potential {:.3f}, {} positions, lattice ({},0) ({},{})\n{}",
                 all_drawn ? "DRAWN"
                 : known   ? "lost"
                           : "open",
                 best_potential, positions, best.lattice.a, best.lattice.b, best.lattice.c,
                 picture(best));
    }
  }
  fmt::print(
      "p = {}, k = {}, up to {} cells: {} tilings annealed, {} cover every segment, {} different "
      "judged: {} drawn, {} won by Maker, {} not decided with {} positions; {:.0f} s\n",
      options.p, options.k, options.cells, tried, covering, judged.size(), drawn, lost, open,
      options.judge_positions, seconds());
  return drawn > 0 ? 0 : 1;
}

}  // namespace
}  // namespace inarow::maker_breaker

int main(int argc, char** argv) {
  inarow::maker_breaker::Options options;
  CLI::App app(
      "looks for tilings that prove Connect(k,p) drawn; exit code 0 if one is found, else 1");
  app.add_option("--p", options.p, "stones a move")->check(CLI::Range(1, 10));
  app.add_option("--k", options.k, "stones in a row")->check(CLI::Range(2, 60));
  app.add_option("--cells", options.cells, "of a tile at the start")->check(CLI::Range(4, 64));
  app.add_option("--candidates", options.candidates, "tilings to anneal");
  app.add_option("--steps", options.steps, "of annealing, for each");
  app.add_option("--seconds", options.seconds, "of the processor, for all");
  app.add_option("--positions", options.judge_positions, "of exact search, for each tile");
  app.add_option("--seed", options.seed, "of the random numbers");
  app.add_flag("--verbose", options.verbose, "every candidate that was judged");
  CLI11_PARSE(app, argc, argv);
  return inarow::maker_breaker::run(options);
}
