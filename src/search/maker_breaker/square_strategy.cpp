#include "search/maker_breaker/square_strategy.hpp"

#include <fmt/format.h>

#include <array>
#include <vector>

namespace inarow::maker_breaker {
namespace {

BandLine row(int x) { return {true, x}; }
BandLine column(int s) { return {false, s}; }

// Rows 0 .. rows - 1 and columns 0 .. columns - 1 are active. The stone of a stoned line 0 lies on
// the first line of the other kind that is not active.
struct SquareState {
  int lines = 0;
  int rows = 0;
  int columns = 0;
  std::optional<BandLine> stoned;
  bool lacks_corner = false;  // (0, 0)
};

Result<void> check_reply(const SquareState& state, int x, int s) {
  const SquareQuestion question{x,
                                s,
                                x < state.rows,
                                s < state.columns,
                                state.stoned,
                                state.lacks_corner ? std::optional(std::pair(0, 0)) : std::nullopt};
  const SquareReply reply = square_reply(question);
  const auto wrong = [&](const char* what) {
    return failure(fmt::format("{} x {} lines, {} and {} active, stone on ({}, {}): {}",
                               state.lines, state.lines, state.rows, state.columns, x, s, what));
  };
  std::vector<std::pair<int, int>> stones{{x, s}};
  if (state.stoned) {
    stones.emplace_back(state.stoned->is_row ? 0 : state.rows,
                        state.stoned->is_row ? state.columns : 0);
  }
  if (reply.exclusive && reply.cell) return wrong("two stones in reply to one");
  std::vector<BandLine> broken;
  if (reply.exclusive) broken.push_back(*reply.exclusive);
  if (reply.cell) {
    const auto [a, b] = *reply.cell;
    if (a < 0 || b < 0 || a >= state.lines || b >= state.lines) return wrong("outside");
    if (state.lacks_corner && a == 0 && b == 0) return wrong("a reply on the missing corner");
    for (const auto& stone : stones) {
      if (stone == *reply.cell) return wrong("a reply on a stone");
    }
    broken = {row(a), column(b)};
  }
  const auto active = [&](const BandLine& line) {
    if (line.number >= (line.is_row ? state.rows : state.columns)) return false;
    for (const BandLine& other : broken) {
      if (other == line) return false;
    }
    return true;
  };
  int sum = 0;
  std::optional<BandLine> stoned;
  for (const auto& [a, b] : stones) {
    for (const BandLine line : {row(a), column(b)}) {
      if (!active(line)) continue;
      ++sum;
      stoned = line;
    }
  }
  if (sum > 1) return wrong("too many stones on active lines");
  if (stoned != reply.stoned) return wrong("not the line that has a stone now");
  if (state.lacks_corner && active(row(0)) && active(column(0))) return wrong("the corner is open");
  return {};
}

}  // namespace

SquareReply square_reply(const SquareQuestion& q) {
  SquareReply reply;
  const auto if_active = [](bool active, BandLine line) {
    return active ? std::optional(line) : std::nullopt;
  };
  if (q.corner) {
    const auto [corner_x, corner_s] = *q.corner;
    if (q.x == corner_x) {
      reply.exclusive = row(q.x);
      reply.stoned = if_active(q.column_active, column(q.s));
    } else if (q.s == corner_s) {
      reply.exclusive = column(q.s);
      reply.stoned = if_active(q.row_active, row(q.x));
    } else {
      reply.cell = std::pair(q.x, corner_s);
      reply.stoned = if_active(q.column_active, column(q.s));
    }
    return reply;
  }
  if (q.stoned == row(q.x)) {
    reply.exclusive = q.stoned;
    reply.stoned = if_active(q.column_active, column(q.s));
  } else if (q.stoned == column(q.s)) {
    reply.exclusive = q.stoned;
    reply.stoned = if_active(q.row_active, row(q.x));
  } else if (!q.stoned) {
    if (q.row_active && q.column_active) reply.exclusive = row(q.x);
    reply.stoned = q.column_active ? std::optional(column(q.s)) : if_active(q.row_active, row(q.x));
  } else if (q.row_active && q.column_active) {
    // Three active lines with a stone each: one stone breaks two of them.
    reply.cell =
        q.stoned->is_row ? std::pair(q.stoned->number, q.s) : std::pair(q.x, q.stoned->number);
    reply.stoned = q.stoned->is_row ? row(q.x) : column(q.s);
  } else {
    if (q.row_active) reply.exclusive = row(q.x);
    if (q.column_active) reply.exclusive = column(q.s);
    reply.stoned = q.stoned;
  }
  return reply;
}

Result<void> check_square_strategy(int lines, bool lacks_corner, const StopToken* stop) {
  for (int rows = 0; rows <= lines; ++rows) {
    if (stopped(stop)) return failure("stopped before the squares were checked");
    for (int columns = 0; columns <= lines; ++columns) {
      std::vector<SquareState> states{{lines, rows, columns, std::nullopt, false}};
      if (rows > 0 && columns < lines) states.push_back({lines, rows, columns, row(0), false});
      if (columns > 0 && rows < lines) states.push_back({lines, rows, columns, column(0), false});
      if (lacks_corner && rows > 0 && columns > 0) {
        states.push_back({lines, rows, columns, std::nullopt, true});
      }
      // Line 0, another active line, and those not active with and without the stone, if any.
      const std::array<int, 4> of_row{0, 1, rows, rows + 1};
      const std::array<int, 4> of_column{0, 1, columns, columns + 1};
      for (const SquareState& state : states) {
        for (const int x : of_row) {
          for (const int s : of_column) {
            if (x >= lines || s >= lines) continue;
            if (state.lacks_corner && x == 0 && s == 0) continue;
            if (state.stoned && std::pair(x, s) == (state.stoned->is_row ? std::pair(0, columns)
                                                                         : std::pair(rows, 0))) {
              continue;
            }
            const Result<void> kept = check_reply(state, x, s);
            if (!kept) return kept;
          }
        }
      }
    }
  }
  return {};
}

}  // namespace inarow::maker_breaker
