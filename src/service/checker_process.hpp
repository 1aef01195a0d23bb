#pragma once

// Runs inarow-check, the separate program that verifies certificates, on bytes from a client: as a
// child with limits of time and memory, which may write no file and is killed when `stop` stops,
// with all processes that it has started. They are ended with it in any case, and hold nobody up.

#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "base/stop.hpp"

namespace inarow::service {

struct CheckerLimits {
  unsigned cpu_seconds = 300;
  std::size_t memory_bytes = std::size_t{2} << 30;
  std::size_t output_bytes = std::size_t{64} << 10;
};

struct CheckerRun {
  int exit_code = -1;  // -1: it was killed, by a limit or the stop
  std::string output;  // of both streams, word for word
  double seconds = 0;
};

// Where inarow-check stands: the environment's INAROW_CHECK, or beside this program; empty if
// nowhere.
std::string checker_program();

// Fails if the program cannot be started.
Result<CheckerRun> run_checker(const std::string& program, const std::vector<std::string>& options,
                               std::string_view certificate, const CheckerLimits& limits,
                               const StopToken& stop);

}  // namespace inarow::service
