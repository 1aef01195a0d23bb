#pragma once

// The clock of the process: one thread that calls functions at a time or now and then. Deadlines,
// signals, progress lines and the server's time slices all hang on it, so that no search reads a
// clock and no caller starts a thread to watch one.
//
//   Ticker::Handle handle = Ticker::every(200ms, [&] { line.draw(observer.status()); });
//   Ticker::Handle alarm = Ticker::once(deadline, [&] { stop.request_stop(); });
//
// The thread sleeps while nothing is due, and begins with the first handle. Functions must be
// short; they run one after another. A handle that goes away waits for its own function if it is
// running, so it must not be destroyed under a lock that the function takes, nor by the function.

#include <chrono>
#include <cstdint>
#include <functional>

namespace inarow {

class Ticker {
 public:
  using Clock = std::chrono::steady_clock;

  class Handle {
   public:
    Handle() = default;
    ~Handle() { cancel(); }
    Handle(Handle&& other) noexcept : id_(other.id_) { other.id_ = 0; }
    Handle& operator=(Handle&& other) noexcept;
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;

    // The function is not called any more.
    void cancel();
    // Calls it then instead, and takes no memory for that. False if it was called already (of
    // once()) or there is none.
    bool move_to(Clock::time_point when);

   private:
    friend class Ticker;
    explicit Handle(std::uint64_t id) : id_(id) {}
    std::uint64_t id_ = 0;
  };

  static Handle once(Clock::time_point when, std::function<void()> function);
  static Handle every(Clock::duration interval, std::function<void()> function);
};

// The time point so many seconds from now; far in the future for numbers too large for the clock.
Ticker::Clock::time_point seconds_from_now(double seconds);

// Seconds since a time point.
inline double seconds_since(Ticker::Clock::time_point start) {
  return std::chrono::duration<double>(Ticker::Clock::now() - start).count();
}

}  // namespace inarow
