#pragma once

// Many questions, one a line of a file or of standard input, answered by several threads and
// written in order as they get ready. Reading may block (a person types, another program feeds us):
// whatever is answered by then is written first.

#include <cstdint>
#include <functional>
#include <string>

#include "base/result.hpp"
#include "base/stop.hpp"

namespace inarow {

enum class LineResult : std::uint8_t { answered, bad, incomplete };

// Answers one line by one line, which it appends without its end.
using LineAnswerer = std::function<LineResult(const std::string& line, std::string& answer)>;

struct LinesReport {
  bool bad = false;         // some line was
  bool incomplete = false;  // some answer is, or a stop came before the end
};

// Reads the file (- is standard input), writes to standard output; each thread has an answerer of
// its own. Fails if the file cannot be opened, or reading it fails on the way (then `place` is 1).
Result<LinesReport> answer_lines(const std::string& file, int threads, const StopToken& stop,
                                 const std::function<LineAnswerer()>& make_answerer);

}  // namespace inarow
