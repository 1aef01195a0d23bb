#pragma once

// The part of TOML 1.0 (https://toml.io) that files of tournaments need. What it reads, every
// reader of TOML reads in the same way; the rest is refused with its line.
//
//   # a comment
//   key = "text"             with \" \\ \n \t and the like; or 'as it stands'
//   key = 10                 whole numbers, 0.5 and 1e-3, true and false
//   key = ["a", "b",         lists, also over several lines
//          "c"]
//   [name]                   tables; [[name]] for one of several
//
// Not here: dotted and quoted keys, tables in braces, texts over several lines, dates, inf and nan,
// numbers of other bases. (Of the libraries in Debian, toml++ 3.3 takes for granted what a file can
// break: our fuzzer found that in a second.)

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.hpp"

namespace inarow::tournament {

struct TomlValue {
  enum class Type : std::uint8_t { text, whole, decimal, boolean, list };
  Type type = Type::text;
  int line = 1;
  std::string text{};
  double number = 0;  // of whole numbers and decimals; 1 for true
  std::vector<TomlValue> list{};
};

struct TomlTable {
  std::string name;       // empty: what stands before the first table
  bool is_array = false;  // [[name]]
  int line = 1;
  std::vector<std::pair<std::string, TomlValue>> values{};

  const TomlValue* find(std::string_view key) const;
};

// The tables in their order, first the one without a name. Keys are unique in their table, and so
// are the names of tables that are no [[name]].
Result<std::vector<TomlTable>> parse_toml(std::string_view text);

}  // namespace inarow::tournament
