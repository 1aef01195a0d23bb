#pragma once

// Bytes of a file or an argument in a message: a hostile file must not speak to the terminal.

#include <string>

namespace check {

// Printable ASCII as it is, any other byte as \xNN.
std::string printable(const std::string& text);

// The same in quotes, at most 40 bytes of the text.
std::string quoted(const std::string& text);

}  // namespace check
