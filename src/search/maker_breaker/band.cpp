#include "search/maker_breaker/band.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "base/expects.hpp"
#include "search/maker_breaker/band_partition.hpp"
#include "search/maker_breaker/square_strategy.hpp"

namespace inarow::maker_breaker {
namespace {

constexpr const char* was_stopped = "stopped before the derivation was checked";

std::size_t at(int i) { return static_cast<std::size_t>(i); }

// Every cell of the band is given to its row if s - X < floor(L / 2), else to its column. A line
// that stays active keeps the stones that were given to the other line.
Result<void> check_orientation(int l, int b) {
  int kept_by_row = 0;
  int kept_by_column = 0;
  for (int distance = 0; distance < l; ++distance) {
    const bool to_row = distance < l / 2;
    kept_by_row += to_row ? 0 : 1;
    kept_by_column += to_row ? 1 : 0;
  }
  if (kept_by_row > b || kept_by_column > b) {
    return failure(fmt::format("a line keeps more than {} stones", b));
  }
  return {};
}

// The strip of L rows with blocks of L vertical and L horizontal lines in turn is the band of width
// L (section 4.1): its cells become those of the band one to one, its lines the rows and columns.
Result<void> check_isomorphism(int l, const StopToken* stop) {
  std::vector<bool> images(at(3 * l * l));  // by x and s - x
  const auto image_of = [&](int x, int y) { return band_cell(l, {x, y}); };
  // Blocks 0 to 2: the diagonals through block 1 are whole.
  for (int block = 0; block < 3; ++block) {
    for (int i = 0; i < l; ++i) {
      if (stopped(stop)) return failure(was_stopped);
      const bool vertical = block % 2 == 0;
      std::optional<int> row;
      for (int j = 0; j < l; ++j) {
        const int x = block * l + (vertical ? i : j);
        const int y = vertical ? j : i;
        const BandCell image = image_of(x, y);
        const int place = image.s - image.x;
        if (plane_cell(l, image) != (Cell{x, y}) || image.x < 0 || image.x >= 3 * l || place < 0 ||
            place >= l || images[at(image.x * l + place)] || image.x != row.value_or(image.x)) {
          return failure(fmt::format("cell ({}, {}) of the strip has no place in the band", x, y));
        }
        images[at(image.x * l + place)] = true;
        row = image.x;
      }
    }
  }
  for (int x = l; x < 2 * l; ++x) {
    for (int y = 0; y < l; ++y) {
      // The rising diagonal through (x, 0).
      if (image_of(x + y, y).s != image_of(x, 0).s) {
        return failure("a diagonal of the strip is no column of the band");
      }
    }
  }
  return {};
}

// Every segment of k cells contains a whole line: L neighbouring cells that are one line of a band.
Result<void> check_strips(int l, int k, const StopToken* stop) {
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
    if (stopped(stop)) return failure(was_stopped);
    const bool diagonal = walk.dx != 0 && walk.dy != 0;
    int run = 0;
    int last_start = -1;  // of the last whole line, or just before the first cell
    std::pair<int, int> line;
    for (int i = 0; i < 7 * l; ++i) {
      const BandCell cell = band_cell(l, {walk.x + i * walk.dx, walk.y + i * walk.dy});
      const std::pair<int, int> now{cell.strip, diagonal ? cell.s : cell.x};
      run = i > 0 && now == line ? run + 1 : 1;
      line = now;
      // Segments that begin just after the last line's first cell must reach the end of this one.
      if (i - last_start > k) {
        return failure(fmt::format("a segment of {} cells contains no line", k));
      }
      if (run == l) last_start = i - l + 1;
    }
  }
  return {};
}

Result<void> check_step(const BandStep& step, const BandStep* before, const StopToken* stop) {
  const auto expect = [&](bool condition) -> Result<void> {
    if (!condition) return failure(fmt::format("{} does not follow", to_string(step)));
    return {};
  };
  const int l = before != nullptr ? before->length : 0;
  const int number = before != nullptr ? before->number : 0;
  const bool even = step.rule == BandRule::corners;
  Result<void> done = expect(false);
  switch (step.rule) {
    case BandRule::orientation:
      done = expect(step.exclusive && step.length >= 2 && step.number < step.length);
      return done ? check_orientation(step.length, step.number) : done;
    case BandRule::squares:
    case BandRule::corners:
      // A line in two squares and no band has two stones at most.
      done =
          expect(before != nullptr && before->exclusive && step.exclusive && number > 0 &&
                 number < l && step.length == 2 * l + (even ? 2 : 1) && step.number == number + 1);
      if (done) done = check_square_strategy(l + (even ? 2 : 1), even, stop);
      return done ? BandPartition(l, even).check(stop) : done;
    case BandRule::free_square:
      return expect(before != nullptr && before->exclusive && !step.exclusive && step.length == l &&
                    step.number == l - number - 1 && step.number > 0);
  }
  return done;
}

}  // namespace

std::vector<BandStep> derive(int p) {
  EXPECTS(p >= 1);
  // For each L the least b for which NX(L, b) is derived, and by which steps.
  std::vector<std::vector<BandStep>> best(2);
  while (true) {
    const int length = static_cast<int>(best.size());
    std::vector<BandStep> steps{{true, length, length - length / 2, BandRule::orientation}};
    const bool even = length % 2 == 0;
    const int l = even ? (length - 2) / 2 : (length - 1) / 2;
    if (l >= 2 && best[at(l)].back().number + 1 < steps.back().number) {
      steps = best[at(l)];
      steps.push_back(
          {true, length, steps.back().number + 1, even ? BandRule::corners : BandRule::squares});
    }
    best.push_back(steps);
    const int stones = length - steps.back().number - 1;
    if (stones >= p) {
      steps.push_back({false, length, stones, BandRule::free_square});
      return steps;
    }
  }
}

BandCell band_cell(int l, Cell cell) {
  const int strip = floor_div(cell.y, l);
  const int down = l - 1 - floor_mod(cell.y, l);
  const int across = floor_mod(strip, 2) == 0 ? cell.x : -1 - cell.x;
  const int block = floor_div(across, l);
  const int right = floor_mod(across, l);
  const int x = block * l + (floor_mod(block, 2) == 0 ? right : down);
  return {strip, x, block * l + right + down};
}

Cell plane_cell(int l, const BandCell& cell) {
  const int block = floor_div(cell.x, l);
  const int line = floor_mod(cell.x, l);
  const int place = cell.s - cell.x;
  const bool vertical = floor_mod(block, 2) == 0;
  const int across = block * l + (vertical ? line : place);
  const int down = vertical ? place : line;
  return {floor_mod(cell.strip, 2) == 0 ? across : -1 - across, cell.strip * l + l - 1 - down};
}

int theorem_2_d(int p) {
  int d = 1;
  while ((1 << d) - d - 2 < p) ++d;
  return d;
}

int theorem_2_k(int p) { return 3 * p + 3 * theorem_2_d(p) - 1; }

Result<int> check_derivation(const std::vector<BandStep>& steps, int p, const StopToken* stop) {
  if (steps.empty()) return failure("there are no steps");
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Result<void> step = check_step(steps[i], i > 0 ? &steps[i - 1] : nullptr, stop);
    if (!step) return failure(fmt::format("step {}: {}", i + 1, step.error().message), i + 1);
  }
  const BandStep& last = steps.back();
  if (last.exclusive || last.number < p) {
    return failure(fmt::format("the last step is not N(L, {})", p), steps.size());
  }
  const int k = 3 * last.length - 1;
  const Result<void> isomorphic = check_isomorphism(last.length, stop);
  if (!isomorphic) return tl::unexpected<Error>(isomorphic.error());
  const Result<void> covered = check_strips(last.length, k, stop);
  if (!covered) return tl::unexpected<Error>(covered.error());
  return k;
}

const char* rule_name(BandRule rule) {
  constexpr std::array<const char*, 4> names{"orientation", "squares", "corners", "free-square"};
  return names[static_cast<std::size_t>(rule)];
}

std::string to_string(const BandStep& step) {
  return fmt::format("{}({},{}) by {}", step.exclusive ? "NX" : "N", step.length, step.number,
                     rule_name(step.rule));
}

}  // namespace inarow::maker_breaker
