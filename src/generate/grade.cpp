#include "generate/grade.hpp"

#include <algorithm>
#include <array>

namespace inarow::puzzles {
namespace {

// What each measure adds, and where the grades end.
struct Formula {
  double constant;
  double length;
  double tempting;
  double quiet;
  double counter;
  double depth;
  std::array<double, grades - 1> ends;
};

constexpr Formula drop_formula{
    0.2063, 0, 0.0417, 0.0017, 0.0167, 0.0462, {0.3457, 0.5226, 0.655, 0.7241}};
// The fit has depth alone (0.229); the small weights of the others were chosen by hand to tell
// puzzles of the same depth apart, and so were the thresholds.
constexpr Formula one_stone_formula{-0.19, 0.02, 0.01, 0.02, 0.01, 0.21, {0.075, 0.2, 0.4, 0.6}};
constexpr Formula more_stones_formula{
    -0.2653, 0.0492, 0.017, 0, 0, 0.1486, {0.0802, 0.2283, 0.5778, 0.7265}};

const Formula& formula_of(const GameSpec& spec) {
  if (spec.drop() != nullptr) return drop_formula;
  return spec.placement()->p == 1 ? one_stone_formula : more_stones_formula;
}

}  // namespace

double difficulty_of(const Puzzle& puzzle) {
  const Formula& f = formula_of(puzzle.game.spec());
  const Measures& m = puzzle.measures;
  return f.constant + f.length * puzzle.length + f.tempting * m.tempting + f.quiet * m.quiet +
         f.counter * m.counter + f.depth * m.depth;
}

int grade_of(const Puzzle& puzzle) {
  const double difficulty = difficulty_of(puzzle);
  const auto& ends = formula_of(puzzle.game.spec()).ends;
  return 1 + static_cast<int>(std::count_if(ends.begin(), ends.end(),
                                            [&](double end) { return difficulty >= end; }));
}

double first_rating(int grade) { return 800 + 200.0 * grade; }

}  // namespace inarow::puzzles
