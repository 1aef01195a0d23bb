#include "cli/line_reader.hpp"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace inarow::cli {

bool LineReader::take_line(std::string& line) {
  const std::size_t end = read_.find('\n');
  if (end == std::string::npos) return false;
  line = read_.substr(0, std::min(end, longest_line));
  read_.erase(0, end + 1);
  while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.pop_back();
  return true;
}

LineReader::Event LineReader::next(std::string& line, std::optional<double> seconds) {
  const auto start = Ticker::Clock::now();
  while (true) {
    if (stop_.stop_requested()) return Event::stopped;
    if (take_line(line)) return Event::line;
    if (ended_) {
      if (read_.empty()) return Event::end;
      read_ += '\n';  // the last line may have no end
      continue;
    }
    if (seconds && seconds_since(start) >= *seconds) return Event::late;
    constexpr double look_at_signals = 0.05;
    double wait = look_at_signals;
    if (seconds) wait = std::clamp(*seconds - seconds_since(start), 0.001, look_at_signals);
    pollfd input{descriptor_, POLLIN, 0};
    if (::poll(&input, 1, static_cast<int>(wait * 1000) + 1) <= 0) continue;
    char some[4096];
    const ssize_t size = ::read(descriptor_, some, sizeof some);
    if (size > 0) {
      read_.append(some, static_cast<std::size_t>(size));
      if (read_.size() > longest_line && read_.find('\n') == std::string::npos) {
        read_.resize(longest_line);
      }
    } else if (size == 0 || (errno != EINTR && errno != EAGAIN)) {
      ended_ = true;
    }
  }
}

}  // namespace inarow::cli
