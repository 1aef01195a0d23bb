#include "base/stop.hpp"

#include <csignal>

namespace inarow {
namespace {

using namespace std::chrono_literals;

constexpr auto look_at_signals = 10ms;
constexpr auto look_at_parent = 5ms;

volatile std::sig_atomic_t signal_seen = 0;

extern "C" void on_signal(int number) {
  (void)number;
  signal_seen = 1;
}

}  // namespace

StopToken::StopToken(const StopToken* parent) {
  if (parent == nullptr) return;
  if (parent->stopped()) request_stop();
  parent_ = Ticker::every(look_at_parent, [this, parent] {
    if (parent->stopped()) request_stop();
  });
}

void StopToken::limit_time(double seconds) {
  deadline_ = Ticker::once(seconds_from_now(seconds), [this] { request_stop(); });
}

void StopToken::listen_to_signals() {
  struct sigaction action{};
  action.sa_handler = on_signal;
  action.sa_flags = static_cast<int>(SA_RESETHAND);  // the second one is not caught
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  signals_ = Ticker::every(look_at_signals, [this] {
    if (signal_seen != 0) request_stop();
  });
}

}  // namespace inarow
