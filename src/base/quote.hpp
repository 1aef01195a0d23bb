#pragma once

// Text from a file, an argument or a request, made fit for a message: one line of valid UTF-8 that
// moves no cursor, changes no colour and turns no writing direction, whatever the bytes are.
//
//   quoted("a\x1b[2J")     "a\u{1b}[2J"
//   quoted("say \"no\"")   "say \"no\""
//   quoted("\xff\n")       "\xff\n"        both written as four and two characters
//   quoted("abcdef", 3)    "abc..."
//
// Letters of all languages stay as they are. Escaped are control characters (C0, DEL, C1), line
// separators, marks of writing direction and other characters without a picture of their own, bytes
// that are no UTF-8, and in quotes the quote and the backslash, so that the text can be told from
// it.

#include <cstddef>
#include <string>
#include <string_view>

namespace inarow {

// quoted(text, most = 40): the text in double quotes, cut after `most` characters. It is an object
// because a call of a function with this name would find std::quoted as well, which escapes
// nothing.
struct Quoted {
  std::string operator()(std::string_view text, std::size_t most = 40) const;
};
inline constexpr Quoted quoted{};

// The whole text without quotes: names and titles that are shown rather than quoted.
std::string printable(std::string_view text);

// A text of many lines, such as a comment, to be written to a file that may end up on a terminal:
// UTF-8 whose only control characters are line breaks, the others become spaces. Bytes that are no
// UTF-8 are taken for ISO 8859-1.
std::string plain_text(std::string_view text);

}  // namespace inarow
