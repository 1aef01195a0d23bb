#include "book/renlib.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "base/expects.hpp"
#include "base/utf8.hpp"

namespace inarow {
namespace {

constexpr std::string_view magic = "\xffRenLib\xff";
constexpr std::size_t header_size = 20;
constexpr int newest_major = 3;
constexpr int newest_minor = 4;

constexpr unsigned sibling_follows = 0x80;
constexpr unsigned no_children = 0x40;
constexpr unsigned old_comment = 0x20;
constexpr unsigned marked = 0x10;
constexpr unsigned new_comment = 0x08;
constexpr unsigned start_here = 0x04;
constexpr unsigned not_a_move = 0x02;
constexpr unsigned extended = 0x01;
constexpr unsigned board_text = 0x0001;  // of the two bytes of the extension

constexpr char lines_follow = '\x08';

// A game has 225 stones, and passes between them; a file that goes on deeper is none.
constexpr std::size_t deepest = 1000;
constexpr std::size_t longest_text = 1 << 20;

// Bytes 80 to 9F of Windows-1252; the others are those of ISO 8859-1.
constexpr char32_t no_meaning = 0xFFFD;
constexpr std::array<char32_t, 32> upper_controls{
    0x20AC,     no_meaning, 0x201A, 0x0192, 0x201E, 0x2026,     0x2020, 0x2021,
    0x02C6,     0x2030,     0x0160, 0x2039, 0x0152, no_meaning, 0x017D, no_meaning,
    no_meaning, 0x2018,     0x2019, 0x201C, 0x201D, 0x2022,     0x2013, 0x2014,
    0x02DC,     0x2122,     0x0161, 0x203A, 0x0153, no_meaning, 0x017E, 0x0178};

// \u{4e2d} at the beginning of the text: the character and how many bytes that is.
std::optional<std::pair<char32_t, std::size_t>> escaped_character(std::string_view text) {
  if (!text.starts_with("\\u{")) return std::nullopt;
  const std::size_t end = text.substr(0, 11).find('}');
  if (end == std::string_view::npos) return std::nullopt;
  std::uint32_t code = 0;
  const char* const last = text.data() + end;
  const auto [stop, error] = std::from_chars(text.data() + 3, last, code, 16);
  if (error != std::errc() || stop != last || code == 0 || !is_character(code)) return std::nullopt;
  return std::pair<char32_t, std::size_t>(code, end + 1);
}

std::optional<char> windows_byte(char32_t code) {
  if (code < 0x80 || (code >= 0xA0 && code <= 0xFF)) return static_cast<char>(code);
  const auto* const found = std::find(upper_controls.begin(), upper_controls.end(), code);
  if (found == upper_controls.end() || code == no_meaning) return std::nullopt;
  return static_cast<char>(0x80 + (found - upper_controls.begin()));
}

// The comment of a file as we keep it: all its lines, with \n between them, from the first that is
// not empty on.
std::string lines_of(const std::string& raw) {
  std::string text;
  const std::size_t split = raw.find(lines_follow);
  for (std::size_t i = 0; i < raw.size(); ++i) {
    if (i == split) {
      text += '\n';
    } else if (raw[i] != '\r' || i + 1 == raw.size() || raw[i + 1] != '\n') {
      text += raw[i];
    }
  }
  text = from_windows_1252(text);
  std::replace(text.begin(), text.end(), lines_follow, ' ');
  return text.erase(0, std::min(text.find_first_not_of('\n'), text.size()));
}

std::string file_comment(const std::string& comment) {
  std::string text;
  bool first = true;
  for (const char c : windows_1252(comment)) {
    if (c != '\n') {
      text += c;
    } else if (first) {
      text += lines_follow;
      first = false;
    } else {
      text += "\r\n";
    }
  }
  return text;
}

void append_text(std::string& bytes, const std::string& text) {
  for (const char c : text) bytes += c == '\0' ? ' ' : c;
  bytes.append(text.size() % 2 == 0 ? 2 : 1, '\0');
}

std::optional<Cell> cell_of(unsigned position) {
  const int column = static_cast<int>(position & 0xf);
  const int from_top = static_cast<int>(position >> 4) + 1;
  if (column < 1 || column > renlib_side || from_top > renlib_side) return std::nullopt;
  return Cell{column - 1, renlib_side - from_top};
}

}  // namespace

std::string from_windows_1252(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    std::size_t used = 1;
    const auto byte = static_cast<unsigned char>(text[0]);
    char32_t code = byte >= 0x80 && byte < 0xA0 ? upper_controls[byte - 0x80U] : byte;
    if (const auto escaped = escaped_character(text)) std::tie(code, used) = *escaped;
    append_character(out, code);
    text.remove_prefix(used);
  }
  return out;
}

std::string windows_1252(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const Utf8Character c = first_character(text);
    if (!c.valid) {
      out += text[0];
    } else if (text.starts_with("\\u{")) {
      out += "\\u{5c}";  // or it would be read as one of ours
    } else if (const auto byte = windows_byte(c.code)) {
      out += *byte;
    } else {
      out += fmt::format("\\u{{{:x}}}", static_cast<std::uint32_t>(c.code));
    }
    text.remove_prefix(c.bytes);
  }
  return out;
}

Result<void> expect_renlib_game(const GameSpec& spec) {
  const PlacementSpec* placement = spec.placement();
  if (placement != nullptr && placement->board == BoardSize{renlib_side, renlib_side} &&
      placement->p == 1 && placement->q == 1) {
    return {};
  }
  return failure(
      fmt::format("RenLib's files are for one stone a move on 15x15, and {} is another game; "
                  "use a name that ends with .sgf",
                  spec.to_string()));
}

tl::unexpected<Error> RenLibReader::refuse(std::uint64_t offset, const std::string& what) const {
  return failure(fmt::format("not a good RenLib file: byte {}: {}", offset, what),
                 static_cast<std::size_t>(offset));
}

Result<void> RenLibReader::read_header() {
  std::string header;
  while (header.size() < header_size && reader_.peek() >= 0) {
    header += static_cast<char>(reader_.get());
  }
  if (!header.starts_with(magic)) return refuse(0, "it does not begin with FF \"RenLib\" FF");
  if (header.size() < header_size) return refuse(header.size(), "it ends within the header");
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(header[i]); };
  const std::pair<int, int> version(byte(8), byte(9));
  if (version > std::pair(newest_major, newest_minor)) {
    return refuse(8, fmt::format("it is of version {}.{}, known are those up to {}.{}",
                                 version.first, version.second, newest_major, newest_minor));
  }
  return {};
}

Result<std::string> RenLibReader::read_text(const char* name) {
  const std::uint64_t begin = reader_.offset();
  std::string text;
  while (true) {
    const int first = reader_.get();
    const int second = reader_.get();
    if (second < 0) return refuse(begin, fmt::format("{} does not end", name));
    if (first != 0) text += static_cast<char>(first);
    if (first != 0 && second != 0) text += static_cast<char>(second);
    if (first == 0 && second != 0) {
      return refuse(
          reader_.offset() - 1,
          fmt::format("{} has ended, and is padded with {:02x} instead of 00", name, second));
    }
    if (second == 0) return text;
    if (text.size() > longest_text) {
      return refuse(begin, fmt::format("{} is longer than {} bytes", name, longest_text));
    }
  }
}

Result<std::optional<RenLibNode>> RenLibReader::next() {
  const bool first = !begun_;
  if (first) {
    begun_ = true;
    if (const Result<void> header = read_header(); !header) {
      return tl::unexpected<Error>(header.error());
    }
  }
  if (ended_) {
    if (reader_.peek() < 0) return std::nullopt;
    return refuse(reader_.offset(), "bytes follow after the last node");
  }
  RenLibNode node;
  node.offset = reader_.offset();
  node.depth = depth_;
  const int position = reader_.get();
  const int flag_byte = reader_.get();
  if (flag_byte < 0) {
    return refuse(node.offset,
                  first ? "it has no nodes" : "it is cut off: a node that was promised is missing");
  }
  const auto flags = static_cast<unsigned>(flag_byte);
  node.root = first && position == 0;
  if (position != 0) {
    node.cell = cell_of(static_cast<unsigned>(position));
    if (!node.cell) {
      return refuse(node.offset, fmt::format("{:02x} is no point of the board", position));
    }
  }
  node.mark = (flags & marked) != 0;
  node.start = (flags & start_here) != 0;
  node.no_move = (flags & not_a_move) != 0;
  node.has_children = (flags & no_children) == 0;
  node.has_sibling = (flags & sibling_follows) != 0;
  if (node.root && (node.has_sibling || node.no_move)) {
    return refuse(node.offset + 1, fmt::format("flags {:02x} at the empty board", flags));
  }
  bool has_board_text = false;
  if ((flags & extended) != 0) {
    const int high = reader_.get();
    const int low = reader_.get();
    if (low < 0) return refuse(node.offset, "it is cut off within a node");
    const unsigned extension = static_cast<unsigned>(high) << 8 | static_cast<unsigned>(low);
    if ((extension & ~board_text) != 0) {
      return refuse(node.offset + 2, fmt::format("the extension {:04x} is not known", extension));
    }
    has_board_text = extension == board_text;
  }
  if ((flags & (old_comment | new_comment)) != 0) {
    Result<std::string> raw = read_text("the comment");
    if (!raw) return tl::unexpected<Error>(raw.error());
    node.comment = lines_of(*raw);
  }
  if (has_board_text) {
    Result<std::string> raw = read_text("the text on the board");
    if (!raw) return tl::unexpected<Error>(raw.error());
    node.board_text = from_windows_1252(*raw);
  }
  if (node.has_sibling) siblings_.push_back(depth_);
  if (node.has_children) {
    if (!node.root) ++depth_;
    if (depth_ > deepest) {
      return refuse(node.offset, fmt::format("more than {} nodes follow each other", deepest));
    }
  } else if (siblings_.empty()) {
    ended_ = true;
  } else {
    depth_ = siblings_.back();
    siblings_.pop_back();
  }
  return node;
}

std::string renlib_header() {
  std::string header(magic);
  header += static_cast<char>(newest_major);
  header += static_cast<char>(newest_minor);
  header.resize(header_size, '\xff');
  return header;
}

void append_renlib_node(std::string& bytes, const RenLibNode& node) {
  unsigned position = 0;
  if (node.cell) {
    EXPECTS(node.cell->x >= 0 && node.cell->x < renlib_side && node.cell->y >= 0 &&
            node.cell->y < renlib_side);
    position = static_cast<unsigned>(16 * (renlib_side - 1 - node.cell->y) + node.cell->x + 1);
  }
  unsigned flags = 0;
  if (node.has_sibling) flags |= sibling_follows;
  if (!node.has_children) flags |= no_children;
  if (node.mark) flags |= marked;
  if (!node.comment.empty()) flags |= new_comment;
  if (node.start) flags |= start_here;
  if (node.no_move) flags |= not_a_move;
  if (!node.board_text.empty()) flags |= extended;
  bytes += static_cast<char>(position);
  bytes += static_cast<char>(flags);
  if (!node.board_text.empty()) {
    bytes += static_cast<char>(board_text >> 8);
    bytes += static_cast<char>(board_text & 0xff);
  }
  if (!node.comment.empty()) append_text(bytes, file_comment(node.comment));
  if (!node.board_text.empty()) append_text(bytes, windows_1252(node.board_text));
}

}  // namespace inarow
