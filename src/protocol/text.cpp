#include "protocol/text.hpp"

#include <algorithm>
#include <charconv>
#include <limits>

namespace inarow::protocol {
namespace {

constexpr std::string_view blanks = " \t\r\v\f";

// Of ASCII, whatever the locale.
char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }
char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

}  // namespace

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(blanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

std::string_view first_word(std::string_view text, std::string_view& rest) {
  text = trimmed(text);
  const std::size_t end = std::min(text.find_first_of(blanks), text.size());
  rest = trimmed(text.substr(end));
  return text.substr(0, end);
}

std::string upper_case(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(), upper);
  return result;
}

std::string lower_case(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(), lower);
  return result;
}

std::optional<std::int64_t> number_of(std::string_view text) {
  text = trimmed(text);
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::optional<std::vector<int>> numbers_of(std::string_view text, std::size_t count) {
  std::vector<int> numbers;
  while (true) {
    const std::size_t comma = std::min(text.find(','), text.size());
    const std::optional<std::int64_t> number = number_of(text.substr(0, comma));
    if (!number || *number < std::numeric_limits<int>::min() ||
        *number > std::numeric_limits<int>::max()) {
      return std::nullopt;
    }
    numbers.push_back(static_cast<int>(*number));
    if (numbers.size() > count) return std::nullopt;
    if (comma == text.size()) break;
    text.remove_prefix(comma + 1);
  }
  if (numbers.size() != count) return std::nullopt;
  return numbers;
}

}  // namespace inarow::protocol
