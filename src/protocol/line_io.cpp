#include "protocol/line_io.hpp"

#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <system_error>

namespace inarow::protocol {

LineReader::LineReader(int descriptor, std::size_t most_bytes, Take take)
    : descriptor_(descriptor), most_bytes_(most_bytes), take_(std::move(take)) {
  if (pipe(wake_) != 0) throw std::system_error(errno, std::generic_category(), "pipe");
  thread_ = std::thread([this] { read_all(); });
}

LineReader::~LineReader() {
  close(wake_[1]);
  thread_.join();
  close(wake_[0]);
}

void LineReader::read_all() {
  constexpr std::size_t at_once = 1 << 14;
  std::array<char, at_once> buffer;
  while (true) {
    std::array<pollfd, 2> wanted{{{descriptor_, POLLIN, 0}, {wake_[0], POLLIN, 0}}};
    if (poll(wanted.data(), wanted.size(), -1) < 0 && errno != EINTR) break;
    if (wanted[1].revents != 0) return;
    if (wanted[0].revents == 0) continue;
    const ssize_t got = read(descriptor_, buffer.data(), buffer.size());
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (got <= 0) break;
    split(std::string_view(buffer.data(), static_cast<std::size_t>(got)));
    hand_over();
  }
  if (!line_.empty()) add(Line::Kind::text);
  add(Line::Kind::end);
  hand_over();
}

void LineReader::split(std::string_view bytes) {
  while (!bytes.empty()) {
    const std::size_t end = bytes.find('\n');
    const std::string_view part = bytes.substr(0, end);
    if (!skipping_ && line_.size() + part.size() > most_bytes_) {
      skipping_ = true;
      line_.clear();
      add(Line::Kind::too_long);
    }
    if (!skipping_) line_ += part;
    if (end == std::string_view::npos) return;
    if (!skipping_) add(Line::Kind::text);
    skipping_ = false;
    bytes.remove_prefix(end + 1);
  }
}

void LineReader::add(Line::Kind kind) {
  lines_.push_back({kind, std::move(line_), std::chrono::steady_clock::now()});
  line_.clear();
}

void LineReader::hand_over() {
  if (!lines_.empty()) take_(std::move(lines_));
  lines_.clear();
}

bool write_line(int descriptor, std::string line) {
  line += '\n';
  std::string_view rest = line;
  while (!rest.empty()) {
    const ssize_t written = write(descriptor, rest.data(), rest.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0 && errno == EAGAIN) {
      pollfd wanted{descriptor, POLLOUT, 0};
      poll(&wanted, 1, -1);
      continue;
    }
    if (written <= 0) return false;
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

bool is_abandoned(int descriptor) {
  pollfd asked{descriptor, 0, 0};
  return poll(&asked, 1, 0) > 0 && (asked.revents & (POLLERR | POLLNVAL)) != 0;
}

void ignore_closed_pipes() { std::signal(SIGPIPE, SIG_IGN); }

}  // namespace inarow::protocol
