#include "service/checker_process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "base/quote.hpp"

namespace inarow::service {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr int look_again_ms = 20;
constexpr int look_again_us = 500;  // after the end of its output it ends at once

class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() { close(); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return fd_; }
  void close() {
    if (fd_ >= 0) ::close(fd_);
    fd_ = -1;
  }

 private:
  int fd_;
};

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

void limit(int what, rlim_t value) {
  const rlimit both{value, value};
  ::setrlimit(static_cast<__rlimit_resource_t>(what), &both);
}

// In the child, between fork and exec: only what signal handlers may call.
[[noreturn]] void become_checker(const char* program, char* const* arguments, int in, int out,
                                 pid_t parent, const CheckerLimits& limits) {
  ::setpgid(0, 0);  // whatever it starts is ended with it
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(127);
  ::dup2(in, STDIN_FILENO);
  ::dup2(out, STDOUT_FILENO);
  ::dup2(out, STDERR_FILENO);
  // The server's sockets are not the checker's to keep open.
  ::close_range(STDERR_FILENO + 1, ~0U, 0);
  limit(RLIMIT_CPU, limits.cpu_seconds);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, 0);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  limit(RLIMIT_AS, limits.memory_bytes);  // sanitizers reserve terabytes
#endif
  // Signals that the server's threads hold back are not held back here.
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::signal(SIGPIPE, SIG_DFL);
  ::execv(program, arguments);
  ::_exit(127);
}

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
  if (::access(program.c_str(), X_OK) != 0) return failed();
  const Descriptor in(file_with(certificate));
  if (in.get() < 0) return failed();
  std::array<int, 2> pipe{};
  if (::pipe2(pipe.data(), O_CLOEXEC) != 0) return failed();
  const Descriptor from(pipe[0]);
  Descriptor to(pipe[1]);

  std::vector<std::string> words{program, "-"};
  words.insert(words.end(), options.begin(), options.end());
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);

  const Clock::time_point start = Clock::now();
  const pid_t parent = ::getpid();
  // Not fork(), which would run what libraries and the ticker have for children that go on.
  const pid_t child = ::_Fork();
  if (child < 0) return failed();
  if (child == 0) {
    become_checker(program.c_str(), arguments.data(), in.get(), to.get(), parent, limits);
  }
  to.close();

  ::setpgid(child, child);  // as the child does: whoever comes first

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
  // may hold the pipe. It is waited for only after its group is ended, so that its number stays its
  // own.
  bool killed = false;
  bool open = true;
  for (bool ended = false; !ended;) {
    if (!killed && stop.stop_requested()) {
      ::kill(-child, SIGKILL);
      killed = true;
    }
    pollfd waits{from.get(), POLLIN, 0};
    if (open && ::poll(&waits, 1, look_again_ms) > 0) open = read_more();
    if (!open) ::usleep(look_again_us);
    siginfo_t state{};
    ended = ::waitid(P_PID, static_cast<id_t>(child), &state, WEXITED | WNOHANG | WNOWAIT) != 0 ||
            state.si_pid == child;
  }
  ::kill(-child, SIGKILL);
  // What it wrote before its end is in the pipe, of which nobody may wait for the end.
  for (pollfd waits{from.get(), POLLIN, 0}; open && ::poll(&waits, 1, 0) > 0;) open = read_more();
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  run.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  if (WIFEXITED(status)) run.exit_code = WEXITSTATUS(status);
  return run;
}

}  // namespace inarow::service
