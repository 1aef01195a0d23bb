#include "base/quote.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "base/utf8.hpp"

namespace inarow {
namespace {

// Codes that show no picture of their own or change how others are shown: Unicode's categories Cc,
// Zl and Zp, the format characters (Cf) outside of particular scripts, and noncharacters.
bool shows_itself(char32_t code) {
  struct Range {
    char32_t first;
    char32_t last;
  };
  static constexpr std::array<Range, 14> hidden{{{0x00, 0x1F},
                                                 {0x7F, 0x9F},
                                                 {0xAD, 0xAD},
                                                 {0x61C, 0x61C},
                                                 {0x180E, 0x180E},
                                                 {0x200B, 0x200F},
                                                 {0x2028, 0x202E},
                                                 {0x2060, 0x206F},
                                                 {0xFDD0, 0xFDEF},
                                                 {0xFEFF, 0xFEFF},
                                                 {0xFFF0, 0xFFFB},
                                                 {0x1BCA0, 0x1BCA3},
                                                 {0x1D173, 0x1D17A},
                                                 {0xE0000, 0xE0FFF}}};
  if ((code & 0xFFFE) == 0xFFFE) return false;
  return std::none_of(hidden.begin(), hidden.end(), [&](const Range& range) {
    return code >= range.first && code <= range.last;
  });
}

std::string escaped(std::string_view text, std::size_t most, bool in_quotes) {
  std::string out;
  for (std::size_t count = 0; !text.empty(); ++count) {
    if (count == most) return out + "...";
    const Utf8Character c = first_character(text);
    if (!c.valid) {
      out += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[0]));
    } else if (c.code == '\n') {
      out += "\\n";
    } else if (c.code == '\t') {
      out += "\\t";
    } else if (c.code == '\r') {
      out += "\\r";
    } else if (!shows_itself(c.code)) {
      out += fmt::format("\\u{{{:x}}}", static_cast<std::uint32_t>(c.code));
    } else {
      if (in_quotes && (c.code == '"' || c.code == '\\')) out += '\\';
      out += text.substr(0, c.bytes);
    }
    text.remove_prefix(c.bytes);
  }
  return out;
}

}  // namespace

std::string Quoted::operator()(std::string_view text, std::size_t most) const {
  return '"' + escaped(text, most, true) + '"';
}

std::string plain_text(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const Utf8Character c = first_character(text);
    const char32_t code = c.valid ? c.code : static_cast<unsigned char>(text[0]);
    if (code != '\n' && (code < 0x20 || (code >= 0x7F && code < 0xA0))) {
      out += ' ';
    } else if (c.valid) {
      out += text.substr(0, c.bytes);
    } else {
      append_character(out, code);
    }
    text.remove_prefix(c.bytes);
  }
  return out;
}

std::string printable(std::string_view text) {
  return escaped(text, std::numeric_limits<std::size_t>::max(), false);
}

}  // namespace inarow
