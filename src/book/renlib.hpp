#pragma once

// RenLib's library files (.lib): the trees of moves that players of Gomoku and Renju keep, node by
// node, without a game and without a book. docs/formats/book-files.md describes every byte.
//
//   header    FF "RenLib" FF, version (major, minor: up to 3.4), FF up to 20 bytes
//   nodes     in preorder, each
//               position    16 * (row from the top - 1) + column, both from 1 to 15: 78 is h8;
//                           00 is the empty board (in the first node) or a pass
//               flags       80  another node of the same parent comes after all that is below this
//                           40  nothing is below it
//                           20  comment (old)   08  comment   10  mark   04  start
//                           02  no move: only a text on the board of the parent
//                           01  two more bytes follow: 00 01 is a text on the board of the parent
//               texts       the comment, then the text on the board; each ends with a zero byte, or
//                           two if that makes its length even
//
// Texts are Windows-1252. A comment is a line, and after a byte 08 more lines, which end with \r\n.
//
// Reading takes a node at a time from any length of file. Every byte that cannot be part of a
// library is refused with its offset. Writing is told what is below and after each node.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/input_file.hpp"
#include "rules/game_spec.hpp"

namespace inarow {

inline constexpr int renlib_side = 15;
// RenLib has no plain marks on the board: we write this text, and the node's mark with it.
inline constexpr std::string_view renlib_plain_mark = "X";

// A library has one stone a move, on 15x15; refused is any other game, with what to use instead.
Result<void> expect_renlib_game(const GameSpec& spec);

struct RenLibNode {
  std::uint64_t offset = 0;    // in the file, for messages
  std::size_t depth = 0;       // nodes above it; the empty board of the first node does not count
  std::optional<Cell> cell{};  // nothing: the empty board or a pass
  bool root = false;           // the empty board
  bool mark = false;
  bool start = false;
  bool no_move = false;
  std::string comment{};     // UTF-8, lines end with \n
  std::string board_text{};  // UTF-8; stands on `cell` of the parent's board
  bool has_children = false;
  bool has_sibling = false;
};

class RenLibReader {
 public:
  explicit RenLibReader(ByteSource& source) : reader_(source) {}

  // The next node; nothing after the last. A place in an error is a byte's offset.
  Result<std::optional<RenLibNode>> next();

 private:
  tl::unexpected<Error> refuse(std::uint64_t offset, const std::string& what) const;
  Result<void> read_header();
  Result<std::string> read_text(const char* name);

  ByteReader reader_;
  bool begun_ = false;
  bool ended_ = false;
  std::size_t depth_ = 0;              // of the next node
  std::vector<std::size_t> siblings_;  // depths of nodes that are still to come
};

std::string renlib_header();
// Appends a node; `offset`, `depth` and `root` are not looked at.
void append_renlib_node(std::string& bytes, const RenLibNode& node);

// UTF-8 of Windows-1252: bytes without a meaning become U+FFFD, and what windows_1252() has escaped
// is itself again.
std::string from_windows_1252(std::string_view text);
// Characters that are not in it are written \u{4e2d}; bytes that are no UTF-8 stay as they are.
std::string windows_1252(std::string_view text);

}  // namespace inarow
