// Any bytes are lines of JSON: each is a question, the cancelling of an open one, or is refused in
// a line of JSON with the same id.

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string_view>

#include "base/expects.hpp"
#include "protocol/json_lines.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace inarow::protocol;
  constexpr std::size_t most_open = 3;
  JsonLines lines(most_open);
  std::string_view text(reinterpret_cast<const char*>(data), size);
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    const std::size_t before = lines.open();
    const JsonReaction reaction = lines.handle(line);
    EXPECTS(lines.open() == before + (reaction.question ? 1 : 0));
    EXPECTS(lines.open() <= most_open);
    const int kinds =
        (reaction.line ? 1 : 0) + (reaction.question ? 1 : 0) + (reaction.cancel ? 1 : 0);
    const bool blank = line.find_first_not_of(" \t\r") == std::string_view::npos;
    EXPECTS(kinds == (blank ? 0 : 1));
    if (reaction.line) {
      EXPECTS(reaction.line->find('\n') == std::string::npos);
      const auto answer = nlohmann::json::parse(*reaction.line, nullptr, false);
      EXPECTS(answer.is_object() && answer.contains("id") && answer["error"].is_string());
    }
    if (reaction.cancel) lines.close(*reaction.cancel);
  }
  return 0;
}
