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
constexpr Formula one_stone_formula{0.1, 0.05, 0.05, 0.05, 0.02, 0.04, {0.25, 0.4, 0.55, 0.7}};
constexpr Formula more_stones_formula{0.1, 0.05, 0.05, 0.05, 0.02, 0.04, {0.25, 0.4, 0.55, 0.7}};

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
