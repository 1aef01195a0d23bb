#pragma once

// Whole files, read and written. Writing is as base/output_file.hpp has it: a regular file has its
// old contents or all of the new ones, whatever happens in between.

#include <string>
#include <string_view>

#include "base/result.hpp"

namespace inarow {

Result<std::string> read_whole_file(const std::string& path);
Result<void> write_whole_file(const std::string& path, std::string_view contents);

}  // namespace inarow
