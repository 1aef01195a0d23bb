// Any text is read or refused; a tree that is read is written and read back as the same tree.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/expects.hpp"
#include "rules/game_tree.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace inarow;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const Result<GameTree> tree = read_game_tree(text);
  if (!tree) {
    EXPECTS(!tree.error().message.empty());
    return 0;
  }
  const std::string written = write_game_tree(*tree);
  const Result<GameTree> again = read_game_tree(written);
  EXPECTS(again.has_value());
  EXPECTS(again->nodes.size() == tree->nodes.size() && again->spec == tree->spec);
  EXPECTS(write_game_tree(*again) == written);
  return 0;
}
