#pragma once

#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <string>

namespace inarow::service {

// A file of this process that is gone when the object is.
class ScratchFile {
 public:
  ScratchFile() {
    static std::atomic<unsigned> number{0};
    path_ = std::filesystem::temp_directory_path() /
            fmt::format("inarow-{}-{}.cert", ::getpid(), ++number);
  }
  ~ScratchFile() {
    std::error_code error;
    std::filesystem::remove(path_, error);
  }
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;
  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

}  // namespace inarow::service
