// Any text is read or refused; what is read prints a form that is read as the same game.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/expects.hpp"
#include "rules/game_spec.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace inarow;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const Result<GameSpec> spec = GameSpec::parse(text);
  if (!spec) {
    EXPECTS(!spec.error().message.empty() && spec.error().place <= size);
    return 0;
  }
  const Result<GameSpec> again = GameSpec::parse(spec->to_string());
  EXPECTS(again.has_value() && *again == *spec);
  return 0;
}
