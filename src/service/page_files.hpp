#pragma once

// The files of the built page, read once at the start: a request names a file that was there, or
// none; no path of a request ever reaches the file system.

#include <map>
#include <string>

#include "service/http_message.hpp"

namespace inarow::service {

struct PageFile {
  Bytes contents;
  Bytes packed;  // the same as brotli has it; null if the folder does not have it
  std::string type;
  bool lasting = false;  // its name has a hash of its contents: browsers may keep it
};

class PageFiles {
 public:
  // Of a folder that has an index.html; otherwise a page that says how to get the real one.
  explicit PageFiles(const std::string& folder);

  // "/" is index.html; null if there is none.
  const PageFile* find(const std::string& path) const;
  bool built() const { return built_; }

 private:
  std::map<std::string, PageFile> files_;
  bool built_ = false;
};

}  // namespace inarow::service
