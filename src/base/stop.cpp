#include "base/stop.hpp"

#include <csignal>

namespace inarow {
namespace {

volatile std::sig_atomic_t signal_seen = 0;

extern "C" void on_signal(int number) {
  (void)number;
  signal_seen = 1;
}

}  // namespace

void StopToken::limit_time(double seconds) {
  deadline_ = std::chrono::steady_clock::now() +
              std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                  std::chrono::duration<double>(seconds));
}

void StopToken::listen_to_signals() {
  signals_ = true;
  struct sigaction action{};
  action.sa_handler = on_signal;
  action.sa_flags = static_cast<int>(SA_RESETHAND);  // the second one is not caught
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

bool StopToken::stopped() const {
  if (requested_.load(std::memory_order_relaxed)) return true;
  if ((signals_ && signal_seen != 0) ||
      (deadline_ && std::chrono::steady_clock::now() >= *deadline_)) {
    requested_.store(true, std::memory_order_relaxed);
    return true;
  }
  return false;
}

}  // namespace inarow
