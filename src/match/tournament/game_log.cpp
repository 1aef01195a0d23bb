#include "match/tournament/game_log.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/files.hpp"
#include "base/quote.hpp"

namespace inarow::tournament {

Result<GameLog> GameLog::open(const std::string& path, const std::string& fingerprint) {
  const auto failed = [&](const char* what) {
    return failure(fmt::format("cannot {} {}: {}", what, printable(path), std::strerror(errno)));
  };
  constexpr mode_t mode = S_IRUSR | S_IWUSR | S_IRGRP | S_IROTH;
  Descriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, mode));
  if (file.get() < 0) return failed("open");
  if (::flock(file.get(), LOCK_EX | LOCK_NB) != 0) {
    return failure(fmt::format("another process plays this tournament already ({} is locked)",
                               printable(path)));
  }
  const Result<std::string> text = read_whole_file(path);
  if (!text) return tl::unexpected<Error>(text.error());
  GameLog log(path, std::move(file));
  const std::string header = fmt::format("{{\"tournament\":\"{}\"}}", fingerprint);
  std::size_t at = 0;
  bool first = true;
  for (std::size_t end = 0; (end = text->find('\n', at)) != std::string::npos; at = end + 1) {
    const std::string line = text->substr(at, end - at);
    if (first && line != header) {
      return failure(fmt::format(
          "{} belongs to another tournament, or the file has changed since; choose another folder "
          "with --output, or remove this one",
          printable(path)));
    }
    if (!first) log.lines_.push_back(line);
    first = false;
  }
  if (at < text->size() && ::ftruncate(log.file_.get(), static_cast<off_t>(at)) != 0) {
    return failed("mend");
  }
  if (first) {
    if (const Result<void> written = log.write(header + '\n'); !written) {
      return tl::unexpected<Error>(written.error());
    }
  }
  return log;
}

Result<void> GameLog::add(std::string_view line) { return write(line); }

Result<void> GameLog::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(file_.get(), bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) {
      return failure(fmt::format("cannot write {}: {}", printable(path_), std::strerror(errno)));
    }
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  if (::fsync(file_.get()) != 0 && errno != EINVAL && errno != EROFS) {
    return failure(fmt::format("cannot write {}: {}", printable(path_), std::strerror(errno)));
  }
  return {};
}

}  // namespace inarow::tournament
