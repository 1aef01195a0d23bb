#pragma once

// The Smart Game Format as a tree of nodes with properties, before anybody asks what game it is
// (rules/game_tree.hpp does). FF[4]: https://www.red-bean.com/sgf/
//
// The nodes lie in one array; parents stand before their children. Texts are kept unescaped.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace inarow {

struct SgfProperty {
  std::string name;
  std::vector<std::string> values;
};

struct SgfNode {
  std::size_t parent = 0;  // the root is its own parent
  std::vector<std::size_t> children;
  std::vector<SgfProperty> properties;
  std::size_t place = 0;  // offset in the text, for messages

  const SgfProperty* find(std::string_view name) const;
};

struct SgfTree {
  std::vector<SgfNode> nodes;  // nodes[0] is the root
};

// Reads the first game of a collection; says the line and column of what it does not understand.
Result<SgfTree> parse_sgf(std::string_view text);

std::string print_sgf(const SgfTree& tree);

// "line 3, column 14" of an offset.
std::string place_in_text(std::string_view text, std::size_t offset);

}  // namespace inarow
