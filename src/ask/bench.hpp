#pragma once

// The suites of `inarow bench`: deterministic node counts, and timings. One thread, no book.

#include <cstdint>
#include <functional>
#include <string>

#include "ask/work.hpp"

namespace inarow {

struct BenchRow {
  std::string name;
  std::string result;
  int positions = 1;
  std::uint64_t nodes = 0;
  double seconds = 0;  // of the processor
};

enum class BenchSuite : std::uint8_t {
  drop,       // positions and empty boards of Connect-Four and its relatives
  drop_sizes  // the empty boards up to width + height 13
};

// Calls `row` for each; the last ones are missing after a stop. Without `rules` nothing is taken
// from Allis's rules.
void run_bench(BenchSuite suite, bool rules, const Work& work,
               const std::function<void(const BenchRow&)>& row);

}  // namespace inarow
