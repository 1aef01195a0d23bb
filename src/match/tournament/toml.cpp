#include "match/tournament/toml.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/quote.hpp"
#include "base/utf8.hpp"

namespace inarow::tournament {
namespace {

constexpr int deepest_list = 8;
// Of tables, and of keys in one: they are looked up one after the other.
constexpr std::size_t most_names = 1000;

bool is_key_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '_';
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Result<std::vector<TomlTable>> parse() {
    tables_.emplace_back();
    while (ok()) {
      skip_blank_lines();
      if (at_end()) break;
      if (peek() == '[') {
        read_header();
      } else {
        read_pair();
      }
      end_line();
    }
    if (!error_.empty()) return failure(fmt::format("line {}: {}", error_line_, error_));
    return std::move(tables_);
  }

 private:
  bool ok() const { return error_.empty(); }
  bool at_end() const { return at_ >= text_.size(); }
  char peek() const { return at_end() ? '\0' : text_[at_]; }
  bool take(char c) {
    if (at_end() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  void fail(std::string message) {
    if (!ok()) return;
    error_ = std::move(message);
    error_line_ = line_;
  }

  // What stands here, for messages.
  std::string here() const {
    const std::size_t end = std::min(text_.find('\n', at_), text_.size());
    const std::string_view rest = text_.substr(at_, end - at_);
    return rest.empty() || rest == "\r" ? "the end of the line" : quoted(rest, 20);
  }

  void skip_spaces() {
    while (!at_end() && (peek() == ' ' || peek() == '\t')) ++at_;
  }
  // Spaces and a comment.
  void skip_rest() {
    skip_spaces();
    if (peek() != '#' || at_end()) return;
    while (!at_end() && peek() != '\n') {
      const auto c = static_cast<unsigned char>(peek());
      const bool line_end = c == '\r' && at_ + 1 < text_.size() && text_[at_ + 1] == '\n';
      if ((c < ' ' && c != '\t' && !line_end) || c == 0x7f) {
        return fail("a comment has a control character");
      }
      ++at_;
    }
  }
  bool take_line_end() {
    if (text_.substr(at_, 2) == "\r\n") ++at_;
    if (!take('\n')) return false;
    ++line_;
    return true;
  }
  void skip_blank_lines() {
    do skip_rest();
    while (ok() && take_line_end());
  }
  void end_line() {
    if (!ok()) return;
    skip_rest();
    if (!ok() || at_end()) return;
    if (!take_line_end()) fail(fmt::format("{} does not belong here", here()));
  }

  std::string read_key(const char* what) {
    const std::size_t begin = at_;
    while (!at_end() && is_key_character(peek())) ++at_;
    if (at_ == begin) fail(fmt::format("there should be {} instead of {}", what, here()));
    return std::string(text_.substr(begin, at_ - begin));
  }

  void read_header() {
    TomlTable table;
    table.line = line_;
    if (tables_.size() >= most_names)
      return fail(fmt::format("there are more than {} tables", most_names));
    take('[');
    table.is_array = take('[');
    skip_spaces();
    table.name = read_key("the name of a table");
    skip_spaces();
    if (ok() && (!take(']') || (table.is_array && !take(']')))) {
      fail(fmt::format("there should be {} instead of {}", table.is_array ? "]]" : "]", here()));
    }
    for (const TomlTable& other : tables_) {
      if (other.name == table.name && !(other.is_array && table.is_array)) {
        fail(fmt::format("there is a table {} already, in line {}", table.name, other.line));
      }
    }
    if (tables_.front().find(table.name) != nullptr) {
      fail(fmt::format("there is a key {} already", table.name));
    }
    tables_.push_back(std::move(table));
  }

  void read_pair() {
    const std::string key = read_key("a key or a [table]");
    skip_spaces();
    if (ok() && !take('=')) fail(fmt::format("there should be = after {}, not {}", key, here()));
    if (!ok()) return;
    if (tables_.back().find(key) != nullptr) {
      return fail(fmt::format("{} is there already", quoted(key)));
    }
    if (tables_.back().values.size() >= most_names) {
      return fail(fmt::format("there are more than {} keys in a table", most_names));
    }
    skip_spaces();
    TomlValue value = read_value(0);
    if (ok()) tables_.back().values.emplace_back(key, std::move(value));
  }

  TomlValue read_value(int depth) {
    TomlValue value;
    value.line = line_;
    const char c = peek();
    if (c == '"' || c == '\'') {
      value.text = read_text(c);
    } else if (c == '[') {
      read_list(value, depth);
    } else {
      read_word(value);
    }
    return value;
  }

  void read_list(TomlValue& value, int depth) {
    value.type = TomlValue::Type::list;
    if (depth >= deepest_list) return fail("lists stand in lists too deeply");
    take('[');
    while (ok()) {
      skip_blank_lines();
      if (!ok() || take(']')) return;
      value.list.push_back(read_value(depth + 1));
      skip_blank_lines();
      if (!ok() || take(']')) return;
      if (!take(',')) {
        fail(at_end() ? "the list has no end: ] is missing"
                      : fmt::format("there should be , or ] instead of {}", here()));
      }
    }
  }

  std::string read_text(char delimiter) {
    std::string text;
    take(delimiter);
    if (text_.substr(at_, 2) == std::string(2, delimiter)) {
      fail("texts over several lines are not read here");
      return text;
    }
    while (ok()) {
      if (at_end() || peek() == '\n') {
        fail(fmt::format("the text has no end: {} is missing", delimiter));
        break;
      }
      const char c = text_[at_++];
      if (c == delimiter) break;
      const auto code = static_cast<unsigned char>(c);
      if ((code < ' ' && c != '\t') || code == 0x7f) {
        fail("a text has a control character");
      } else if (c == '\\' && delimiter == '"') {
        text += read_escape();
      } else {
        text += c;
      }
    }
    return text;
  }

  std::string read_escape() {
    constexpr std::string_view letters = "btnfr\"\\";
    constexpr std::string_view meanings = "\b\t\n\f\r\"\\";
    const char c = peek();
    if (!at_end()) ++at_;
    if (const std::size_t i = letters.find(c); c != '\0' && i != std::string_view::npos) {
      return {meanings[i]};
    }
    const std::size_t digits = c == 'u' ? 4 : c == 'U' ? 8 : 0;
    const std::string_view number = text_.substr(std::min(at_, text_.size()), digits);
    unsigned code = 0;
    const auto [end, error] =
        std::from_chars(number.data(), number.data() + number.size(), code, 16);
    if (digits == 0 || number.size() != digits || error != std::errc() ||
        end != number.data() + number.size() || !is_character(code)) {
      fail(
          "\\ is followed by one of b t n f r \" \\, uXXXX or UXXXXXXXX; a path is best written "
          "in single quotes");
      return {};
    }
    at_ += digits;
    std::string character;
    append_character(character, code);
    return character;
  }

  // A number, true or false.
  void read_word(TomlValue& value) {
    const std::size_t begin = at_;
    while (!at_end() && (is_key_character(peek()) || peek() == '+' || peek() == '.')) ++at_;
    const std::string_view word = text_.substr(begin, at_ - begin);
    if (word == "true" || word == "false") {
      value.type = TomlValue::Type::boolean;
      value.number = word == "true" ? 1 : 0;
      return;
    }
    if (read_number(word, value)) return;
    at_ = begin;
    fail(fmt::format("there should be a \"text\", a number or a [list] instead of {}", here()));
  }

  // Digits with single _ between them, no 0 before another, a sign, a fraction, an exponent.
  static bool read_number(std::string_view word, TomlValue& value) {
    std::string plain;
    for (std::size_t i = 0; i < word.size(); ++i) {
      if (word[i] != '_') {
        plain += word[i];
      } else if (i == 0 || i + 1 == word.size() || !is_digit(word[i - 1]) ||
                 !is_digit(word[i + 1])) {
        return false;
      }
    }
    if (!plain.empty() && plain[0] == '+') plain.erase(0, 1);
    std::size_t at = !plain.empty() && plain[0] == '-' ? 1 : 0;
    const auto digits = [&] {
      const std::size_t begin = at;
      while (at < plain.size() && is_digit(plain[at])) ++at;
      return at - begin;
    };
    const bool zero = at < plain.size() && plain[at] == '0';
    const std::size_t whole = digits();
    if (whole == 0 || (zero && whole > 1)) return false;
    value.type = at == plain.size() ? TomlValue::Type::whole : TomlValue::Type::decimal;
    if (at < plain.size() && plain[at] == '.') {
      ++at;
      if (digits() == 0) return false;
    }
    if (at < plain.size() && (plain[at] == 'e' || plain[at] == 'E')) {
      ++at;
      if (at < plain.size() && (plain[at] == '+' || plain[at] == '-')) ++at;
      if (digits() == 0) return false;
    }
    if (at != plain.size()) return false;
    const auto [end, error] =
        std::from_chars(plain.data(), plain.data() + plain.size(), value.number);
    return error == std::errc() && end == plain.data() + plain.size();
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int line_ = 1;
  std::vector<TomlTable> tables_;
  std::string error_;
  int error_line_ = 0;
};

}  // namespace

const TomlValue* TomlTable::find(std::string_view key) const {
  for (const auto& [known, value] : values) {
    if (known == key) return &value;
  }
  return nullptr;
}

Result<std::vector<TomlTable>> parse_toml(std::string_view text) { return Parser(text).parse(); }

}  // namespace inarow::tournament
