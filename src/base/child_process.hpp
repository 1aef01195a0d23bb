#pragma once

// A child process in a process group of its own, with limits, which is ended with all that it has
// started: the checker of the server, and engines of other authors.
//
//   Result<ChildProcess> child = ChildProcess::start({.arguments = {"/bin/sh", "-c", command},
//                                                     .in = to.get(), .out = from.get()});
//   while (!child->has_ended()) ...
//   int status = child->end();                 // as waitpid has it; ends what still runs
//
// The child ends when the thread that started it does (PR_SET_PDEATHSIG), and so also when this
// program is killed. It inherits no descriptor but those three, no signal mask and no core dumps.

#include <sys/types.h>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "base/result.hpp"

namespace inarow {

class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() { close(); }
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    if (this != &other) {
      close();
      fd_ = std::exchange(other.fd_, -1);
    }
    return *this;
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return fd_; }
  void close();

 private:
  int fd_ = -1;
};

// Both ends of a pipe that no child inherits by accident; nothing if there is none to be had
// (errno).
struct Pipe {
  Descriptor read;
  Descriptor write;
  bool open();
};

struct ChildProgram {
  std::vector<std::string> arguments;  // the first is the path of the program
  int in = -1;
  int out = -1;
  int err = -1;
  unsigned cpu_seconds = 0;      // 0: no limit
  std::size_t memory_bytes = 0;  // of address space, for each of its processes; 0: no limit
  bool may_write_files = true;
};

class ChildProcess {
 public:
  // Fails if there is no such program or no process to be had.
  static Result<ChildProcess> start(const ChildProgram& program);
  ChildProcess(ChildProcess&& other) noexcept : id_(std::exchange(other.id_, 0)) {}
  ChildProcess& operator=(ChildProcess&&) = delete;
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;
  ~ChildProcess() {
    if (id_ > 0) end();
  }

  // Whether the process itself has ended; what it has started may still run. It keeps its number
  // until end().
  bool has_ended() const;
  // Kills it and all of its group.
  void kill() const;
  // Kills it and all of its group and waits for it. How it ended, as waitpid() has it. Only once.
  int end();

 private:
  explicit ChildProcess(pid_t id) : id_(id) {}
  pid_t id_;
};

}  // namespace inarow
