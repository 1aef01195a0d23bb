#include "column_rules.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

#include "quote.hpp"
#include "refusal.hpp"

namespace check {
namespace {

constexpr int most_columns = 16;
constexpr int most_rows = 60;
constexpr int rows_for_all = 24;  // heights at which a claim about all of them is checked

// One column, or two that D answers together, from the bottom: 'A' and 'D'. `begun`: the first
// column has a stone of A, the second one of D.
struct Part {
  std::vector<int> columns;
  bool begun = false;
  std::set<std::pair<std::string, std::string>> positions;  // at both players' turns

  // All positions of boards with `height` rows. D's rules: he answers in the same column; the first
  // move in an empty pair and the move that fills a column of a pair are answered in the other one.
  void play(int height) {
    positions.clear();
    attack(begun ? "A" : "", begun ? "D" : "", height);
  }

  void attack(const std::string& one, const std::string& two, int height) {
    if (!positions.emplace(one, two).second) return;
    const auto full = [&](const std::string& column) {
      return static_cast<int>(column.size()) == height;
    };
    const bool pair = columns.size() == 2;
    const bool untouched = one.empty() && two.empty();
    if (!full(one)) {
      const std::string now = one + "A";
      positions.emplace(now, two);
      const bool elsewhere = pair && (untouched || full(now));
      if (full(elsewhere ? two : now)) throw Refuted("D has no room for his answer");
      attack(elsewhere ? now : now + "D", elsewhere ? two + "D" : two, height);
    }
    if (pair && !full(two)) {
      const std::string now = two + "A";
      positions.emplace(one, now);
      const bool elsewhere = untouched || full(now);
      if (full(elsewhere ? one : now)) throw Refuted("D has no room for his answer");
      attack(elsewhere ? one + "D" : one, elsewhere ? now : now + "D", height);
    }
  }
};

char stone(const std::string& column, int row) {
  return row >= 0 && row < static_cast<int>(column.size()) ? column[static_cast<std::size_t>(row)]
                                                           : ' ';
}

using Line = std::vector<std::pair<int, int>>;  // column and row

// A never owns the line, or D owned the cells just below it before: each part allows A his cells
// there only together with D's below.
bool harmless(const std::vector<Part>& parts, const Line& line) {
  bool undercut = true;
  for (const Part& part : parts) {
    Line here;
    for (const auto& [column, row] : line) {
      for (std::size_t i = 0; i < part.columns.size(); ++i) {
        if (part.columns[i] == column) here.emplace_back(static_cast<int>(i), row);
      }
    }
    if (here.empty()) continue;
    bool possible = false;
    for (const auto& [one, two] : part.positions) {
      bool owned = true;
      bool below = true;
      for (const auto& [i, row] : here) {
        const std::string& column = i == 0 ? one : two;
        owned = owned && stone(column, row) == 'A';
        below = below && stone(column, row - 1) == 'D';
      }
      possible = possible || owned;
      undercut = undercut && (!owned || below);
    }
    if (!possible) return true;
  }
  return undercut;
}

void check_height(std::vector<Part>& parts, int width, int height) {
  for (Part& part : parts) part.play(height);
  for (int x = 0; x < width; ++x) {
    for (int y = 0; y < height; ++y) {
      for (const auto& [dx, dy] : {std::pair{1, 0}, {0, 1}, {1, 1}, {1, -1}}) {
        Line line;
        for (int i = 0; i < 4; ++i) line.emplace_back(x + i * dx, y + i * dy);
        const auto& [last_x, last_y] = line.back();
        if (last_x >= width || last_y >= height || last_y < 0) continue;
        if (!harmless(parts, line)) {
          throw Refuted("with " + std::to_string(height) + " rows A may complete the line from " +
                        std::to_string(x + 1) + "," + std::to_string(y + 1) + " to " +
                        std::to_string(last_x + 1) + "," + std::to_string(last_y + 1));
        }
      }
    }
  }
}

// What five neighbouring rows, the lowest of them `row`, can show.
std::set<std::string> shown(const Part& part, int row) {
  std::set<std::string> all;
  for (const auto& [one, two] : part.positions) {
    std::string rows;
    for (int i = row; i < row + 5; ++i) {
      rows += stone(one, i);
      rows += stone(two, i);
    }
    all.insert(rows);
  }
  return all;
}

bool within(const std::set<std::string>& small, const std::set<std::string>& large) {
  return std::includes(large.begin(), large.end(), small.begin(), small.end());
}

// Five rows show at one height no more than at the next, and above the lowest three rows no more
// than two rows below; in the lowest rows nothing is new once there are ten rows. So at any height
// they show no more than some five of the lowest rows at the last height that is checked.
void check_repetition(const std::vector<Part>& low, const std::vector<Part>& high, int height) {
  for (std::size_t i = 0; i < high.size(); ++i) {
    for (int row = -1; row + 4 < height; ++row) {
      const std::set<std::string> here = shown(high[i], row);
      bool alike = row < 3 || within(here, shown(high[i], row - 2));
      if (row + 4 < height - 2) {
        const std::set<std::string> lower = shown(low[i], row);
        alike = alike && within(lower, here);
        if (row < 3 && height - 2 >= 10) alike = alike && lower == here;
      }
      if (!alike) {
        throw Refuted("columns do not develop alike at heights " + std::to_string(height - 2) +
                      " and " + std::to_string(height));
      }
    }
  }
}

}  // namespace

CannotLose verify_column_rules(const Header& header, Body& body) {
  const auto next_line = [&] {
    std::string text;
    for (char c = static_cast<char>(body.next()); c != '\n'; c = static_cast<char>(body.next())) {
      if (text.size() == 200) throw Refuted("a line of the body is too long");
      text += c;
    }
    return text;
  };
  std::istringstream game(header.game.substr(0, 5) == "drop:" ? header.game.substr(5) : "");
  int width = 0;
  char by = ' ';
  std::string rows;
  game >> width >> by >> rows;
  const bool all_heights = rows == "2n";
  const int height = all_heights || rows.size() > 2 ? 0 : std::atoi(rows.c_str());
  if (header.game !=
          "drop:" + std::to_string(width) + "x" + (all_heights ? "2n" : std::to_string(height)) ||
      width < 1 || width > most_columns ||
      (!all_heights && (height < 2 || height > most_rows || height % 2 != 0))) {
    throw Unreadable(
        "rules for columns are about drop:WxH, W up to 16 and H even, up to 60, or 2n");
  }
  if (header.player != 1 || header.score != 0 || header.moves.size() > 1) {
    throw Unreadable("rules for columns are for second, with score 0 and one move at most");
  }
  if (next_line() != "game " + header.game) throw Refuted("not the game of the header");
  if (next_line() != "for second") throw Refuted("\"for second\" is expected");
  std::vector<Part> parts;
  std::set<int> used;
  int begun = -1;
  for (std::string text = next_line(); text != "end"; text = next_line()) {
    std::istringstream words(text);
    std::string kind;
    std::string name;
    Part part;
    words >> kind;
    std::string canonical = kind;
    while (words >> name) {
      canonical += " " + name;
      const int column = name.size() == 1 ? name[0] - 'a' : -1;
      if (column < 0 || column >= width || !used.insert(column).second) {
        throw Refuted(quoted(text) + ": no such column, or it has two rules");
      }
      part.columns.push_back(column);
    }
    part.begun = kind == "begun";
    if (canonical != text || ((kind != "single" || part.columns.size() != 1) &&
                              ((kind != "pair" && kind != "begun") || part.columns.size() != 2))) {
      throw Refuted("\"single a\", \"pair a b\", \"begun a b\" or \"end\" is expected");
    }
    if (part.begun) {
      if (begun >= 0) throw Refuted("two pairs have begun");
      begun = part.columns[0];
    }
    parts.push_back(part);
  }
  if (static_cast<int>(used.size()) != width) throw Refuted("a column has no rule");
  if (header.moves != (begun >= 0 ? std::vector<int>{begun} : std::vector<int>{})) {
    throw Refuted("the begun pair is not that of the moves of the header");
  }
  CannotLose result;
  result.states = parts.size();
  if (!all_heights) {
    check_height(parts, width, height);
    return result;
  }
  std::vector<Part> before;
  for (int rows_now = 2; rows_now <= rows_for_all; rows_now += 2) {
    check_height(parts, width, rows_now);
    if (!before.empty()) check_repetition(before, parts, rows_now);
    before = parts;
  }
  result.axioms =
      "columns develop alike at all heights (docs/results/cylinder.md), checked up to " +
      std::to_string(rows_for_all) + " rows";
  return result;
}

}  // namespace check
