#pragma once

// Lines that somebody types, or a script, with an eye on the clock and on Ctrl-C meanwhile.
//
//   LineReader reader(STDIN_FILENO, stop);
//   std::string line;
//   switch (reader.next(line, 30)) {
//     case LineReader::Event::line: ...      // without its end
//     case LineReader::Event::end: ...       // of the input
//     case LineReader::Event::stopped: ...   // by the token
//     case LineReader::Event::late: ...      // 30 seconds have passed; a half line is kept
//   }

#include <cstdint>
#include <optional>
#include <string>

#include "base/stop.hpp"

namespace inarow::cli {

class LineReader {
 public:
  enum class Event : std::uint8_t { line, end, stopped, late };

  // The token must outlive it.
  LineReader(int descriptor, const StopToken& stop) : descriptor_(descriptor), stop_(stop) {}

  // Without `seconds` it waits as long as it takes. What goes beyond the longest line is left out.
  Event next(std::string& line, std::optional<double> seconds = std::nullopt);

 private:
  static constexpr std::size_t longest_line = 100'000;

  bool take_line(std::string& line);

  int descriptor_;
  const StopToken& stop_;
  std::string read_;  // and not yet handed over
  bool ended_ = false;
};

}  // namespace inarow::cli
