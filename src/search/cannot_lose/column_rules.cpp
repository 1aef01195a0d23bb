#include "search/cannot_lose/column_rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/expects.hpp"
#include "rules/lines.hpp"

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

}  // namespace

Result<void> check_column_rules(const ColumnRules& rules) {
  EXPECTS(rules.height % 2 == 0);
  std::vector<Component> components;
  std::set<int> seen;
  const auto add = [&](std::vector<int> columns, Stacks start) -> Result<void> {
    for (const int c : columns) {
      if (c < 0 || c >= rules.width || !seen.insert(c).second) {
        return failure(fmt::format("column {} has two rules or is not on the board", c + 1));
      }
    }
    components.push_back({std::move(columns), {}});
    return explore(components.back(), std::move(start), rules.height);
  };
  for (const int c : rules.singles) {
    if (const Result<void> added = add({c}, {""}); !added) return added;
  }
  for (const auto& [c, d] : rules.pairs) {
    if (const Result<void> added = add({c, d}, {"", ""}); !added) return added;
  }
  for (const auto& [c, d] : rules.begun) {
    if (const Result<void> added = add({c, d}, {"A", "D"}); !added) return added;
  }
  if (static_cast<int>(seen.size()) != rules.width) return failure("a column has no rule");
  DropSpec spec;
  spec.width = rules.width;
  spec.height = rules.height;
  const LineTable table{GameSpec(spec)};
  for (const std::vector<Cell>& line : table.lines()) {
    if (!harmless(components, line)) {
      return failure(fmt::format("A may complete the line from ({}, {}) to ({}, {})",
                                 line.front().x + 1, line.front().y + 1, line.back().x + 1,
                                 line.back().y + 1));
    }
  }
  return {};
}

ColumnRules allis_six(int height) { return {6, height, {0, 1, 4, 5}, {{2, 3}}, {}}; }

ColumnRules allis_seven(int height, int opening) {
  EXPECTS(opening >= 0 && opening <= 2);
  if (opening == 0) return {7, height, {2, 3, 6}, {{4, 5}}, {{0, 1}}};
  if (opening == 1) return {7, height, {0, 3, 4}, {{5, 6}}, {{1, 2}}};
  return {7, height, {0, 1, 4, 5, 6}, {}, {{2, 3}}};
}

}  // namespace inarow::cannot_lose
