#pragma once

// UTF-8, a character at a time.

#include <cstddef>
#include <string>
#include <string_view>

namespace inarow {

struct Utf8Character {
  char32_t code = 0;
  std::size_t bytes = 1;
  bool valid = false;
};

// The first character of a text that is not empty; without overlong forms, surrogates and codes
// above 10FFFF, none of which is UTF-8 (RFC 3629). What is not valid is one byte long.
Utf8Character first_character(std::string_view text);

// Whether a character can have this code.
constexpr bool is_character(char32_t code) {
  return code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF);
}

// Appends one.
void append_character(std::string& text, char32_t code);

}  // namespace inarow
