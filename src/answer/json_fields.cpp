#include "answer/json_fields.hpp"

#include <algorithm>
#include <cctype>

namespace inarow {

void append_text(std::string& out, std::string_view text) {
  const bool plain = std::all_of(text.begin(), text.end(), [](char c) {
    return c >= ' ' && c < 0x7f && c != '"' && c != '\\';
  });
  if (!plain) {
    // In ASCII: JSON is read by people too, and a terminal acts on some characters above it.
    out += nlohmann::json(text).dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
    return;
  }
  out += '"';
  out += text;
  out += '"';
}

Result<Move> cells_of_text(const GameSpec& spec, std::string_view text) {
  Move move;
  std::size_t at = 0;
  while (at < text.size()) {
    if (text[at] == ' ') {
      ++at;
      continue;
    }
    std::size_t end = at;
    if (!spec.finite_board() && spec.placement() != nullptr) {
      end = std::min(text.find(' ', at), text.size());
    } else if (text.substr(at, 2) == "--") {
      end = at + 2;
    } else {
      const auto is = [&](int (*kind)(int)) {
        return end < text.size() && kind(static_cast<unsigned char>(text[end])) != 0;
      };
      while (is(std::isalpha)) ++end;
      while (is(std::isdigit)) ++end;
    }
    const Result<Cell> cell = read_cell(spec, text.substr(at, std::max<std::size_t>(end - at, 1)));
    if (!cell) return tl::unexpected<Error>(cell.error());
    move.push_back(*cell);
    at = std::max(end, at + 1);
  }
  return move;
}

}  // namespace inarow
