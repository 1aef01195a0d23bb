#pragma once

// --batch FILE: many positions, one a line, answered in order as they get ready.

#include <functional>
#include <string>

#include "ask/asker.hpp"
#include "cli/command.hpp"

namespace inarow::cli {

// Appends an answer's JSON.
using AnswerWriter = std::function<void(std::string& out, const Game& game, const Answer& answer)>;

// The same question about every position of the file (- is standard input), by several threads. Bad
// lines make the exit code 2, a stop or an incomplete answer 3.
Exit ask_about_lines(const Question& pattern, const std::string& file, const Work& work,
                     const AnswerWriter& write);

}  // namespace inarow::cli
