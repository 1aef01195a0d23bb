#include "service/deadline_server.hpp"

#include <arpa/inet.h>
#include <netdb.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

namespace inarow::service {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

// True if the socket is ready for `events` within the time.
bool ready(int socket, short events, std::chrono::milliseconds time) {
  const Clock::time_point end = Clock::now() + time;
  while (true) {
    pollfd entry{socket, events, 0};
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now());
    const int found = poll(&entry, 1, static_cast<int>(std::max<long>(0, left.count())));
    if (found > 0) return true;
    if (found == 0 || errno != EINTR) return false;
  }
}

bool peer_is_there(int socket) {
  if (!ready(socket, POLLIN, 0ms)) return true;
  char byte = 0;
  const ssize_t n = recv(socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
  return n > 0 || (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR));
}

constexpr const char* too_slow_answer =
    "HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Type: application/json\r\n"
    "Content-Length: 55\r\n\r\n"
    "{\"error\":\"the request did not arrive within its time\"}\n";

class DeadlineStream final : public httplib::Stream {
 public:
  DeadlineStream(int socket, std::chrono::milliseconds read_time,
                 std::chrono::milliseconds write_time)
      : socket_(socket), read_time_(read_time), write_time_(write_time) {}

  // Of the request that comes next.
  void begin_request(std::chrono::milliseconds patience) {
    deadline_ = Clock::now() + patience;
    written_ = false;
  }
  bool buffered() const { return begin_ < end_; }
  bool too_slow() const { return too_slow_; }
  // Instead of the answer that the library could not give.
  void send_away() {
    if (std::exchange(written_, true)) return;
    httplib::Stream::write(too_slow_answer);
  }

  bool is_readable() const override { return buffered() || ready(socket_, POLLIN, time_to_read()); }
  bool is_writable() const override {
    return ready(socket_, POLLOUT, write_time_) && peer_is_there(socket_);
  }

  // From a buffer: the library asks for a byte at a time.
  ssize_t read(char* to, std::size_t size) override {
    if (!buffered()) {
      if (!ready(socket_, POLLIN, time_to_read())) {
        too_slow_ = true;
        return -1;
      }
      ssize_t n = 0;
      do {
        n = recv(socket_, buffer_.data(), buffer_.size(), 0);
      } while (n < 0 && errno == EINTR);
      if (n <= 0) return n;
      begin_ = 0;
      end_ = static_cast<std::size_t>(n);
    }
    const std::size_t n = std::min(size, end_ - begin_);
    std::memcpy(to, buffer_.data() + begin_, n);
    begin_ += n;
    return static_cast<ssize_t>(n);
  }

  ssize_t write(const char* from, std::size_t size) override {
    // The library takes a request that is cut off for a bad one, and says so; we know better.
    if (too_slow_ && !written_) return static_cast<ssize_t>(size);
    written_ = true;
    if (!is_writable()) return -1;
    ssize_t n = 0;
    do {
      n = send(socket_, from, size, MSG_NOSIGNAL);
    } while (n < 0 && errno == EINTR);
    return n;
  }

  void get_remote_ip_and_port(std::string& ip, int& port) const override {
    name(getpeername, ip, port);
  }
  void get_local_ip_and_port(std::string& ip, int& port) const override {
    name(getsockname, ip, port);
  }
  socket_t socket() const override { return socket_; }

 private:
  std::chrono::milliseconds time_to_read() const {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline_ - Clock::now());
    return std::clamp(left, 0ms, read_time_);
  }

  template <class Ask>
  void name(Ask ask, std::string& ip, int& port) const {
    sockaddr_storage address{};
    socklen_t length = sizeof address;
    std::array<char, NI_MAXHOST> host{};
    std::array<char, NI_MAXSERV> service{};
    if (ask(socket_, reinterpret_cast<sockaddr*>(&address), &length) != 0 ||
        getnameinfo(reinterpret_cast<sockaddr*>(&address), length, host.data(), host.size(),
                    service.data(), service.size(), NI_NUMERICHOST | NI_NUMERICSERV) != 0) {
      return;
    }
    ip = host.data();
    port = std::atoi(service.data());
  }

  int socket_;
  std::chrono::milliseconds read_time_;
  std::chrono::milliseconds write_time_;
  Clock::time_point deadline_;
  std::array<char, 4096> buffer_{};
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  bool too_slow_ = false;
  bool written_ = false;
};

}  // namespace

bool DeadlineServer::process_and_close_socket(socket_t socket) {
  const auto time = [](time_t seconds, time_t micros) {
    return std::chrono::milliseconds(seconds * 1000 + micros / 1000);
  };
  DeadlineStream stream(socket, time(read_timeout_sec_, read_timeout_usec_),
                        time(write_timeout_sec_, write_timeout_usec_));
  bool good = true;
  for (std::size_t left = keep_alive_max_count_; left > 0; --left) {
    // A connection without a request is let go after a while, and at once when the server stops.
    const Clock::time_point end = Clock::now() + time(keep_alive_timeout_sec_, 0);
    while (!stream.buffered() && !ready(socket, POLLIN, 20ms) && svr_sock_ != INVALID_SOCKET &&
           Clock::now() < end) {
    }
    if (svr_sock_ == INVALID_SOCKET) break;
    if (!stream.buffered() && !ready(socket, POLLIN, 0ms)) break;
    stream.begin_request(patience_);
    bool closed = false;
    good = process_request(stream, left == 1, closed, nullptr);
    if (stream.too_slow()) stream.send_away();
    if (!good || closed || stream.too_slow()) break;
  }
  shutdown(socket, SHUT_RDWR);
  close(socket);
  return good;
}

}  // namespace inarow::service
