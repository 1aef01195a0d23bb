#include "base/output_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <optional>
#include <system_error>
#include <tuple>
#include <utility>
#include <vector>

#include "base/quote.hpp"

namespace inarow {
namespace {

// The folder of a name, with its slash; empty for the current one.
std::string folder_of(const std::string& path) { return path.substr(0, path.rfind('/') + 1); }

// The open descriptor that a name means, if it means one.
std::optional<int> descriptor_named(std::string_view path) {
  if (path == "-" || path == "/dev/stdout") return STDOUT_FILENO;
  if (path == "/dev/stderr") return STDERR_FILENO;
  for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
    if (!path.starts_with(folder)) continue;
    const std::string_view number = path.substr(folder.size());
    int fd = -1;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), fd);
    if (error == std::errc() && end == number.data() + number.size() && fd >= 0) return fd;
  }
  return std::nullopt;
}

// Follows symbolic links to a name that is none, or that means a descriptor; errno or 0.
int follow_links(std::string& path) {
  constexpr int most = 40;  // as the kernel has it
  for (int i = 0; i < most; ++i) {
    if (descriptor_named(path)) return 0;
    std::array<char, 4096> link{};
    const ssize_t length = ::readlink(path.c_str(), link.data(), link.size());
    if (length < 0) return errno == EINVAL || errno == ENOENT ? 0 : errno;
    if (length == 0 || length == static_cast<ssize_t>(link.size())) return ENAMETOOLONG;
    const std::string to(link.data(), static_cast<std::size_t>(length));
    path = to.front() == '/' ? "" : folder_of(path);
    path += to;
  }
  return ELOOP;
}

// A new file under a random name in a folder; as mkstemp makes it, but with the mode that the umask
// leaves. Its name, and -1 with errno if it cannot be made.
std::pair<std::string, int> open_random(const std::string& folder) {
  for (int i = 0; i < 100; ++i) {
    std::uint64_t number = 0;
    if (::getrandom(&number, sizeof number, 0) != sizeof number) continue;
    std::string path = fmt::format("{}.inarow-{:016x}", folder, number);
    const int fd = ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (fd >= 0 || errno != EEXIST) return {std::move(path), fd};
  }
  return {std::string(), -1};
}

}  // namespace

bool is_standard_output(std::string_view path) {
  std::string target(path);
  if (follow_links(target) != 0) return false;
  return descriptor_named(target) == STDOUT_FILENO;
}

int open_nameless_file(const std::string& beside) {
  std::string target = beside;
  struct stat status{};
  std::vector<std::string> folders;
  if (follow_links(target) == 0 && !descriptor_named(target) &&
      (::lstat(target.c_str(), &status) != 0 || S_ISREG(status.st_mode))) {
    folders.push_back(folder_of(target));
  }
  std::error_code error;
  folders.push_back(std::filesystem::temp_directory_path(error).string() + '/');
  for (const std::string& folder : folders) {
    const auto [path, fd] = open_random(folder);
    if (fd < 0) continue;
    ::unlink(path.c_str());
    return fd;
  }
  return -1;
}

Result<OutputFile> OutputFile::create(const std::string& path) {
  OutputFile file;
  file.name_ = path;
  file.error_ = path.empty() ? ENOENT : file.open_target();
  if (file.error_ != 0) {
    return failure(fmt::format("cannot write {}: {}", printable(path),
                               file.error_ == ENXIO ? "it is a socket or a device that is not there"
                                                    : std::strerror(file.error_)));
  }
  return file;
}

// Opens what the name leads to; errno or 0.
int OutputFile::open_target() {
  target_ = name_;
  if (const int error = follow_links(target_); error != 0) return error;
  if (const std::optional<int> fd = descriptor_named(target_)) {
    fd_ = ::fcntl(*fd, F_DUPFD_CLOEXEC, 0);
    return fd_ < 0 ? errno : 0;
  }
  struct stat status{};
  const bool exists = ::lstat(target_.c_str(), &status) == 0;
  if (!exists && errno != ENOENT) return errno;
  if (exists && S_ISDIR(status.st_mode)) return EISDIR;
  if (exists && !S_ISREG(status.st_mode)) {
    fd_ = ::open(target_.c_str(), O_WRONLY | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY);
    return fd_ < 0 ? errno : 0;
  }
  // A file that may not be written to may not be replaced either.
  if (exists && ::faccessat(AT_FDCWD, target_.c_str(), W_OK, AT_EACCESS) != 0) return errno;
  if (!exists && target_.back() == '/') return EISDIR;
  // The file beside is only tried now: the first byte may be hours away, and a program that is
  // killed until then should leave nothing.
  if (const auto [path, fd] = open_random(folder_of(target_)); fd >= 0) {
    ::unlink(path.c_str());
    ::close(fd);
    replaces_ = true;
    if (exists) mode_ = static_cast<int>(status.st_mode & 0777U);
    return 0;
  }
  const bool no_room = errno == EACCES || errno == EPERM || errno == EROFS;
  if (!exists || !no_room) return errno;
  fd_ = ::open(target_.c_str(), O_WRONLY | O_NOFOLLOW | O_CLOEXEC);
  return fd_ < 0 ? errno : 0;
}

OutputFile::OutputFile(OutputFile&& other) noexcept { *this = std::move(other); }

OutputFile& OutputFile::operator=(OutputFile&& other) noexcept {
  if (this == &other) return *this;
  discard();
  name_ = std::move(other.name_);
  target_ = std::move(other.target_);
  replaces_ = other.replaces_;
  beside_ = std::exchange(other.beside_, {});
  fd_ = std::exchange(other.fd_, -1);
  mode_ = other.mode_;
  error_ = other.error_;
  begun_ = other.begun_;
  size_ = other.size_;
  return *this;
}

OutputFile::~OutputFile() { discard(); }

void OutputFile::discard() {
  if (fd_ >= 0) ::close(std::exchange(fd_, -1));
  if (!beside_.empty()) ::unlink(beside_.c_str());
  beside_.clear();
}

// Before the first byte; errno or 0.
int OutputFile::begin() {
  if (replaces_) {
    std::tie(beside_, fd_) = open_random(folder_of(target_));
    if (fd_ < 0) beside_.clear();
    return fd_ < 0 ? errno : 0;
  }
  struct stat status{};
  const bool in_place = ::fstat(fd_, &status) == 0 && S_ISREG(status.st_mode);
  if (in_place && !descriptor_named(target_) && ::ftruncate(fd_, 0) != 0) return errno;
  return 0;
}

void OutputFile::write(std::string_view bytes) {
  if (!std::exchange(begun_, true)) error_ = begin();
  while (!bytes.empty() && error_ == 0) {
    const ssize_t written = ::write(fd_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) {
      error_ = errno;
      return;
    }
    bytes.remove_prefix(static_cast<std::size_t>(written));
    size_ += static_cast<std::uint64_t>(written);
  }
}

Result<std::uint64_t> OutputFile::finish() {
  write({});
  const auto check = [&](int answer) {
    if (answer != 0 && error_ == 0) error_ = errno;
  };
  if (replaces_ && fd_ >= 0) {
    if (mode_ >= 0) check(::fchmod(fd_, static_cast<mode_t>(mode_)));
    check(::fsync(fd_));
  } else if (fd_ >= 0 && ::fsync(fd_) != 0 && errno != EINVAL && errno != EROFS) {
    check(-1);  // pipes and terminals have nothing to synchronise
  }
  if (fd_ >= 0) check(::close(std::exchange(fd_, -1)));
  if (error_ == 0 && replaces_) {
    check(std::rename(beside_.c_str(), target_.c_str()));
    if (error_ == 0) beside_.clear();
  }
  if (error_ == 0) return size_;
  discard();
  return failure(fmt::format("cannot write {}: {}", printable(name_), std::strerror(error_)));
}

ScratchFolder::ScratchFolder() {
  path_ = std::filesystem::temp_directory_path() / "inarow-XXXXXX";
  if (::mkdtemp(path_.data()) == nullptr) {
    throw std::system_error(errno, std::generic_category(), "cannot make a temporary folder");
  }
}

ScratchFolder::~ScratchFolder() {
  std::error_code error;
  std::filesystem::remove_all(path_, error);
}

}  // namespace inarow
