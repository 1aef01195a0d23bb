// Records of games, as CSV, SGF or lines: every game that is read is one of the game asked for.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/expects.hpp"
#include "generate/records.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace inarow;
  if (size == 0) return 0;
  static const GameSpec connect6 = *GameSpec::parse("connect6");
  static const GameSpec connect4 = *GameSpec::parse("connect4");
  const GameSpec& spec = data[0] % 2 == 0 ? connect6 : connect4;
  const char* const name = data[0] % 3 == 0 ? "a.csv" : data[0] % 3 == 1 ? "a.sgf" : "a.txt";
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  const Result<puzzles::Records> records = puzzles::read_records(name, text, spec);
  if (!records) {
    EXPECTS(records.error().message.find('\n') == std::string::npos);
    return 0;
  }
  EXPECTS(!records->games.empty());
  for (const puzzles::Record& record : records->games) EXPECTS(record.game.spec() == spec);
  return 0;
}
