#include "base/input_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include "base/quote.hpp"

namespace inarow {

Result<InputFile> InputFile::open(const std::string& path) {
  const auto refuse = [&](int error) {
    return failure(fmt::format("cannot read {}: {}", printable(path), std::strerror(error)));
  };
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return refuse(errno);
  InputFile file(path, fd);
  struct stat status{};
  if (::fstat(fd, &status) == 0 && S_ISDIR(status.st_mode)) return refuse(EISDIR);
  return file;
}

InputFile::InputFile(InputFile&& other) noexcept
    : name_(std::move(other.name_)), fd_(std::exchange(other.fd_, -1)) {}

InputFile& InputFile::operator=(InputFile&& other) noexcept {
  std::swap(name_, other.name_);
  std::swap(fd_, other.fd_);
  return *this;
}

InputFile::~InputFile() {
  if (fd_ >= 0) ::close(fd_);
}

std::size_t InputFile::read(char* to, std::size_t most) {
  while (true) {
    const ssize_t count = ::read(fd_, to, most);
    if (count >= 0) return static_cast<std::size_t>(count);
    if (errno != EINTR) {
      throw std::system_error(errno, std::generic_category(),
                              fmt::format("cannot read {}", printable(name_)));
    }
  }
}

std::size_t MemoryInput::read(char* to, std::size_t most) {
  const std::size_t count = std::min({most, piece_, text_.size()});
  text_.copy(to, count);
  text_.remove_prefix(count);
  return count;
}

ByteReader::ByteReader(ByteSource& source) : source_(source), buffer_(std::size_t{1} << 16) {}

bool ByteReader::fill() {
  before_ += end_;
  at_ = 0;
  end_ = source_.read(buffer_.data(), buffer_.size());
  return end_ > 0;
}

ByteReader::Line ByteReader::line(std::string& text, std::size_t most) {
  text.clear();
  if (peek() < 0) return Line::ended;
  while (peek() >= 0) {
    const char* const start = buffer_.data() + at_;
    const auto* const found = static_cast<const char*>(std::memchr(start, '\n', end_ - at_));
    const std::size_t count =
        found != nullptr ? static_cast<std::size_t>(found - start) : end_ - at_;
    if (text.size() + count > most) return Line::too_long;
    text.append(start, count);
    at_ += count;
    if (found == nullptr) continue;
    ++at_;
    break;
  }
  if (!text.empty() && text.back() == '\r') text.pop_back();
  return Line::read;
}

}  // namespace inarow
