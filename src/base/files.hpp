#pragma once

// Whole files, read and written. Writing is atomic: the new contents go to a temporary file beside
// the old one and take its name only when they are complete and on the disk.

#include <string>
#include <string_view>

#include "base/result.hpp"

namespace inarow {

Result<std::string> read_whole_file(const std::string& path);
Result<void> write_whole_file(const std::string& path, std::string_view contents);

}  // namespace inarow
