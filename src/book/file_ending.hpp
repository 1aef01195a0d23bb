#pragma once

#include <cctype>
#include <filesystem>
#include <string>

namespace inarow {

// ".sgf" of "a/Openings.SGF": what a file is by its name.
inline std::string file_ending(const std::string& path) {
  std::string ending = std::filesystem::path(path).extension().string();
  for (char& c : ending) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return ending;
}

}  // namespace inarow
