// Any text is read as a board of cells and lines or refused; what is read prints a list that is
// read as the same lines.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/expects.hpp"
#include "search/maker_breaker/line_board.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace inarow;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const Result<maker_breaker::LineBoard> board = maker_breaker::parse_line_board(text);
  if (!board) {
    EXPECTS(!board.error().message.empty());
    return 0;
  }
  const Result<maker_breaker::LineBoard> again =
      maker_breaker::parse_line_board(maker_breaker::format_line_board(*board));
  EXPECTS(again.has_value() && again->lines == board->lines);
  return 0;
}
