#include "cli/solve_batch.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <deque>
#include <mutex>
#include <thread>

#include "cli/solve_answer.hpp"
#include "rules/notation.hpp"

namespace inarow::cli {
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
  void put(std::size_t number, std::string answer, bool flush_now) {
    const std::lock_guard lock(mutex_);
    while (waiting_.size() <= number - next_) waiting_.emplace_back();
    waiting_[number - next_] = std::move(answer);
    while (!waiting_.empty() && !waiting_.front().empty()) {
      ready_ += waiting_.front();
      ready_ += '\n';
      waiting_.pop_front();
      ++next_;
    }
    if (flush_now || ready_.size() > (1 << 16)) write();
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

Exit run_batch(const BatchJob& job, const StopToken& stop) {
  LineSource source(job.input, stop);
  OrderedOutput output;
  std::atomic<bool> bad{false};
  std::atomic<bool> incomplete{false};
  const AnswerFormat format{
      job.question.score, job.question.best, job.question.line, job.question.all_moves, 0, ""};
  const auto work = [&] {
    DropAnalyst analyst(*job.spec.drop(), job.engine, 1, job.known, &stop.flag(), nullptr);
    std::string line;
    std::size_t number = 0;
    while (!stop.stopped() && source.next(line, number, [&] { output.flush(); })) {
      const auto start = std::chrono::steady_clock::now();
      std::string answer;
      const Result<Game> game = read_game(job.spec, line);
      if (!game) {
        append_error(answer, job.spec, line, game.error().message);
        bad = true;
      } else {
        const DropAnalysis analysis = analyst.analyse(*game, job.question);
        if (!analysis.complete) incomplete = true;
        AnswerFormat timed = format;
        timed.seconds =
            std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        append_answer(answer, *game, analysis, timed);
      }
      output.put(number, std::move(answer), source.blocked());
    }
  };
  std::vector<std::thread> threads;
  for (int t = 1; t < job.threads; ++t) threads.emplace_back(work);
  work();
  for (std::thread& thread : threads) thread.join();
  output.flush();
  if (source.failed() != 0) {
    return environment_failed(
        fmt::format("cannot read the positions: {}", std::strerror(source.failed())));
  }
  if (stop.stopped() || incomplete) return Exit::stopped;
  return bad ? Exit::bad_input : Exit::done;
}

}  // namespace inarow::cli
