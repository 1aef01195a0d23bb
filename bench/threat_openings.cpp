// Which first moves of a game on the infinite board win by threats? All shapes of q stones whose
// coordinates differ by at most --distance, one of each class under translation, rotation and
// reflection, are put to the threat search.
//
//   threat_openings                                     Connect(6,2,3), distance 3, order 3
//   threat_openings --game "Connect(5,1,3)" --order 2 --nodes 1000000
//
// A shape that is not proved may win all the same: "no" says that the attack failed before the
// limit (even a defender who passes is not beaten by order r - p, or a defense holds), "limit" that
// the nodes ran out. The defenses that hold: inarow solve GAME --method threat --defenses --moves
// ...

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <set>
#include <vector>

#include "rules/notation.hpp"
#include "search/threat_space/threat_search.hpp"

namespace inarow::threats {
namespace {

using Shape = std::vector<Cell>;

// The smallest of the shape's images, with its corner at 0,0.
Shape canonical(const Shape& shape) {
  Shape best;
  for (int image = 0; image < 8; ++image) {
    Shape cells;
    for (Cell cell : shape) {
      if ((image & 4) != 0) std::swap(cell.x, cell.y);
      if ((image & 1) != 0) cell.x = -cell.x;
      if ((image & 2) != 0) cell.y = -cell.y;
      cells.push_back(cell);
    }
    int left = cells[0].x;
    int bottom = cells[0].y;
    for (const Cell cell : cells) {
      left = std::min(left, cell.x);
      bottom = std::min(bottom, cell.y);
    }
    for (Cell& cell : cells) cell = {cell.x - left, cell.y - bottom};
    std::sort(cells.begin(), cells.end());
    if (best.empty() || cells < best) best = cells;
  }
  return best;
}

std::set<Shape> all_shapes(int stones, int distance) {
  std::set<Shape> shapes;
  Shape shape;
  const auto extend = [&](auto& self, int from) -> void {
    if (static_cast<int>(shape.size()) == stones) {
      shapes.insert(canonical(shape));
      return;
    }
    for (int i = from; i < (distance + 1) * (distance + 1); ++i) {
      shape.push_back({i % (distance + 1), i / (distance + 1)});
      self(self, i + 1);
      shape.pop_back();
    }
  };
  extend(extend, 0);
  return shapes;
}

std::string picture(const Shape& shape) {
  int right = 0;
  int top = 0;
  for (const Cell cell : shape) {
    right = std::max(right, cell.x);
    top = std::max(top, cell.y);
  }
  std::string text;
  for (int y = top; y >= 0; --y) {
    for (int x = 0; x <= right; ++x) {
      text += std::find(shape.begin(), shape.end(), Cell{x, y}) != shape.end() ? 'X' : '.';
    }
    if (y > 0) text += '/';
  }
  return text;
}

}  // namespace
}  // namespace inarow::threats

int main(int argc, char** argv) {
  using namespace inarow;
  using namespace inarow::threats;
  std::string game_text = "Connect(6,2,3)";
  int distance = 3;
  ThreatLimits limits;
  limits.order = 3;
  limits.nodes = 300'000;
  std::string only;
  CLI::App app("first moves that win by threats");
  app.add_option("--game", game_text, "an infinite placement game");
  app.add_option("--distance", distance, "greatest difference of coordinates")
      ->check(CLI::Range(1, 8));
  app.add_option("--order", limits.order, "highest order")->check(CLI::Range(1, 4));
  app.add_option("--nodes", limits.nodes, "limit for each shape");
  app.add_option("--nodes-a-search", limits.nodes_a_search, "limit for each search of order 1");
  app.add_option("--moves-of-order", limits.moves_of_order, "moves of orders above 1 in a line");
  app.add_option("--width", limits.width, "moves tried of orders above 1");
  app.add_option("--shape", only, "only the shape with this picture, such as X.X/.X.");
  CLI11_PARSE(app, argc, argv);
  const Result<GameSpec> spec = GameSpec::parse(game_text);
  if (!spec || spec->placement() == nullptr || spec->placement()->board) {
    fmt::print(stderr, "{} is no placement game on the infinite board\n", game_text);
    return 2;
  }
  if (const auto obstacle = ThreatSearch::obstacle(*spec)) {
    fmt::print(stderr, "{}\n", *obstacle);
    return 2;
  }
  int won = 0;
  int open = 0;
  const std::set<Shape> shapes = all_shapes(spec->placement()->q, distance);
  for (const Shape& shape : shapes) {
    const std::string drawn = picture(shape);
    if (!only.empty() && drawn != only) continue;
    std::vector<Stone> stones;
    for (const Cell cell : shape) stones.push_back({cell, Player::first});
    const auto start = std::chrono::steady_clock::now();
    ThreatSearch search(*spec->placement(), stones, Player::first, limits);
    const std::optional<ThreatWin> win = search.find_win_after_defense();
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
    won += win ? 1 : 0;
    open += !win && search.stopped() ? 1 : 0;
    fmt::print("{:<20} {:<6} {:>10} nodes {:>8.2f} s  {}\n", drawn,
               win                ? fmt::format("won {}", win->order)
               : search.stopped() ? "limit"
                                  : "no",
               search.nodes(), time.count(), format_move(*spec, shape));
    std::fflush(stdout);
  }
  fmt::print("{} shapes, {} proved, {} at the limit\n", shapes.size(), won, open);
  return 0;
}
