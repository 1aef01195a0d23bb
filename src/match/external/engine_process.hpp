#pragma once

// A program of another author, run by /bin/sh, that is talked to in lines.
//
//   auto engine = EngineProcess::start({.command = "./cloudict", .memory_bytes = 1 << 30});
//   (*engine)->write_line("new black");
//   EngineProcess::Heard heard = (*engine)->read_line(Clock::now() + 5s, &stop);
//   heard.what      line ("move JJ", with the moment at which it was complete), silence, end, flood
//   (*engine)->last_errors()     the end of what it wrote to its standard error
//
// Nothing that the program does holds this one up or takes its memory: a thread of its own reads
// all it writes, whether or not somebody listens, and writes what it is told. Lines that are too
// long, or too many that nobody has read, are a flood, and end it. It is killed with all that it
// has started when this object goes, and when this program is killed.

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#include "base/child_process.hpp"
#include "base/result.hpp"
#include "base/stop.hpp"

namespace inarow {

struct EngineCommand {
  std::string command;           // for /bin/sh -c
  std::size_t memory_bytes = 0;  // of each of its processes; 0: no limit
  std::string error_file{};      // its standard error is added to this file; empty: to none
};

class EngineProcess {
 public:
  using Clock = std::chrono::steady_clock;

  static constexpr std::size_t most_line_bytes = std::size_t{64} << 10;
  static constexpr std::size_t most_waiting_bytes = std::size_t{1} << 20;
  static constexpr std::size_t kept_error_bytes = std::size_t{4} << 10;
  static constexpr std::size_t most_error_file_bytes = std::size_t{4} << 20;

  // Fails if no process can be made; a command that cannot be run ends at once instead, with what
  // the shell says of it in last_errors().
  static Result<std::unique_ptr<EngineProcess>> start(EngineCommand command);
  ~EngineProcess();
  EngineProcess(const EngineProcess&) = delete;
  EngineProcess& operator=(const EngineProcess&) = delete;

  // Never waits. What a program does not read is kept for it up to a megabyte.
  void write_line(std::string_view line);

  enum class What : unsigned char { line, silence, end, flood, stopped };
  struct Heard {
    What what = What::silence;
    std::string text{};  // of the line, without its end
    Clock::time_point when{};
  };
  // The next line, unless the deadline, the end of the program or the stop comes first. Lines that
  // it wrote before its end come before the end.
  Heard read_line(Clock::time_point deadline, const StopToken* stop);

  // Forgets the lines that nobody has read.
  void skip_lines();

  // The last lines of its standard error, fit for a message; empty if there are none.
  std::string last_errors() const;

  // "ended with exit code 3", "was killed by signal 11 (Segmentation fault)"; for one that runs,
  // "runs".
  std::string how_it_ended() const;

 private:
  explicit EngineProcess(EngineCommand command) : command_(std::move(command)) {}
  void run();
  Result<ChildProcess> spawn(Pipe& in, Pipe& out, Pipe& err);
  void converse(const ChildProcess& child, Descriptor& to, Descriptor& from, Descriptor& errors);
  bool take_output(int from);
  bool take_errors(int errors, int file);
  void give_input(Descriptor& to);
  bool over() const;

  EngineCommand command_;
  Pipe wake_;  // a byte: there is something to do

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<Result<void>> started_;
  std::deque<Heard> lines_;
  std::size_t waiting_bytes_ = 0;
  std::string half_line_;
  std::string input_;   // to be written
  std::string errors_;  // the last of them
  std::size_t error_file_bytes_ = 0;
  bool ended_ = false;
  bool flooded_ = false;
  bool asked_to_end_ = false;
  int status_ = 0;

  std::thread thread_;
};

}  // namespace inarow
