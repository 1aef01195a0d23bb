#include "match/external/engine_process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <system_error>

#include "base/quote.hpp"

namespace inarow {
namespace {

using namespace std::chrono_literals;

// How often it is looked whether the process has ended, and whether the stop has come.
constexpr int look_at_process_ms = 20;
constexpr auto look_at_stop = 5ms;

void do_not_wait(int fd) { ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) | O_NONBLOCK); }

}  // namespace

Result<std::unique_ptr<EngineProcess>> EngineProcess::start(EngineCommand command) {
  std::unique_ptr<EngineProcess> engine(new EngineProcess(std::move(command)));
  if (!engine->wake_.open()) {
    return failure(fmt::format("no pipe can be made: {}", std::strerror(errno)));
  }
  do_not_wait(engine->wake_.read.get());
  do_not_wait(engine->wake_.write.get());
  try {
    engine->thread_ = std::thread([e = engine.get()] { e->run(); });
  } catch (const std::system_error& error) {
    return failure(fmt::format("no thread can be made: {}", error.what()));
  }
  std::unique_lock lock(engine->mutex_);
  engine->changed_.wait(lock, [&] { return engine->started_.has_value(); });
  if (!*engine->started_) return tl::unexpected<Error>(engine->started_->error());
  return {std::move(engine)};
}

EngineProcess::~EngineProcess() {
  {
    const std::lock_guard lock(mutex_);
    asked_to_end_ = true;
  }
  if (wake_.write.get() >= 0) (void)!::write(wake_.write.get(), "", 1);
  if (thread_.joinable()) thread_.join();
}

void EngineProcess::write_line(std::string_view line) {
  {
    const std::lock_guard lock(mutex_);
    if (ended_ || input_.size() + line.size() > most_waiting_bytes) return;
    input_.append(line);
    input_ += '\n';
  }
  (void)!::write(wake_.write.get(), "", 1);
}

bool EngineProcess::over() const { return ended_ || flooded_; }

EngineProcess::Heard EngineProcess::read_line(Clock::time_point deadline, const StopToken* stop) {
  std::unique_lock lock(mutex_);
  while (true) {
    if (!lines_.empty()) {
      Heard heard = std::move(lines_.front());
      lines_.pop_front();
      waiting_bytes_ -= heard.text.size();
      return heard;
    }
    const Clock::time_point now = Clock::now();
    if (flooded_) return {.what = What::flood, .when = now};
    if (ended_) return {.what = What::end, .when = now};
    if (stop != nullptr && stop->stop_requested()) {
      return {.what = What::stopped, .when = now};
    }
    if (now >= deadline) return {.what = What::silence, .when = now};
    changed_.wait_until(lock, stop == nullptr ? deadline : std::min(deadline, now + look_at_stop));
  }
}

void EngineProcess::skip_lines() {
  const std::lock_guard lock(mutex_);
  lines_.clear();
  waiting_bytes_ = 0;
}

std::string EngineProcess::last_errors() const {
  constexpr std::size_t most_bytes = 400;
  std::string text;
  {
    const std::lock_guard lock(mutex_);
    text = errors_;
  }
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.pop_back();
  if (text.size() > most_bytes) text = "..." + text.substr(text.size() - most_bytes);
  std::string flat;
  for (const char c : text) {
    if (c == '\r') continue;
    flat += c == '\n' ? std::string(" | ") : std::string(1, c);
  }
  return printable(flat);
}

std::string EngineProcess::how_it_ended() const {
  const std::lock_guard lock(mutex_);
  if (!ended_) return "runs";
  if (WIFEXITED(status_)) return fmt::format("ended with exit code {}", WEXITSTATUS(status_));
  const int number = WTERMSIG(status_);
  return fmt::format("was killed by signal {} ({})", number, ::strsignal(number));
}

// The life of the process is that of this thread: the kernel ends the child with it.
void EngineProcess::run() {
  // Who writes to a program that has ended is told so by write(); the signal stays here, held back.
  sigset_t all;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, nullptr);

  Pipe in;
  Pipe out;
  Pipe err;
  Result<ChildProcess> child = spawn(in, out, err);
  {
    const std::lock_guard lock(mutex_);
    started_ = child ? Result<void>() : tl::unexpected<Error>(child.error());
  }
  changed_.notify_all();
  if (!child) return;
  converse(*child, in.write, out.read, err.read);
  const int status = child->end();
  {
    const std::lock_guard lock(mutex_);
    status_ = status;
    ended_ = true;
  }
  changed_.notify_all();
}

Result<ChildProcess> EngineProcess::spawn(Pipe& in, Pipe& out, Pipe& err) {
  if (!in.open() || !out.open() || !err.open()) {
    return failure(fmt::format("no pipe can be made: {}", std::strerror(errno)));
  }
  Result<ChildProcess> child =
      ChildProcess::start({.arguments = {"/bin/sh", "-c", command_.command},
                           .in = in.read.get(),
                           .out = out.write.get(),
                           .err = err.write.get(),
                           .memory_bytes = command_.memory_bytes});
  in.read.close();
  out.write.close();
  err.write.close();
  for (const int fd : {in.write.get(), out.read.get(), err.read.get()}) do_not_wait(fd);
  return child;
}

void EngineProcess::converse(const ChildProcess& child, Descriptor& to, Descriptor& from,
                             Descriptor& errors) {
  Descriptor file;
  if (!command_.error_file.empty()) {
    file = Descriptor(::open(command_.error_file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC,
                             S_IRUSR | S_IWUSR | S_IRGRP));
  }
  while (true) {
    bool has_input = false;
    {
      const std::lock_guard lock(mutex_);
      if (asked_to_end_ || flooded_) return;
      has_input = !input_.empty() && to.get() >= 0;
    }
    // poll() passes over negative descriptors.
    std::array<pollfd, 4> waits{{{wake_.read.get(), POLLIN, 0},
                                 {from.get(), POLLIN, 0},
                                 {errors.get(), POLLIN, 0},
                                 {has_input ? to.get() : -1, POLLOUT, 0}}};
    ::poll(waits.data(), waits.size(), look_at_process_ms);
    std::array<char, 64> bytes{};
    while (::read(wake_.read.get(), bytes.data(), bytes.size()) > 0) {
    }
    // Looked at before the last of what it wrote is read, so that nothing is lost.
    const bool ended = child.has_ended();
    if (from.get() >= 0 && !take_output(from.get())) from.close();
    if (errors.get() >= 0 && !take_errors(errors.get(), file.get())) errors.close();
    if (ended) return;
    if (to.get() >= 0) give_input(to);
  }
}

// Reads what has been written so far; false at the end of the pipe.
bool EngineProcess::take_output(int from) {
  std::array<char, 16384> buffer{};
  bool open = true;
  bool news = false;
  while (true) {
    const ssize_t count = ::read(from, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) {
      open = count < 0;
      break;
    }
    const Clock::time_point now = Clock::now();
    const std::lock_guard lock(mutex_);
    for (const char c : std::string_view(buffer.data(), static_cast<std::size_t>(count))) {
      if (c != '\n') {
        half_line_ += c;
        continue;
      }
      if (!half_line_.empty() && half_line_.back() == '\r') half_line_.pop_back();
      waiting_bytes_ += half_line_.size();
      lines_.push_back({What::line, std::move(half_line_), now});
      half_line_.clear();
      news = true;
    }
    if (half_line_.size() > most_line_bytes || waiting_bytes_ > most_waiting_bytes ||
        lines_.size() > most_waiting_bytes / 64) {
      flooded_ = true;
      news = true;
      break;
    }
  }
  if (news) changed_.notify_all();
  return open;
}

bool EngineProcess::take_errors(int errors, int file) {
  std::array<char, 16384> buffer{};
  for (int rounds = 0; rounds < 16; ++rounds) {  // its output must not wait for its complaints
    const ssize_t count = ::read(errors, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return count < 0;
    const auto size = static_cast<std::size_t>(count);
    if (file >= 0 && error_file_bytes_ < most_error_file_bytes) {
      error_file_bytes_ += size;
      (void)!::write(file, buffer.data(), size);
    }
    const std::lock_guard lock(mutex_);
    errors_.append(buffer.data(), size);
    if (errors_.size() > kept_error_bytes) errors_.erase(0, errors_.size() - kept_error_bytes);
  }
  return true;
}

void EngineProcess::give_input(Descriptor& to) {
  const std::lock_guard lock(mutex_);
  while (!input_.empty()) {
    const ssize_t count = ::write(to.get(), input_.data(), input_.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) {
      if (errno != EAGAIN) to.close();  // it has closed its end
      return;
    }
    input_.erase(0, static_cast<std::size_t>(count));
  }
}

}  // namespace inarow
