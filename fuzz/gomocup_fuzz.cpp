// A manager of the gomocup protocol that says anything (game_protocol_fuzz.hpp).

#include <cstddef>
#include <cstdint>

#include "game_protocol_fuzz.hpp"
#include "protocol/gomocup.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace inarow::protocol;
  Gomocup gomocup;
  talk(gomocup, std::string_view(reinterpret_cast<const char*>(data), size),
       [](const std::string& line) {
         constexpr std::string_view words[] = {"OK",     "SWAP",     "ERROR ",
                                               "DEBUG ", "UNKNOWN ", "name="};
         for (const std::string_view word : words) {
           if (line.substr(0, word.size()) == word) return true;
         }
         return line.find_first_not_of("0123456789, ") == std::string::npos;
       });
  return 0;
}
