#pragma once

// How long work is told to stop: by the caller, by a time limit, by a memory limit, by Ctrl-C or a
// termination signal, or because the work that it is part of stops. The token ticks by itself
// (base/ticker.hpp): searches only read a flag, every thousand steps or so, and hand back what they
// have proved.
//
//   StopToken stop;
//   stop.limit_time(2.5);
//   stop.listen_to_signals();
//   search.run(&stop);                      // a null token never stops
//
//   StopToken move(&stop);                  // stops with it, and
//   move.limit_time(0.5);                   // after half a second at the latest
//
// Work can also be held: while its token is paused, whoever asks stopped() waits there. So every
// search gives way to others without knowing of it, and goes on where it was. It must not ask under
// a lock that others need.

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "base/ticker.hpp"

namespace inarow {

enum class StopReason : std::uint8_t { none, asked, time, memory, signal };

class StopToken {
 public:
  // Stops when the parent does, which must outlive it; null: no parent.
  explicit StopToken(const StopToken* parent = nullptr);
  StopToken(const StopToken&) = delete;
  StopToken& operator=(const StopToken&) = delete;

  // Stops when `seconds` have passed from now; the last call counts. Only the first takes memory,
  // as long as the token has not stopped.
  void limit_time(double seconds);

  // Stops when the process has more than `bytes` of memory in use: for what grows with the work.
  // What has a size of its own is given its part before; this is the fence behind it, and a few
  // milliseconds late.
  void limit_memory(std::size_t bytes);

  // Also stops on SIGINT and SIGTERM. The second signal ends the program at once, as users expect
  // of a program that does not listen.
  void listen_to_signals();

  // Also wakes who is held.
  void request_stop() { request_stop(StopReason::asked); }
  // Asked by the work. Waits while the token is paused.
  bool stopped() const {
    const unsigned state = state_.load(std::memory_order_relaxed);
    return state != going && hold_until_decided();
  }
  // The same for others: never waits.
  bool stop_requested() const { return (state_.load(std::memory_order_relaxed) & stopping) != 0; }

  // The first reason, for messages.
  StopReason reason() const { return reason_.load(std::memory_order_relaxed); }

  // Deadlines run on; who pauses sets a new one with resume().
  void pause();
  void resume();

 private:
  static constexpr unsigned going = 0;
  static constexpr unsigned stopping = 1;
  static constexpr unsigned paused = 2;

  void request_stop(StopReason reason);
  bool hold_until_decided() const;

  std::atomic<unsigned> state_{going};
  std::atomic<StopReason> reason_{StopReason::none};
  Ticker::Handle deadline_;
  Ticker::Handle memory_;
  Ticker::Handle signals_;
  Ticker::Handle parent_;
};

// For pointers that may be null.
inline bool stopped(const StopToken* stop) { return stop != nullptr && stop->stopped(); }

// The memory that the process has in use now (its resident set).
std::size_t resident_bytes();

}  // namespace inarow
