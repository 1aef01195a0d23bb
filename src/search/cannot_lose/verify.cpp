#include "search/cannot_lose/verify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/expects.hpp"

namespace inarow::cannot_lose {
namespace {

// The stones of a column bottom-up as 'A' and 'D', and whether it is frozen.
struct PlainColumn {
  std::string stones;
  bool frozen = false;
  int height() const { return static_cast<int>(stones.size()); }
  friend auto operator<=>(const PlainColumn&, const PlainColumn&) = default;
};
using Columns = std::vector<PlainColumn>;
using Cells = std::array<Cell, 4>;

// No state is so high, with two stones more, that a line above this row is looked at.
constexpr int highest_row = max_stack + 8;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

class Verifier {
 public:
  Verifier(const Strategy& strategy, const StopToken* stop)
      : strategy_(strategy),
        stop_(stop),
        width_(strategy.ground().width),
        height_(strategy.ground().height),
        cylinder_(strategy.ground().cylinder) {
    for (int r = 0; r <= highest_row; ++r) add_lines(r);
  }

  Result<Verified> run() {
    for (const auto& [state, plan] : strategy_.entries()) {
      if (stopped(stop_)) return failure("stopped before the strategy was verified");
      if (!known_.emplace(least_image(plain(state)), true).second) {
        return refuse(plain(state), "stands there twice");
      }
    }
    Columns start(at(width_));
    if (strategy_.defender() == Player::first) {
      const int c = strategy_.first_column();
      if (c < 0 || c >= width_) return failure("the first column is not on the board");
      start[at(c)].stones.push_back('D');
    }
    if (!known(start)) return refuse(start, "is the start and has no entry");
    Verified verified;
    for (const auto& [state, plan] : strategy_.entries()) {
      if (stopped(stop_)) return failure("stopped before the strategy was verified");
      const Result<void> entry = check(plain(state), plan, verified);
      if (!entry) return tl::unexpected<Error>(entry.error());
      ++verified.states;
    }
    return verified;
  }

 private:
  Columns plain(const State& state) const {
    Columns columns(at(width_));
    for (int c = 0; c < width_; ++c) {
      for (int r = 0; r < state.height(c); ++r) {
        columns[at(c)].stones += (state.attacker(c) >> r & 1U) != 0 ? 'A' : 'D';
      }
      columns[at(c)].frozen = state.frozen(c);
    }
    return columns;
  }

  static std::string text(const Columns& columns) {
    std::string result;
    for (const PlainColumn& column : columns) {
      result += fmt::format("{}{}{}", result.empty() ? "" : " ",
                            column.stones.empty() ? "-" : column.stones, column.frozen ? "*" : "");
    }
    return result;
  }

  static tl::unexpected<Error> refuse(const Columns& columns, const std::string& reason) {
    return failure(fmt::format("state \"{}\" {}", text(columns), reason));
  }

  // The least of the images under the symmetries of the ground.
  Columns least_image(Columns columns) const {
    Columns least = columns;
    for (int mirror = 0; mirror < 2; ++mirror) {
      for (int turn = 0; turn < (cylinder_ ? width_ : 1); ++turn) {
        least = std::min(least, columns);
        if (cylinder_) std::rotate(columns.begin(), columns.begin() + 1, columns.end());
      }
      std::reverse(columns.begin(), columns.end());
    }
    return least;
  }

  bool known(const Columns& columns) const { return known_.contains(least_image(columns)); }

  // The lines whose lowest row is r: four different cells.
  void add_lines(int r) {
    constexpr std::array<std::pair<int, int>, 4> steps{{{0, 1}, {1, 0}, {1, 1}, {-1, 1}}};
    for (int c = 0; c < width_; ++c) {
      for (const auto& [dc, dr] : steps) {
        Cells cells{};
        bool on_board = true;
        for (int i = 0; i < 4; ++i) {
          int x = c + i * dc;
          const int y = r + i * dr;
          if (cylinder_) x = (x + 4 * width_) % width_;
          on_board = on_board && x >= 0 && x < width_ && (height_ == 0 || y < height_);
          cells[at(i)] = {x, y};
        }
        const std::set<Cell> different(cells.begin(), cells.end());
        if (on_board && different.size() == 4) lines_.emplace_back(r, cells);
      }
    }
  }

  // f holds for every line whose lowest row is at most `top`.
  template <class F>
  bool every_line(int top, F&& f) const {
    EXPECTS(top <= highest_row);
    for (const auto& [row, cells] : lines_) {
      if (row > top) return true;
      if (!f(cells)) return false;
    }
    return true;
  }

  // Who gets the cell: its stone, or in a frozen column whose it will be; ' ' if nobody knows.
  static char owner(const Columns& columns, Cell cell) {
    const PlainColumn& column = columns[at(cell.x)];
    if (cell.y < column.height()) return column.stones[at(cell.y)];
    if (!column.frozen) return ' ';
    return (cell.y - column.height()) % 2 == 0 ? 'A' : 'D';
  }

  int highest(const Columns& columns) const {
    int top = 0;
    for (const PlainColumn& column : columns) top = std::max(top, column.height());
    return top;
  }

  // D has a line in his stones and his cells of rows h_c .. limit[c].
  bool has_line_within(const Columns& columns, const std::map<int, int>& limit) const {
    return !every_line(highest(columns) + 4, [&](const Cells& line) {
      return !std::all_of(line.begin(), line.end(), [&](Cell cell) {
        if (owner(columns, cell) != 'D') return false;
        if (cell.y < columns[at(cell.x)].height()) return true;
        const auto found = limit.find(cell.x);
        return found != limit.end() && cell.y <= found->second;
      });
    });
  }

  // All potential lines are undercut; with `u` >= 0 only those through the top stone of column u,
  // which A has just played.
  bool is_safe(const Columns& columns, int u) const {
    const Cell stone{u, u >= 0 ? columns[at(u)].height() - 1 : 0};
    return every_line(highest(columns) + 2, [&](const Cells& line) {
      if (u >= 0 && std::find(line.begin(), line.end(), stone) == line.end()) return true;
      std::map<int, int> m;  // N and the highest row of the line in each of its columns
      for (const Cell cell : line) {
        if (owner(columns, cell) != 'A') return true;  // not potential
        if (cell.y < columns[at(cell.x)].height()) continue;
        m[cell.x] = std::max(m[cell.x], cell.y);
      }
      if (m.empty()) return false;
      std::map<int, int> answered;
      for (const auto& [c, row] : m) answered[c] = row + 1;
      if (u >= 0) return has_line_within(columns, answered);
      return std::all_of(m.begin(), m.end(), [&](const auto& last) {
        std::map<int, int> fill = answered;
        fill[last.first] = last.second - 1;
        return has_line_within(columns, fill);
      });
    });
  }

  bool room(const PlainColumn& column) const { return height_ == 0 || column.height() < height_; }
  bool promise_can_be_kept(const PlainColumn& column) const {
    return height_ == 0 || (height_ - column.height()) % 2 == 0;
  }

  // Rows more than three below the lowest stack are deleted.
  void delete_dead_rows(Columns& columns) const {
    if (height_ != 0) return;
    int lowest = columns[0].height();
    for (const PlainColumn& column : columns) lowest = std::min(lowest, column.height());
    if (lowest <= 3) return;
    for (PlainColumn& column : columns) column.stones.erase(0, at(lowest - 3));
  }

  Result<void> check(const Columns& columns, const Plan& plan, Verified& verified) const {
    for (const PlainColumn& column : columns) {
      if (column.frozen && !promise_can_be_kept(column)) {
        return refuse(columns, "has a frozen column with an odd number of cells left");
      }
    }
    if (!is_safe(columns, -1)) return refuse(columns, "has a line of A that is not undercut");
    if (plan.freeze != 0) return check_freeze(columns, plan.freeze);
    for (int c = 0; c < width_; ++c) {
      if (columns[at(c)].frozen || !room(columns[at(c)])) continue;
      const Result<void> reply = check_reply(columns, c, plan.replies[at(c)]);
      if (!reply) return reply;
      ++verified.moves;
    }
    return {};
  }

  Result<void> check_freeze(const Columns& columns, std::uint32_t freeze) const {
    if (freeze >> width_ != 0) return refuse(columns, "freezes a column outside the board");
    Columns next = columns;
    bool all = true;
    for (int c = 0; c < width_; ++c) {
      if ((freeze >> c & 1U) != 0) next[at(c)].frozen = true;
      if (next[at(c)].frozen && !promise_can_be_kept(next[at(c)])) {
        return refuse(columns, "freezes a column with an odd number of cells left");
      }
      all = all && next[at(c)].frozen;
    }
    if (!is_safe(next, -1)) return refuse(columns, "freezes columns and loses");
    if (!all && (next == columns || !known(next))) {
      return refuse(columns, "freezes columns and leads to a state without entry");
    }
    return {};
  }

  Result<void> check_reply(const Columns& columns, int c, const Reply& reply) const {
    const auto complain = [&](const char* reason) {
      return refuse(columns, fmt::format("after A's move in column {}: {}", c + 1, reason));
    };
    Columns next = columns;
    next[at(c)].stones += 'A';
    if (!is_safe(next, c)) return complain("A wins, or a line of A is not undercut");
    if (reply.kind == ReplyKind::none) return complain("there is no reply");
    const int d = reply.column;
    if (d < 0 || d >= width_) return complain("the reply is outside the board");
    if (next[at(d)].frozen || !room(next[at(d)])) return complain("D cannot play there");
    next[at(d)].stones += 'D';
    if (reply.kind == ReplyKind::win) {
      const Cell stone{d, next[at(d)].height() - 1};
      const bool lost = every_line(highest(next), [&](const Cells& line) {
        return std::find(line.begin(), line.end(), stone) == line.end() ||
               !std::all_of(line.begin(), line.end(), [&](Cell cell) {
                 const std::string& stones = next[at(cell.x)].stones;
                 return at(cell.y) < stones.size() && stones[at(cell.y)] == 'D';
               });
      });
      if (lost) return complain("D completes no line");
      return {};
    }
    if (reply.kind == ReplyKind::follow) {
      if (d != c) return complain("D does not follow up");
      next[at(c)].frozen = true;
    }
    delete_dead_rows(next);
    if (!known(next)) return complain("the state after the reply has no entry");
    return {};
  }

  const Strategy& strategy_;
  const StopToken* stop_;
  int width_;
  int height_;
  bool cylinder_;
  std::vector<std::pair<int, Cells>> lines_;  // with their lowest rows, these in order
  std::map<Columns, bool> known_;
};

}  // namespace

Result<Verified> verify(const Strategy& strategy, const StopToken* stop) {
  return Verifier(strategy, stop).run();
}

}  // namespace inarow::cannot_lose
