#pragma once

// Long work for Python. The work runs in a thread of its own while the calling one waits without
// the interpreter's lock, so that other Python threads go on, and looks after signals: only the
// thread that Python calls may run its handlers. Ctrl-C stops the work, waits for it (searches see
// the token within milliseconds) and raises KeyboardInterrupt.
//
//   StopToken stop;
//   Result<Answer> answer = wait_for(stop, [&] { return ask(question, work); });

#include <pybind11/pybind11.h>

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>

#include "base/stop.hpp"

namespace inarow::python {

inline constexpr auto look_at_signals = std::chrono::milliseconds(50);

template <class Work>
auto wait_for(StopToken& stop, const Work& work) -> decltype(work()) {
  std::optional<decltype(work())> result;
  std::exception_ptr failed;
  std::optional<pybind11::error_already_set> interrupt;
  {
    const pybind11::gil_scoped_release others_go_on;
    std::mutex mutex;
    std::condition_variable changed;
    bool done = false;
    std::thread thread([&] {
      try {
        result.emplace(work());
      } catch (...) {
        failed = std::current_exception();
      }
      const std::lock_guard lock(mutex);
      done = true;
      changed.notify_one();
    });
    std::unique_lock lock(mutex);
    while (!changed.wait_for(lock, look_at_signals, [&] { return done; })) {
      if (interrupt) continue;
      lock.unlock();
      {
        const pybind11::gil_scoped_acquire gil;
        if (PyErr_CheckSignals() != 0) interrupt.emplace();
      }
      if (interrupt) stop.request_stop();
      lock.lock();
    }
    lock.unlock();
    thread.join();
  }
  if (interrupt) throw pybind11::error_already_set(*interrupt);
  if (failed) std::rethrow_exception(failed);
  return std::move(*result);
}

}  // namespace inarow::python
