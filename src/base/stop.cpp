#include "base/stop.hpp"

#include <unistd.h>

#include <csignal>
#include <cstdio>

namespace inarow {
namespace {

using namespace std::chrono_literals;

constexpr auto look_at_signals = 10ms;
constexpr auto look_at_parent = 5ms;
constexpr auto look_at_memory = 10ms;

volatile std::sig_atomic_t signal_seen = 0;

extern "C" void on_signal(int number) {
  (void)number;
  signal_seen = 1;
}

}  // namespace

StopToken::StopToken(const StopToken* parent) {
  if (parent == nullptr) return;
  const auto follow = [this, parent] {
    const unsigned theirs = parent->state_.load(std::memory_order_relaxed);
    if ((theirs & stopping) != 0) return request_stop(parent->reason());
    const bool held = (state_.load(std::memory_order_relaxed) & paused) != 0;
    if (held == ((theirs & paused) != 0)) return;
    held ? resume() : pause();
  };
  follow();
  parent_ = Ticker::every(look_at_parent, follow);
}

void StopToken::request_stop(StopReason reason) {
  StopReason none = StopReason::none;
  reason_.compare_exchange_strong(none, reason, std::memory_order_relaxed);
  state_.fetch_or(stopping, std::memory_order_relaxed);
  state_.notify_all();
}

void StopToken::pause() { state_.fetch_or(paused, std::memory_order_relaxed); }

void StopToken::resume() {
  state_.fetch_and(~paused, std::memory_order_relaxed);
  state_.notify_all();
}

bool StopToken::hold_until_decided() const {
  while (true) {
    const unsigned state = state_.load(std::memory_order_relaxed);
    if ((state & stopping) != 0) return true;
    if (state == going) return false;
    state_.wait(state, std::memory_order_relaxed);
  }
}

void StopToken::limit_time(double seconds) {
  const Ticker::Clock::time_point when = seconds_from_now(seconds);
  if (deadline_.move_to(when)) return;
  deadline_ = Ticker::once(when, [this] { request_stop(StopReason::time); });
}

void StopToken::limit_memory(std::size_t bytes) {
  memory_ = Ticker::every(look_at_memory, [this, bytes] {
    if (resident_bytes() > bytes) request_stop(StopReason::memory);
  });
}

void StopToken::listen_to_signals() {
  struct sigaction action{};
  action.sa_handler = on_signal;
  action.sa_flags = static_cast<int>(SA_RESETHAND);  // the second one is not caught
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  signals_ = Ticker::every(look_at_signals, [this] {
    if (signal_seen != 0) request_stop(StopReason::signal);
  });
}

std::size_t resident_bytes() {
  // Sizes in pages: all, resident, ... (proc(5)).
  std::FILE* const file = std::fopen("/proc/self/statm", "re");
  if (file == nullptr) return 0;
  unsigned long all = 0;
  unsigned long resident = 0;
  const int read = std::fscanf(file, "%lu %lu", &all, &resident);
  std::fclose(file);
  static const auto page = static_cast<std::size_t>(sysconf(_SC_PAGE_SIZE));
  return read == 2 ? resident * page : 0;
}

}  // namespace inarow
