#include "service/checker_process.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "base/child_process.hpp"
#include "base/quote.hpp"

namespace inarow::service {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr int look_again_ms = 20;
constexpr int look_again_us = 500;  // after the end of its output it ends at once

// The certificate as an open file without a name, at its beginning.
int file_with(std::string_view bytes) {
  const int fd = ::memfd_create("certificate", MFD_CLOEXEC);
  if (fd < 0) return -1;
  while (!bytes.empty()) {
    const ssize_t written = ::write(fd, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) {
      ::close(fd);
      return -1;
    }
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  ::lseek(fd, 0, SEEK_SET);
  return fd;
}

// Sanitizers reserve terabytes, in the checker as well.
constexpr bool limits_memory =
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    false;
#else
    true;
#endif

}  // namespace

std::string checker_program() {
  if (const char* program = std::getenv("INAROW_CHECK")) return program;
  std::error_code error;
  const fs::path self = fs::read_symlink("/proc/self/exe", error);
  if (error) return "";
  const fs::path beside = self.parent_path() / "inarow-check";
  return fs::exists(beside, error) ? beside.string() : "";
}

Result<CheckerRun> run_checker(const std::string& program, const std::vector<std::string>& options,
                               std::string_view certificate, const CheckerLimits& limits,
                               const StopToken& stop) {
  const auto failed = [&] {
    return failure(fmt::format("cannot run {}: {}", printable(program), std::strerror(errno)));
  };
  const Descriptor in(file_with(certificate));
  Pipe pipe;
  if (in.get() < 0 || !pipe.open()) return failed();

  const Clock::time_point start = Clock::now();
  std::vector<std::string> arguments{program, "-"};
  arguments.insert(arguments.end(), options.begin(), options.end());
  Result<ChildProcess> child =
      ChildProcess::start({.arguments = std::move(arguments),
                           .in = in.get(),
                           .out = pipe.write.get(),
                           .err = pipe.write.get(),
                           .cpu_seconds = limits.cpu_seconds,
                           .memory_bytes = limits_memory ? limits.memory_bytes : 0,
                           .may_write_files = false});
  if (!child) return tl::unexpected<Error>(child.error());
  pipe.write.close();
  const Descriptor& from = pipe.read;

  CheckerRun run;
  // Reads what has been written so far; false at the end of the pipe.
  const auto read_more = [&] {
    std::array<char, 4096> buffer{};
    const ssize_t count = ::read(from.get(), buffer.data(), buffer.size());
    if (count < 0) return errno == EINTR;
    if (run.output.size() < limits.output_bytes) {
      run.output.append(buffer.data(), static_cast<std::size_t>(count));
    }
    return count > 0;
  };
  // The checker has ended when its process has, not when the pipe has: a process that it started
  // may hold the pipe.
  bool killed = false;
  bool open = true;
  for (bool ended = false; !ended; ended = child->has_ended()) {
    if (!killed && stop.stop_requested()) {
      child->kill();
      killed = true;
    }
    pollfd waits{from.get(), POLLIN, 0};
    if (open && ::poll(&waits, 1, look_again_ms) > 0) open = read_more();
    if (!open) ::usleep(look_again_us);
  }
  child->kill();
  // What it wrote before its end is in the pipe, of which nobody may wait for the end.
  for (pollfd waits{from.get(), POLLIN, 0}; open && ::poll(&waits, 1, 0) > 0;) open = read_more();
  const int status = child->end();
  run.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  if (WIFEXITED(status)) run.exit_code = WEXITSTATUS(status);
  return run;
}

}  // namespace inarow::service
