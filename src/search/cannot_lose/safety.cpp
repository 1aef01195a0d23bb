#include "search/cannot_lose/safety.hpp"

#include <algorithm>

namespace inarow::cannot_lose {
namespace {

using Mask = std::uint32_t;
constexpr Mask even_rows = 0x55555555U;

constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }

// What is and will be of the columns, repeated beyond the seam of a cylinder.
struct Future {
  explicit Future(const Ground& g) : ground(g) {
    limit = g.height != 0 ? low_bits<Mask>(g.height) : ~Mask{0};
  }

  void set(int c, int height, Mask attacker_now, Mask defender_now, bool frozen) {
    highest = std::max(highest, height);
    heights[at(c)] = static_cast<std::int8_t>(height);
    Mask a = attacker_now;
    Mask d = defender_now;
    if (frozen) {
      const Mask above = ~low_bits<Mask>(height) & limit;
      const Mask own = height % 2 == 0 ? even_rows : ~even_rows;
      a |= above & own;
      d |= above & ~own;
    }
    attackers[at(c)] = a;
    defenders[at(c)] = d;
  }

  // Columns beyond the seam.
  void close() {
    if (!ground.cylinder) return;
    for (int i = 0; i < 3; ++i) {
      attackers[at(ground.width + i)] = attackers[at(i % ground.width)];
      defenders[at(ground.width + i)] = defenders[at(i % ground.width)];
    }
  }

  const Ground& ground;
  Mask limit;
  int highest = 0;
  std::array<Mask, max_width + 3> attackers{};
  std::array<Mask, max_width + 3> defenders{};
  std::array<std::int8_t, max_width> heights{};
};

// Four cells: from column `c` on, the row of the first cell and the step to the next one.
struct Line {
  int c;
  int row;
  int dc;
  int dr;
};

// Calls f(Line) for every line in the cells whose lowest row is below `rows`; stops when f says
// false, and returns whether it never did.
template <class F>
bool for_lines(const Ground& ground, const std::array<Mask, max_width + 3>& cells, int rows,
               F&& f) {
  const Mask low = low_bits<Mask>(std::min(rows, 32));
  const auto each = [&](Mask found, int c, int lift, int dc, int dr) {
    for (found &= low; found != 0; found &= found - 1) {
      if (!f(Line{c, std::countr_zero(found) + lift, dc, dr})) return false;
    }
    return true;
  };
  const int w = ground.width;
  for (int c = 0; c < w; ++c) {
    const Mask m = cells[at(c)];
    if (!each(m & m >> 1 & m >> 2 & m >> 3, c, 0, 0, 1)) return false;
  }
  const int starts = ground.cylinder ? w : w - 3;
  if (w == 1) return true;  // the diagonals of one column are its vertical lines
  for (int c = 0; c < starts; ++c) {
    const Mask m0 = cells[at(c)];
    const Mask m1 = cells[at(c + 1)];
    const Mask m2 = cells[at(c + 2)];
    const Mask m3 = cells[at(c + 3)];
    if (w >= 4 && !each(m0 & m1 & m2 & m3, c, 0, 1, 0)) return false;
    if (!each(m0 & m1 >> 1 & m2 >> 2 & m3 >> 3, c, 0, 1, 1)) return false;
    if (!each(m0 >> 3 & m1 >> 2 & m2 >> 1 & m3, c, 3, 1, -1)) return false;
  }
  return true;
}

// The cells of a line above the stacks: which columns, and the highest row in each.
struct Need {
  int count;
  std::array<std::int8_t, 4> column;
  std::array<std::int8_t, 4> row;
};

Need need_of(const Future& future, const Line& line) {
  Need need;
  need.count = 0;
  for (int i = 0; i < 4; ++i) {
    const int c = (line.c + i * line.dc) % future.ground.width;
    const int r = line.row + i * line.dr;
    if (r < future.heights[at(c)]) continue;
    int k = 0;
    while (k < need.count && need.column[at(k)] != c) ++k;
    if (k == need.count) {
      need.column[at(k)] = static_cast<std::int8_t>(c);
      need.row[at(k)] = static_cast<std::int8_t>(r);
      ++need.count;
    } else {
      need.row[at(k)] = std::max(need.row[at(k)], static_cast<std::int8_t>(r));
    }
  }
  return need;
}

// D's potential lines, found when the first potential line of A asks for them.
class Undercuts {
 public:
  explicit Undercuts(const Future& future) : future_(future) {}

  // D has a line in his stones and his cells of the columns of `need` up to m + 1, in column `last`
  // up to m - 1.
  bool before(const Need& need, int last) {
    if (!listed_) list();
    std::array<std::int8_t, max_width> top;
    top.fill(-1);
    for (int k = 0; k < need.count; ++k) {
      const int c = need.column[at(k)];
      const int m = need.row[at(k)];
      top[at(c)] = static_cast<std::int8_t>(c == last ? m - 1 : m + 1);
    }
    for (int i = 0; i < count_; ++i) {
      const Need& line = lines_[at(i)];
      bool inside = true;
      for (int k = 0; k < line.count && inside; ++k) {
        inside = line.row[at(k)] <= top[at(line.column[at(k)])];
      }
      if (inside) return true;
    }
    return false;
  }

 private:
  void list() {
    listed_ = true;
    for_lines(future_.ground, future_.defenders, future_.highest + 4, [&](const Line& line) {
      if (count_ < static_cast<int>(lines_.size())) lines_[at(count_++)] = need_of(future_, line);
      return true;
    });
  }

  const Future& future_;
  bool listed_ = false;
  int count_ = 0;
  std::array<Need, 512> lines_;
};

Future future_of(const Ground& ground, const State& state, bool all) {
  Future future(ground);
  for (int c = 0; c < ground.width; ++c) {
    future.set(c, state.height(c), state.attacker(c), state.defender(c), all || state.frozen(c));
  }
  future.close();
  return future;
}

bool undercut_everywhere(const Future& future) {
  Undercuts undercuts(future);
  return for_lines(future.ground, future.attackers, future.highest + 3, [&](const Line& line) {
    const Need need = need_of(future, line);
    if (need.count == 0) return false;
    for (int k = 0; k < need.count; ++k) {
      if (!undercuts.before(need, need.column[at(k)])) return false;
    }
    return true;
  });
}

}  // namespace

bool safe(const Ground& ground, const State& state) {
  return undercut_everywhere(future_of(ground, state, false));
}

bool safe_if_all_frozen(const Ground& ground, const State& state) {
  return undercut_everywhere(future_of(ground, state, true));
}

bool safe_after_move(const Ground& ground, const State& state, int u) {
  const Future future = future_of(ground, state, false);
  const int row = state.height(u) - 1;
  Undercuts undercuts(future);
  return for_lines(ground, future.attackers, future.highest + 3, [&](const Line& line) {
    bool through = false;
    for (int i = 0; i < 4; ++i) {
      through =
          through || ((line.c + i * line.dc) % ground.width == u && line.row + i * line.dr == row);
    }
    if (!through) return true;
    const Need need = need_of(future, line);
    return need.count != 0 && undercuts.before(need, -1);
  });
}

bool completes_line(const Ground& ground, const State& state, int c) {
  std::array<Mask, max_width + 3> mine{};
  for (int i = 0; i < ground.width; ++i) mine[at(i)] = state.defender(i);
  mine[at(c)] |= Mask{1} << state.height(c);
  if (ground.cylinder) {
    for (int i = 0; i < 3; ++i) mine[at(ground.width + i)] = mine[at(i % ground.width)];
  }
  const int row = state.height(c);
  return !for_lines(ground, mine, 32, [&](const Line& line) {
    for (int i = 0; i < 4; ++i) {
      if ((line.c + i * line.dc) % ground.width == c && line.row + i * line.dr == row) return false;
    }
    return true;
  });
}

}  // namespace inarow::cannot_lose
