#include "base/child_process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

#include "base/expects.hpp"
#include "base/quote.hpp"

namespace inarow {
namespace {

void limit(int what, rlim_t value) {
  const rlimit both{value, value};
  ::setrlimit(static_cast<__rlimit_resource_t>(what), &both);
}

// In the child, between fork and exec: only what signal handlers may call.
[[noreturn]] void become(const ChildProgram& program, char* const* arguments, pid_t parent) {
  ::setpgid(0, 0);  // whatever it starts is ended with it
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(127);
  // First away from 0 to 2, where one dup2() would overwrite what the next one needs.
  const int in = ::fcntl(program.in, F_DUPFD, STDERR_FILENO + 1);
  const int out = ::fcntl(program.out, F_DUPFD, STDERR_FILENO + 1);
  const int err = ::fcntl(program.err, F_DUPFD, STDERR_FILENO + 1);
  ::dup2(in, STDIN_FILENO);
  ::dup2(out, STDOUT_FILENO);
  ::dup2(err, STDERR_FILENO);
  // Sockets and files of this program are not the child's to keep open.
  ::close_range(STDERR_FILENO + 1, ~0U, 0);
  if (program.cpu_seconds > 0) limit(RLIMIT_CPU, program.cpu_seconds);
  limit(RLIMIT_CORE, 0);
  if (!program.may_write_files) limit(RLIMIT_FSIZE, 0);
  if (program.memory_bytes > 0) limit(RLIMIT_AS, program.memory_bytes);
  // Signals that threads of this program hold back are not held back there.
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::signal(SIGPIPE, SIG_DFL);
  ::execv(arguments[0], arguments);
  ::_exit(127);
}

}  // namespace

void Descriptor::close() {
  if (fd_ >= 0) ::close(fd_);
  fd_ = -1;
}

bool Pipe::open() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return false;
  read = Descriptor(ends[0]);
  write = Descriptor(ends[1]);
  return true;
}

Result<ChildProcess> ChildProcess::start(const ChildProgram& program) {
  EXPECTS(!program.arguments.empty());
  const auto failed = [&] {
    return failure(
        fmt::format("cannot run {}: {}", printable(program.arguments[0]), std::strerror(errno)));
  };
  if (::access(program.arguments[0].c_str(), X_OK) != 0) return failed();
  std::vector<std::string> words = program.arguments;
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);

  const pid_t parent = ::getpid();
  // Not fork(), which would run what libraries and the ticker have for children that go on.
  const pid_t child = ::_Fork();
  if (child < 0) return failed();
  if (child == 0) become(program, arguments.data(), parent);
  ::setpgid(child, child);  // as the child does: whoever comes first
  return ChildProcess(child);
}

bool ChildProcess::has_ended() const {
  siginfo_t state{};
  return ::waitid(P_PID, static_cast<id_t>(id_), &state, WEXITED | WNOHANG | WNOWAIT) != 0 ||
         state.si_pid == id_;
}

void ChildProcess::kill() const { ::kill(-id_, SIGKILL); }

// It is waited for only after its group is ended, so that its number stays its own.
int ChildProcess::end() {
  EXPECTS(id_ > 0);
  kill();
  int status = 0;
  while (::waitpid(id_, &status, 0) < 0 && errno == EINTR) {
  }
  id_ = 0;
  return status;
}

}  // namespace inarow
