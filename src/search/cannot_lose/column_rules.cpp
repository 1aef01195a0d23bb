#include "search/cannot_lose/column_rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/expects.hpp"
#include "rules/notation.hpp"

namespace inarow::cannot_lose {
namespace {

// Stones bottom-up as A and D of the one or two columns of a component, A to move.
using Stacks = std::vector<std::string>;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

struct Component {
  std::vector<int> columns;
  std::set<Stacks> reachable;

  // The component's own number of the column, or -1.
  int number_of(int column) const {
    const auto found = std::find(columns.begin(), columns.end(), column);
    return found == columns.end() ? -1 : static_cast<int>(found - columns.begin());
  }
};

char at_cell(const Stacks& stacks, int column, int row) {
  const std::string& stack = stacks[at(column)];
  return row >= 0 && at(row) < stack.size() ? stack[at(row)] : ' ';
}

// D's answer by the rules; false if he has none.
bool answer(Stacks& stacks, int moved, bool first, int height) {
  int d = moved;
  if (stacks.size() == 2 && (first || static_cast<int>(stacks[at(moved)].size()) == height)) {
    d = 1 - moved;
  }
  if (static_cast<int>(stacks[at(d)].size()) == height) return false;
  stacks[at(d)].push_back('D');
  return true;
}

Result<void> explore(Component& component, Stacks start, int height) {
  std::vector<Stacks> open{std::move(start)};
  while (!open.empty()) {
    const Stacks stacks = open.back();
    open.pop_back();
    if (!component.reachable.insert(stacks).second) continue;
    const bool first =
        std::all_of(stacks.begin(), stacks.end(), [](const std::string& s) { return s.empty(); });
    for (int c = 0; c < static_cast<int>(stacks.size()); ++c) {
      if (static_cast<int>(stacks[at(c)].size()) == height) continue;
      Stacks next = stacks;
      next[at(c)].push_back('A');
      component.reachable.insert(next);  // A may complete a line before the answer
      if (!answer(next, c, first, height)) {
        return failure(fmt::format("D has no answer in column {}", component.columns[at(c)] + 1));
      }
      open.push_back(next);
    }
  }
  return {};
}

// The line cannot be completed, or only after D's line just below it.
bool harmless(const std::vector<Component>& components, const std::vector<Cell>& line) {
  bool below = true;
  for (const Component& component : components) {
    std::vector<Cell> own;
    for (const Cell cell : line) {
      const int number = component.number_of(cell.x);
      if (number >= 0) own.push_back({number, cell.y});
    }
    if (own.empty()) continue;
    bool possible = false;
    for (const Stacks& stacks : component.reachable) {
      if (!std::all_of(own.begin(), own.end(),
                       [&](Cell c) { return at_cell(stacks, c.x, c.y) == 'A'; })) {
        continue;
      }
      possible = true;
      below = below && std::all_of(own.begin(), own.end(),
                                   [&](Cell c) { return at_cell(stacks, c.x, c.y - 1) == 'D'; });
    }
    if (!possible) return true;
  }
  return below;
}

Result<std::vector<Component>> explore_all(const ColumnRules& rules, int height) {
  std::vector<Component> components;
  std::set<int> seen;
  const auto add = [&](std::vector<int> columns, Stacks start) -> Result<void> {
    for (const int c : columns) {
      if (c < 0 || c >= rules.width || !seen.insert(c).second) {
        return failure(fmt::format("column {} has two rules or is not on the board", c + 1));
      }
    }
    components.push_back({std::move(columns), {}});
    return explore(components.back(), std::move(start), height);
  };
  Result<void> added;
  for (const int c : rules.singles) {
    if (added = add({c}, {""}); !added) return tl::unexpected<Error>(added.error());
  }
  for (const auto& [c, d] : rules.pairs) {
    if (added = add({c, d}, {"", ""}); !added) return tl::unexpected<Error>(added.error());
  }
  for (const auto& [c, d] : rules.begun) {
    if (added = add({c, d}, {"A", "D"}); !added) return tl::unexpected<Error>(added.error());
  }
  if (static_cast<int>(seen.size()) != rules.width) return failure("a column has no rule");
  return components;
}

// Every four in a row, as cells.
std::vector<std::vector<Cell>> all_fours(int width, int height) {
  std::vector<std::vector<Cell>> lines;
  for (const auto& [dx, dy] : {std::pair{0, 1}, {1, 0}, {1, 1}, {-1, 1}}) {
    for (int x = 0; x < width; ++x) {
      for (int y = 0; y + 3 * dy < height; ++y) {
        if (x + 3 * dx < 0 || x + 3 * dx >= width) continue;
        std::vector<Cell>& line = lines.emplace_back();
        for (int i = 0; i < 4; ++i) line.push_back({x + i * dx, y + i * dy});
      }
    }
  }
  return lines;
}

constexpr const char* was_stopped = "stopped before the rules were checked";

Result<void> check_at(const ColumnRules& rules, int height, const StopToken* stop) {
  const Result<std::vector<Component>> components = explore_all(rules, height);
  if (!components) return tl::unexpected<Error>(components.error());
  for (const std::vector<Cell>& line : all_fours(rules.width, height)) {
    if (stopped(stop)) return failure(was_stopped);
    if (!harmless(*components, line)) {
      return failure(fmt::format("A may complete the line from ({}, {}) to ({}, {})",
                                 line.front().x + 1, line.front().y + 1, line.back().x + 1,
                                 line.back().y + 1));
    }
  }
  return {};
}

// All that rows y - 1 to y + 3 of the component can ever show; a line and the cells below it fit
// into such a window.
std::set<Stacks> windows(const Component& component, int y) {
  std::set<Stacks> shown;
  for (const Stacks& stacks : component.reachable) {
    Stacks window;
    for (std::size_t c = 0; c < stacks.size(); ++c) {
      std::string& rows = window.emplace_back();
      for (int row = y - 1; row <= y + 3; ++row) {
        rows += at_cell(stacks, static_cast<int>(c), row);
      }
    }
    shown.insert(window);
  }
  return shown;
}

// What a window shows at one height it can show at a greater one and, from the fifth row on, two
// rows further down; in the lowest rows nothing new appears from some height on. So every window of
// every height shows no more than one of the lowest windows of the greatest height checked, whose
// lines are harmless.
Result<void> check_windows(const ColumnRules& rules, int height, const StopToken* stop) {
  constexpr int enough = 10;
  const Result<std::vector<Component>> high = explore_all(rules, height);
  const Result<std::vector<Component>> low = explore_all(rules, height - 2);
  if (!high || !low) return failure("the columns do not develop");
  const auto within = [](const std::set<Stacks>& small, const std::set<Stacks>& large) {
    return std::includes(large.begin(), large.end(), small.begin(), small.end());
  };
  for (std::size_t i = 0; i < high->size(); ++i) {
    for (int y = 0; y + 3 < height; ++y) {
      if (stopped(stop)) return failure(was_stopped);
      const std::set<Stacks> here = windows((*high)[i], y);
      const bool lower = y < 4 || within(here, windows((*high)[i], y - 2));
      bool higher = true;
      if (y + 3 < height - 2) {
        const std::set<Stacks> there = windows((*low)[i], y);
        higher = within(there, here) && (y >= 4 || height - 2 < enough || here == there);
      }
      if (!lower || !higher) {
        return failure(fmt::format("rows {} to {} are not like those of other heights", y, y + 4));
      }
    }
  }
  return {};
}

// All ways to make pairs and singles of the columns that have no rule yet.
template <class F>
bool try_pairings(ColumnRules& rules, std::vector<bool>& used, const F& passes) {
  const auto free = std::find(used.begin(), used.end(), false);
  if (free == used.end()) return passes(rules);
  const auto c = static_cast<int>(free - used.begin());
  used[at(c)] = true;
  rules.singles.push_back(c);
  if (try_pairings(rules, used, passes)) return true;
  rules.singles.pop_back();
  for (int d = c + 1; d < rules.width; ++d) {
    if (used[at(d)]) continue;
    used[at(d)] = true;
    rules.pairs.emplace_back(c, d);
    if (try_pairings(rules, used, passes)) return true;
    rules.pairs.pop_back();
    used[at(d)] = false;
  }
  used[at(c)] = false;
  return false;
}

}  // namespace

Result<void> check_column_rules(const ColumnRules& rules, const StopToken* stop) {
  EXPECTS(rules.height % 2 == 0);
  if (rules.height != 0) return check_at(rules, rules.height, stop);
  for (int height = 2; height <= most_checked_height; height += 2) {
    Result<void> checked = check_at(rules, height, stop);
    if (checked && height > 2) checked = check_windows(rules, height, stop);
    if (!checked) return failure(fmt::format("height {}: {}", height, checked.error().message));
  }
  return {};
}

int answer_by_rules(const ColumnRules& rules, const std::vector<int>& stones, int moved) {
  const auto other = [&](const std::pair<int, int>& pair) {
    return pair.first == moved ? pair.second : pair.first;
  };
  const bool full = stones[at(moved)] == rules.height;
  for (const std::pair<int, int>& pair : rules.pairs) {
    if (pair.first != moved && pair.second != moved) continue;
    const bool first = stones[at(pair.first)] + stones[at(pair.second)] == 1;
    return first || full ? other(pair) : moved;
  }
  for (const std::pair<int, int>& pair : rules.begun) {
    if (pair.first != moved && pair.second != moved) continue;
    const bool first = stones[at(pair.first)] + stones[at(pair.second)] == 1;
    return first || full ? other(pair) : moved;
  }
  return moved;
}

ColumnRules allis_six(int height) { return {6, height, {0, 1, 4, 5}, {{2, 3}}, {}}; }

ColumnRules allis_seven(int height, int opening) {
  EXPECTS(opening >= 0 && opening <= 6 && opening != 3);
  if (opening > 3) {
    ColumnRules rules = allis_seven(height, 6 - opening);
    for (int& c : rules.singles) c = 6 - c;
    for (auto& [c, d] : rules.pairs) {
      c = 6 - c;
      d = 6 - d;
    }
    for (auto& [c, d] : rules.begun) {
      c = 6 - c;
      d = 6 - d;
    }
    return rules;
  }
  if (opening == 0) return {7, height, {2, 3, 6}, {{4, 5}}, {{0, 1}}};
  if (opening == 1) return {7, height, {0, 3, 4}, {{5, 6}}, {{1, 2}}};
  return {7, height, {0, 1, 4, 5, 6}, {}, {{2, 3}}};
}

std::optional<ColumnRules> find_column_rules(int width, int height, std::optional<int> opening,
                                             const StopToken* stop) {
  EXPECTS(width >= 1 && width <= 7);
  if (width == 6 && !opening) return allis_six(height);
  if (width == 7 && opening && *opening != 3) return allis_seven(height, *opening);
  const auto passes = [&](const ColumnRules& rules) {
    return check_column_rules(rules, stop).has_value();
  };
  for (int reply = 0; reply < (opening ? width : 1); ++reply) {
    ColumnRules rules{width, height, {}, {}, {}};
    std::vector<bool> used(at(width));
    if (opening) {
      if (reply == *opening) continue;
      rules.begun.emplace_back(*opening, reply);
      used[at(*opening)] = used[at(reply)] = true;
    }
    if (try_pairings(rules, used, passes)) return rules;
  }
  return std::nullopt;
}

std::string rules_game_text(const ColumnRules& rules) {
  return fmt::format("drop:{}x{}", rules.width,
                     rules.height == 0 ? std::string("2n") : std::to_string(rules.height));
}

std::string format_column_rules(const ColumnRules& rules) {
  std::string text =
      fmt::format("inarow column-rules 1\ngame {}\nfor second\n", rules_game_text(rules));
  const auto name = [](int c) { return column_name(Column{c}); };
  for (const auto& [c, d] : rules.begun) text += fmt::format("begun {} {}\n", name(c), name(d));
  for (const int c : rules.singles) text += fmt::format("single {}\n", name(c));
  for (const auto& [c, d] : rules.pairs) text += fmt::format("pair {} {}\n", name(c), name(d));
  return text + "end\n";
}

}  // namespace inarow::cannot_lose
