#pragma once

// Breaker in one square of a partitioned band, with exclusive squares (Chiang, Wu and Lin 2011,
// Lemmas 5 and 6). Count each of Maker's stones once for every line through it that has no stone of
// Breaker (an *active* line). Breaker keeps this sum at one or less, so one active line of the
// square at most has a stone, and that one has a single stone. What it can prove: not-losing only.

#include <compare>
#include <optional>
#include <utility>

#include "base/result.hpp"
#include "base/stop.hpp"

namespace inarow::maker_breaker {

// Row X or column s of the band.
struct BandLine {
  bool is_row = false;
  int number = 0;
  friend auto operator<=>(const BandLine&, const BandLine&) = default;
};

struct SquareQuestion {
  // Maker's stone, one at a time, and whether its lines are active.
  int x = 0;
  int s = 0;
  bool row_active = false;
  bool column_active = false;
  std::optional<BandLine> stoned;  // the active line that has a stone
  // The corner that the square lacks, if its row and its column are both active; then Maker has no
  // stone in the square yet.
  std::optional<std::pair<int, int>> corner;
};

// One stone at most: on the exclusive square of a line, or on a cell.
struct SquareReply {
  std::optional<BandLine> exclusive;
  std::optional<std::pair<int, int>> cell;
  std::optional<BandLine> stoned;  // the active line that has a stone now
};

SquareReply square_reply(const SquareQuestion& question);

// Follows the replies through all states of a square of that many rows and columns, full or without
// one corner, in which any lines may have been broken from outside: the reply is possible and keeps
// the sum at one; after the first stone a line of the missing corner is broken. States are taken up
// to the order of the lines.
// After a stop (which may be null) nothing is checked, and the error says so.
Result<void> check_square_strategy(int lines, bool lacks_corner, const StopToken* stop = nullptr);

}  // namespace inarow::maker_breaker
