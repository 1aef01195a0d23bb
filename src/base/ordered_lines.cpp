#include "base/ordered_lines.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>

namespace inarow {
namespace {

// Hands out numbered lines. Reading may block (a user types, another program feeds us), so the
// reader first makes sure that everything answered so far has been written.
class LineSource {
 public:
  LineSource(int fd, const StopToken& stop) : fd_(fd), stop_(&stop) {}

  // The next line, and its number; false at the end. `before_blocking` runs if nothing is at hand.
  template <class F>
  bool next(std::string& line, std::size_t& number, const F& before_blocking) {
    const std::lock_guard lock(mutex_);
    while (true) {
      const std::size_t end = buffer_.find('\n', at_);
      if (end != std::string::npos) {
        line.assign(buffer_, at_, end - at_);
        at_ = end + 1;
        break;
      }
      if (ended_) {
        if (at_ >= buffer_.size()) return false;
        line.assign(buffer_, at_);
        at_ = buffer_.size();
        break;
      }
      blocked_ = true;
      before_blocking();
      buffer_.erase(0, at_);
      at_ = 0;
      // Wait in short steps: a signal may go to another thread and would not end a blocking read.
      pollfd waiting{fd_, POLLIN, 0};
      while (::poll(&waiting, 1, 50) <= 0) {
        if (stop_->stopped()) return false;
      }
      char chunk[1 << 16];
      const ssize_t count = ::read(fd_, chunk, sizeof chunk);
      blocked_ = false;
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) failed_ = errno;
      if (count <= 0) {
        ended_ = true;
      } else {
        buffer_.append(chunk, static_cast<std::size_t>(count));
      }
    }
    if (!line.empty() && line.back() == '\r') line.pop_back();
    number = number_++;
    return true;
  }

  bool blocked() const { return blocked_; }
  int failed() const { return failed_; }

 private:
  int fd_;
  std::mutex mutex_;
  std::string buffer_;
  std::size_t at_ = 0;
  std::size_t number_ = 0;
  bool ended_ = false;
  int failed_ = 0;
  std::atomic<bool> blocked_{false};
  const StopToken* stop_;
};

// Puts answers into order.
class OrderedOutput {
 public:
  // Writes at once if the source waits for input. The source says so before it flushes what is
  // there, so it must be asked under our lock: asked earlier, it might begin to wait in between.
  void put(std::size_t number, std::string answer, const LineSource& source) {
    const std::lock_guard lock(mutex_);
    while (waiting_.size() <= number - next_) waiting_.emplace_back();
    waiting_[number - next_] = std::move(answer);
    while (!waiting_.empty() && !waiting_.front().empty()) {
      ready_ += waiting_.front();
      ready_ += '\n';
      waiting_.pop_front();
      ++next_;
    }
    if (source.blocked() || ready_.size() > (1 << 16)) write();
  }

  void flush() {
    const std::lock_guard lock(mutex_);
    write();
  }

 private:
  void write() {
    std::fwrite(ready_.data(), 1, ready_.size(), stdout);
    std::fflush(stdout);
    ready_.clear();
  }

  std::mutex mutex_;
  std::size_t next_ = 0;
  std::deque<std::string> waiting_;
  std::string ready_;
};

}  // namespace

Result<LinesReport> answer_lines(const std::string& file, int threads, const StopToken& stop,
                                 const std::function<LineAnswerer()>& make_answerer) {
  const int input = file == "-" ? STDIN_FILENO : ::open(file.c_str(), O_RDONLY);
  if (input < 0) return failure(fmt::format("cannot read {}: {}", file, std::strerror(errno)));
  LineSource source(input, stop);
  OrderedOutput output;
  std::atomic<bool> bad{false};
  std::atomic<bool> incomplete{false};
  const auto work = [&] {
    const LineAnswerer answer_line = make_answerer();
    std::string line;
    std::size_t number = 0;
    while (!stop.stopped() && source.next(line, number, [&] { output.flush(); })) {
      std::string answer;
      switch (answer_line(line, answer)) {
        case LineResult::answered:
          break;
        case LineResult::bad:
          bad = true;
          break;
        case LineResult::incomplete:
          incomplete = true;
          break;
      }
      output.put(number, std::move(answer), source);
    }
  };
  std::vector<std::thread> workers;
  for (int t = 1; t < threads; ++t) workers.emplace_back(work);
  work();
  for (std::thread& worker : workers) worker.join();
  output.flush();
  if (input != STDIN_FILENO) ::close(input);
  if (source.failed() != 0) {
    return failure(fmt::format("cannot read the positions: {}", std::strerror(source.failed())), 1);
  }
  return LinesReport{bad, stop.stopped() || incomplete};
}

}  // namespace inarow
