// A line of a puzzle file is read or refused in one line; what is read is written back and read
// again as the same.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/expects.hpp"
#include "generate/puzzle.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace inarow;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const Result<std::vector<puzzles::Puzzle>> read = puzzles::read_puzzles(text);
  if (!read) {
    EXPECTS(!read.error().message.empty());
    EXPECTS(read.error().message.find('\n') == std::string::npos);
    return 0;
  }
  for (const puzzles::Puzzle& puzzle : *read) {
    const std::string line = puzzles::write_puzzle(puzzle);
    const Result<puzzles::Puzzle> again = puzzles::read_puzzle(line);
    EXPECTS(again.has_value());
    EXPECTS(puzzles::write_puzzle(*again) == line);
  }
  return 0;
}
