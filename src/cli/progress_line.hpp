#pragma once

// One line on stderr that tells how long work stands: redrawn five times a second, from one second
// on, and only if stderr is a terminal; wiped out when the object goes away.
//
//   Observer observer;
//   const ProgressLine line(options.quiet, observer, [&](const WorkStatus& s, double seconds) {
//     return in_words(game, s, seconds); });

#include <functional>
#include <string>

#include "base/ticker.hpp"
#include "rules/observer.hpp"

namespace inarow::cli {

class ProgressLine {
 public:
  using Words = std::function<std::string(const WorkStatus& status, double seconds)>;

  // Without `words` the stage is shown.
  ProgressLine(bool quiet, Observer& observer, Words words = {});
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

 private:
  void draw();

  Observer& observer_;
  Words words_;
  Ticker::Clock::time_point start_ = Ticker::Clock::now();
  bool drawn_ = false;
  Ticker::Handle ticks_;
};

}  // namespace inarow::cli
