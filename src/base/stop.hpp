#pragma once

// How long work is told to stop: by Ctrl-C or a termination signal, by a time limit, or by the
// caller. Workers poll `stopped()` every few thousand steps and hand back what they have proved.

#include <atomic>
#include <chrono>
#include <optional>

namespace inarow {

class StopToken {
 public:
  StopToken() = default;

  // Stops when `seconds` have passed from now.
  void limit_time(double seconds);

  // Also stops on SIGINT and SIGTERM. The second signal ends the program at once, as users expect
  // of a program that does not listen. One token of a process may listen.
  void listen_to_signals();

  void request_stop() { requested_.store(true, std::memory_order_relaxed); }

  // Cheap enough for every thousand steps (it reads the clock only if there is a limit).
  bool stopped() const;

  // The flag alone, for loops that cannot afford the clock; set by `stopped()` of any thread, too.
  const std::atomic<bool>& flag() const { return requested_; }

 private:
  mutable std::atomic<bool> requested_{false};
  bool signals_ = false;
  std::optional<std::chrono::steady_clock::time_point> deadline_;
};

}  // namespace inarow
