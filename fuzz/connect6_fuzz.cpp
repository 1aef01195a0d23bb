// A contest of the connect6 protocol that says anything (game_protocol_fuzz.hpp).

#include <cstddef>
#include <cstdint>

#include "game_protocol_fuzz.hpp"
#include "protocol/connect6.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace inarow::protocol;
  Connect6 connect6;
  talk(connect6, std::string_view(reinterpret_cast<const char*>(data), size),
       [](const std::string& line) { return !line.empty(); });
  return 0;
}
