#include "cli/progress_line.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>

namespace inarow::cli {

using namespace std::chrono_literals;

ProgressLine::ProgressLine(bool quiet, Observer& observer, Words words)
    : observer_(observer), words_(std::move(words)) {
  if (!quiet && isatty(STDERR_FILENO) == 1) ticks_ = Ticker::every(200ms, [this] { draw(); });
}

ProgressLine::~ProgressLine() {
  ticks_.cancel();
  if (!drawn_) return;
  std::fputs("\r\033[K", stderr);
  std::fflush(stderr);
}

void ProgressLine::draw() {
  const double seconds = seconds_since(start_);
  const WorkStatus status = observer_.status();
  if (seconds < 1) return;
  const std::string line = words_ ? words_(status, seconds) : status.stage;
  if (line.empty()) return;
  drawn_ = true;
  // Cut to the terminal's width, or the carriage return would not find the start of the line.
  winsize size{};
  std::size_t columns = 80;
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1) columns = size.ws_col;
  std::fprintf(stderr, "\r%.*s\033[K", static_cast<int>(columns - 1), line.c_str());
  std::fflush(stderr);
}

}  // namespace inarow::cli
