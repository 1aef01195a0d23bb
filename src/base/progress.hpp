#pragma once

// Progress of long work. Libraries report through a ProgressSink and never print; the command line
// gives them a ProgressLine, which draws one line on a terminal and stays silent anywhere else.

#include <chrono>
#include <cstdio>
#include <mutex>
#include <string>

namespace inarow {

class ProgressSink {
 public:
  ProgressSink() = default;
  ProgressSink(const ProgressSink&) = delete;
  ProgressSink& operator=(const ProgressSink&) = delete;
  virtual ~ProgressSink() = default;

  // True if a report would be shown now; ask before composing an expensive text. Thread-safe.
  virtual bool due() = 0;
  virtual void report(const std::string& line) = 0;
};

// Shows nothing.
class SilentProgress final : public ProgressSink {
 public:
  bool due() override { return false; }
  void report(const std::string&) override {}
};

// One line on stderr, redrawn at most five times a second, from one second on, and only if stderr
// is a terminal; wiped out when the object goes away.
class ProgressLine final : public ProgressSink {
 public:
  explicit ProgressLine(bool quiet);
  ~ProgressLine() override;
  bool due() override;
  void report(const std::string& line) override;

 private:
  using Clock = std::chrono::steady_clock;
  bool enabled_;
  bool drawn_ = false;
  std::mutex mutex_;
  Clock::time_point next_;
};

}  // namespace inarow
