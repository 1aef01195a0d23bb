#include "base/progress.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

namespace inarow {

ProgressLine::ProgressLine(bool quiet)
    : enabled_(!quiet && isatty(STDERR_FILENO) == 1),
      next_(Clock::now() + std::chrono::seconds(1)) {}

ProgressLine::~ProgressLine() {
  if (drawn_) {
    std::fputs("\r\033[K", stderr);
    std::fflush(stderr);
  }
}

bool ProgressLine::due() {
  if (!enabled_) return false;
  const std::lock_guard lock(mutex_);
  return Clock::now() >= next_;
}

void ProgressLine::report(const std::string& line) {
  if (!enabled_) return;
  const std::lock_guard lock(mutex_);
  const Clock::time_point now = Clock::now();
  if (now < next_) return;
  next_ = now + std::chrono::milliseconds(200);
  drawn_ = true;
  // Cut to the terminal's width, or the carriage return would not find the start of the line.
  winsize size{};
  std::size_t columns = 80;
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1) columns = size.ws_col;
  std::fprintf(stderr, "\r%.*s\033[K", static_cast<int>(columns - 1), line.c_str());
  std::fflush(stderr);
}

}  // namespace inarow
