#include "quote.hpp"

#include <cstddef>

namespace check {

std::string printable(const std::string& text) {
  constexpr const char* digits = "0123456789abcdef";
  std::string result;
  for (const char c : text) {
    if (c >= ' ' && c <= '~') {
      result += c;
    } else {
      const auto byte = static_cast<unsigned char>(c);
      result += "\\x";
      result += digits[byte / 16];
      result += digits[byte % 16];
    }
  }
  return result;
}

std::string quoted(const std::string& text) {
  constexpr std::size_t most = 40;
  std::string result = "\"";
  result += printable(text.substr(0, most));
  if (text.size() > most) result += "...";
  result += '"';
  return result;
}

}  // namespace check
