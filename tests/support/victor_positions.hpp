#pragma once

// Positions for the tests of VICTOR: the thesis's diagrams, squares and groups by name.

#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>

#include "knowledge/victor/verdict.hpp"
#include "rules/notation.hpp"

namespace inarow::victor::test {

struct Diagram {
  std::string columns;  // "......,x.....,..."
  char to_move = 'x';
  std::string score;  // of the side to move; empty if not given
};

inline std::map<std::string, Diagram> read_diagrams() {
  std::map<std::string, Diagram> diagrams;
  std::ifstream in(INAROW_TEST_DATA "/allis_diagrams.txt");
  std::string line;
  while (std::getline(in, line)) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream words(line);
    std::string name;
    Diagram diagram;
    words >> name >> diagram.columns >> diagram.to_move >> diagram.score;
    diagrams[name] = diagram;
  }
  return diagrams;
}

inline Position<SmallBoard> position(const SmallBoard& board, const std::string& columns) {
  Position<SmallBoard> result;
  Cell at{0, 0};
  for (const char c : columns) {
    if (c == ',') {
      at = {at.x + 1, 0};
      continue;
    }
    if (c == 'x') result.first |= board.geometry().bit(at);
    if (c == 'o') result.second |= board.geometry().bit(at);
    ++at.y;
  }
  return result;
}

inline std::string square_name(Cell cell) {
  return std::string(1, static_cast<char>('a' + cell.x)) + std::to_string(cell.y + 1);
}

// "b4 b5 e1 e2", sorted by column and row
inline std::string squares(const SmallBoard& board, Word64 set) {
  std::string text;
  for_each_square(set, [&](Word64 square) {
    text += (text.empty() ? "" : " ") + square_name(board.cell(square));
  });
  return text;
}

inline std::string group_name(const SmallBoard& board, int group) {
  return square_name(board.group_cells(group).front()) + "-" +
         square_name(board.group_cells(group).back());
}

inline std::set<std::string> groups(const SmallBoard& board, const SmallBoard::Groups& set) {
  std::set<std::string> names;
  set.for_each([&](int group) { names.insert(group_name(board, group)); });
  return names;
}

}  // namespace inarow::victor::test
