#pragma once

// --batch FILE: many positions, one a line, answered in order as they get ready.

#include <functional>
#include <string>

#include "cli/command.hpp"

namespace inarow::cli {

enum class LineResult : std::uint8_t { answered, bad, incomplete };

// Answers one line by one line of JSON.
using LineAnswerer = std::function<LineResult(const std::string& line, std::string& answer)>;

// Reads the file (- is standard input) and answers its lines by several threads, each with an
// answerer of its own. Bad lines make the exit code 2, a stop or an incomplete answer 3.
Exit run_lines(const std::string& file, int threads, const StopToken& stop,
               const std::function<LineAnswerer()>& make_answerer);

}  // namespace inarow::cli
