// Any text is read as a cannot-lose strategy or refused; what is read prints the same text again.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/expects.hpp"
#include "search/cannot_lose/format.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace inarow;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const Result<cannot_lose::Strategy> strategy = cannot_lose::parse_strategy(text);
  if (!strategy) {
    EXPECTS(!strategy.error().message.empty());
    return 0;
  }
  const Result<cannot_lose::Strategy> again =
      cannot_lose::parse_strategy(cannot_lose::format_strategy(*strategy));
  EXPECTS(again.has_value() && again->entries() == strategy->entries());
  return 0;
}
