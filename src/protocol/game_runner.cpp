#include "protocol/game_runner.hpp"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <iterator>
#include <list>
#include <mutex>
#include <new>
#include <thread>

#include "base/ticker.hpp"
#include "protocol/line_io.hpp"
#include "protocol/mover.hpp"

namespace inarow::protocol {
namespace {

using Clock = Ticker::Clock;

constexpr std::size_t most_line_bytes = 4096;
// More are read when these are done.
constexpr std::size_t most_waiting_lines = 4096;

Clock::time_point after(Clock::time_point start, double seconds) {
  return start +
         std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

// A move that is being thought about; all but the order and the stop under the runner's lock.
struct Job {
  explicit Job(MoveOrder wanted) : order(std::move(wanted)) {}

  const MoveOrder order;
  StopToken stop;
  std::optional<Thought> quick;  // without search
  std::optional<Thought> best;
  bool done = false;
  Clock::time_point end{};  // when it was done
  std::thread thread;
};

class Runner {
 public:
  Runner(GameProtocol& protocol, int threads, int input, int output,
         const std::shared_ptr<const Books>& books)
      : protocol_(protocol),
        mover_(threads, books),
        output_(output),
        reader_(input, most_line_bytes,
                [this](std::vector<Line> lines) { take(std::move(lines)); }) {}

  ~Runner() {
    {
      const std::lock_guard lock(mutex_);
      closed_ = true;
    }
    changed_.notify_all();
    for (const auto& job : jobs_) job->stop.request_stop();
    for (const auto& job : jobs_) job->thread.join();
  }
  Runner(const Runner&) = delete;
  Runner& operator=(const Runner&) = delete;

  void run() {
    while (true) {
      const Line line = next_line();
      Reaction reaction;
      if (line.kind == Line::Kind::end) return;
      if (line.kind == Line::Kind::too_long) {
        reaction = protocol_.too_long(most_line_bytes);
      } else {
        reaction = protocol_.handle(line.text);
      }
      while (true) {
        if (!write(reaction.lines) || reaction.quit) return;
        if (!reaction.order) break;
        // The time of a line that had to wait for the move before it begins with that one's end.
        const std::optional<Thought> thought = think(*reaction.order, std::max(line.when, free_));
        if (!thought) return;
        reaction = protocol_.moved(*thought);
        free_ = Clock::now();
      }
    }
  }

 private:
  // Called by the reader.
  void take(std::vector<Line> lines) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return lines_.size() < most_waiting_lines || closed_; });
    std::move(lines.begin(), lines.end(), std::back_inserter(lines_));
    changed_.notify_all();
  }

  Line next_line() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return !lines_.empty(); });
    Line line = std::move(lines_.front());
    // The end stays: nothing comes after it.
    if (line.kind != Line::Kind::end) lines_.pop_front();
    changed_.notify_all();
    return line;
  }

  bool write(const std::vector<std::string>& lines) const {
    return std::all_of(lines.begin(), lines.end(),
                       [&](const std::string& line) { return write_line(output_, line); });
  }

  // What the lines that have come say about the move; removes those that say nothing else.
  Urgency look_at_lines(std::size_t& seen) {
    Urgency most = Urgency::waits;
    while (seen < lines_.size()) {
      const Line& line = lines_[seen];
      const Urgency urgency = line.kind == Line::Kind::text  ? protocol_.urgency(line.text)
                              : line.kind == Line::Kind::end ? Urgency::move_now
                                                             : Urgency::waits;
      if (urgency != Urgency::waits && most != Urgency::quit) most = urgency;
      if (urgency == Urgency::move_now && line.kind == Line::Kind::text) {
        lines_.erase(lines_.begin() + static_cast<std::ptrdiff_t>(seen));
      } else {
        ++seen;
      }
    }
    return most;
  }

  // Nothing: the program is to end.
  std::optional<Thought> think(const MoveOrder& order, Clock::time_point start) {
    const MoveTimes times = times_of(order.seconds, lateness_);
    forget_old_jobs();
    Job& job = *jobs_.emplace_back(std::make_unique<Job>(order));
    if (order.memory_bytes > 0) job.stop.limit_memory(order.memory_bytes);
    job.thread =
        std::thread([this, &job, stop_at = after(start, times.stop_at)] { work_on(job, stop_at); });
    std::unique_lock lock(mutex_);
    const Clock::time_point end = after(start, times.answer_at);
    std::size_t seen = 0;
    // Who has sent the end together with the question wants the answer nevertheless.
    if (look_at_lines(seen) != Urgency::waits) job.stop.request_stop();
    while (!job.done) {
      const Urgency urgency = look_at_lines(seen);
      if (urgency == Urgency::quit) return std::nullopt;
      if (urgency == Urgency::move_now) job.stop.request_stop();
      if (changed_.wait_until(lock, end) == std::cv_status::timeout) break;
    }
    job.stop.request_stop();
    note_lateness(job.done ? job.end : end);
    std::optional<Thought> thought = job.best ? job.best : job.quick;
    lock.unlock();
    if (!thought) thought = mover_.without_search(order);
    thought->seconds = seconds_since(start);
    return thought;
  }

  void work_on(Job& job, Clock::time_point stop_at) {
    const auto tell = [&](std::optional<Thought>& place, Thought thought) {
      const std::lock_guard lock(mutex_);
      place = std::move(thought);
    };
    tell(job.quick, mover_.without_search(job.order));
    const double left = std::chrono::duration<double>(stop_at - Clock::now()).count();
    try {
      if (left > 0 && !job.stop.stop_requested()) {
        tell(job.best, mover_.think(job.order, left, job.stop));
      }
    } catch (const std::bad_alloc&) {
      job.stop.request_stop();  // there is a move without it
    }
    const std::lock_guard lock(mutex_);
    job.done = true;
    job.end = Clock::now();
    changed_.notify_all();
  }

  // How long this thread was kept waiting after there was something to do, lately at most.
  void note_lateness(Clock::time_point due) {
    constexpr double fading = 0.98;
    lateness_ = std::max(lateness_ * fading, seconds_since(due));
  }

  // Searches that took too long to stop end when they do.
  void forget_old_jobs() {
    jobs_.remove_if([&](const std::unique_ptr<Job>& job) {
      {
        const std::lock_guard lock(mutex_);
        if (!job->done) return false;
      }
      job->thread.join();
      return true;
    });
  }

  GameProtocol& protocol_;
  Mover mover_;
  int output_;
  double lateness_ = 0;
  Clock::time_point free_{};  // since when no move is thought about
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Line> lines_;
  bool closed_ = false;
  std::list<std::unique_ptr<Job>> jobs_;
  LineReader reader_;  // the last: its thread uses the others
};

}  // namespace

MoveTimes times_of(double seconds, double lateness) {
  constexpr double pipe_seconds = 0.020;
  constexpr double part_to_stop = 0.05;
  constexpr double least_to_stop = 0.030;
  constexpr double most_to_stop = 0.100;
  // The other end of the pipe is kept waiting as long as this one.
  const double pipe = std::min(pipe_seconds, seconds / 4) + std::min(2 * lateness, seconds / 4);
  const double to_stop = std::clamp(seconds * part_to_stop, least_to_stop, most_to_stop);
  const double answer_at = seconds - pipe;
  return {.stop_at = std::max(answer_at - to_stop, seconds / 4), .answer_at = answer_at};
}

void run(GameProtocol& protocol, int threads, int input, int output,
         const std::shared_ptr<const Books>& books) {
  ignore_closed_pipes();
  Runner(protocol, threads, input, output, books).run();
}

}  // namespace inarow::protocol
