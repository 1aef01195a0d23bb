#include "base/files.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>

namespace inarow {
namespace {

tl::unexpected<Error> cannot(const char* what, const std::string& path) {
  return failure(fmt::format("cannot {} {}: {}", what, path, std::strerror(errno)));
}

}  // namespace

Result<std::string> read_whole_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return cannot("read", path);
  std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (file.bad()) return cannot("read", path);
  return text;
}

Result<void> write_whole_file(const std::string& path, std::string_view contents) {
  const std::string temporary = path + ".tmp";
  const int fd = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (fd < 0) return cannot("write", temporary);
  while (!contents.empty()) {
    const ssize_t written = ::write(fd, contents.data(), contents.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) {
      const auto error = cannot("write", temporary);
      ::close(fd);
      ::unlink(temporary.c_str());
      return error;
    }
    contents.remove_prefix(static_cast<std::size_t>(written));
  }
  if (::fsync(fd) != 0 || ::close(fd) != 0 || std::rename(temporary.c_str(), path.c_str()) != 0) {
    const auto error = cannot("write", path);
    ::unlink(temporary.c_str());
    return error;
  }
  return {};
}

}  // namespace inarow
