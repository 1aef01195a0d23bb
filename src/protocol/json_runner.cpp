#include "protocol/json_runner.hpp"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <thread>
#include <vector>

#include "answer/codec.hpp"
#include "ask/asker.hpp"
#include "ask/tables.hpp"
#include "base/ticker.hpp"
#include "protocol/json_lines.hpp"
#include "protocol/line_io.hpp"

namespace inarow::protocol {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t most_line_bytes = std::size_t{1} << 16;
constexpr std::size_t most_waiting_lines = 256;  // not yet looked at
constexpr std::size_t most_open = 1000;          // questions
constexpr std::size_t most_unwritten = 4096;     // answers, before the work waits for the reader
constexpr std::size_t few_unwritten = 16;        // with more, progress is left out
constexpr auto between_progress = 250ms;
constexpr auto look_at_output = 100ms;

// Writes lines one after another by a thread of its own, so that a reader who is slow keeps nobody
// waiting but those who have very much to tell.
class LineWriter {
 public:
  // `broken` is called, by its thread, when nobody reads any more.
  LineWriter(int descriptor, std::function<void()> broken)
      : descriptor_(descriptor), on_broken_(std::move(broken)), thread_([this] { write_all(); }) {}

  // Writes what is there.
  ~LineWriter() {
    {
      const std::lock_guard lock(mutex_);
      closing_ = true;
    }
    changed_.notify_all();
    thread_.join();
  }
  LineWriter(const LineWriter&) = delete;
  LineWriter& operator=(const LineWriter&) = delete;

  void post(std::string line) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return lines_.size() < most_unwritten || broken_; });
    push(std::move(line));
  }
  // What may be missing.
  void offer(std::string line) {
    const std::lock_guard lock(mutex_);
    if (lines_.size() < few_unwritten) push(std::move(line));
  }

 private:
  void push(std::string line) {
    if (!broken_) lines_.push_back(std::move(line));
    changed_.notify_all();
  }

  void write_all() {
    std::unique_lock lock(mutex_);
    while (true) {
      changed_.wait(lock, [&] { return !lines_.empty() || closing_; });
      if (lines_.empty()) return;
      std::string line = std::move(lines_.front());
      lines_.pop_front();
      changed_.notify_all();
      lock.unlock();
      const bool written = write_line(descriptor_, std::move(line));
      if (!written) on_broken_();
      lock.lock();
      if (!written) {
        broken_ = true;
        lines_.clear();
        changed_.notify_all();
        return;
      }
    }
  }

  int descriptor_;
  std::function<void()> on_broken_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::string> lines_;
  bool closing_ = false;
  bool broken_ = false;
  std::thread thread_;
};

struct Task {
  explicit Task(JsonQuestion asked) : ask(std::move(asked)) {}

  const JsonQuestion ask;
  StopToken stop;
  Observer observer;
  Ticker::Clock::time_point start{};
};

class Runner {
 public:
  Runner(const JsonOptions& options, int input, int output)
      : options_(options),
        output_(output),
        tables_({.all_bytes = options.memory_bytes / 4 * 3, .books = options.books}),
        writer_(output, [this] { abandon(); }),
        reader_(input, most_line_bytes,
                [this](std::vector<Line> lines) { take(std::move(lines)); }) {
    for (int i = 0; i < options.threads; ++i) workers_.emplace_back([this] { work(); });
    progress_ = Ticker::every(between_progress, [this] { tell_progress(); });
  }

  ~Runner() {
    progress_.cancel();
    {
      const std::lock_guard lock(mutex_);
      closed_ = true;
      for (const auto& [id, task] : running_) task->stop.request_stop();
    }
    changed_.notify_all();
    for (std::thread& worker : workers_) worker.join();
  }
  Runner(const Runner&) = delete;
  Runner& operator=(const Runner&) = delete;

  void run() {
    bool ended = false;
    while (true) {
      Line line;
      {
        std::unique_lock lock(mutex_);
        const auto news = [&] {
          return abandoned_ || !lines_.empty() || (ended && lines_reader_.open() == 0);
        };
        // Nobody is left who could end the program, once the input has ended.
        while (!changed_.wait_for(lock, look_at_output, news)) {
          if (is_abandoned(output_)) abandoned_ = true;
        }
        if (abandoned_ || lines_.empty()) return;
        line = std::move(lines_.front());
        lines_.pop_front();
        changed_.notify_all();
      }
      if (line.kind == Line::Kind::end) {
        ended = true;
        continue;
      }
      obey(line);
    }
  }

 private:
  void take(std::vector<Line> lines) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return lines_.size() < most_waiting_lines || closed_; });
    std::move(lines.begin(), lines.end(), std::back_inserter(lines_));
    changed_.notify_all();
  }

  void abandon() {
    const std::lock_guard lock(mutex_);
    abandoned_ = true;
    changed_.notify_all();
  }

  void obey(const Line& line) {
    std::unique_lock lock(mutex_);
    JsonReaction reaction = line.kind == Line::Kind::text ? lines_reader_.handle(line.text)
                                                          : lines_reader_.too_long(most_line_bytes);
    if (reaction.cancel) reaction.line = cancel(*reaction.cancel);
    if (reaction.question) {
      waiting_.push_back(std::make_unique<Task>(std::move(*reaction.question)));
      changed_.notify_all();
    }
    lock.unlock();
    if (reaction.line) writer_.post(std::move(*reaction.line));
  }

  // Under the lock. What is to be written of one that has not begun.
  std::optional<std::string> cancel(const std::string& id) {
    if (const auto task = running_.find(id); task != running_.end()) {
      task->second->stop.request_stop();
      return std::nullopt;
    }
    const auto task = std::find_if(waiting_.begin(), waiting_.end(),
                                   [&](const auto& one) { return one->ask.id == id; });
    if (task == waiting_.end()) return std::nullopt;  // its answer is on its way
    waiting_.erase(task);
    lines_reader_.close(id);
    return json_error(id, "cancelled before the work on it began");
  }

  // One thread.
  void work() {
    while (true) {
      Task* task = nullptr;
      {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return closed_ || !waiting_.empty(); });
        if (closed_) return;
        task = waiting_.front().get();
        task->start = Ticker::Clock::now();
        running_[task->ask.id] = std::move(waiting_.front());
        waiting_.pop_front();
      }
      std::string line = answer(*task);
      // No progress comes after the answer, and who has it may use the id again.
      {
        std::unique_lock lock(mutex_);
        const auto done = running_.extract(task->ask.id);
        lines_reader_.close(done.key());
        changed_.notify_all();
        lock.unlock();  // the task goes away without it
      }
      writer_.post(std::move(line));
    }
  }

  std::string answer(Task& task) {
    const std::string& id = task.ask.id;
    try {
      Question question = task.ask.question;
      double& seconds = question.limits.seconds;
      if (options_.seconds > 0) {
        seconds = seconds > 0 ? std::min(seconds, options_.seconds) : options_.seconds;
      }
      if (options_.memory_bytes > 0) {
        // What has no size of its own meets this fence.
        task.stop.limit_memory(options_.memory_bytes + options_.memory_bytes / 25 + 8 * megabyte);
      }
      const Result<Answer> found = ask(question, {.tables = &tables_,
                                                  .stop = &task.stop,
                                                  .observer = &task.observer,
                                                  .threads = 1,
                                                  .memory_bytes = options_.memory_bytes,
                                                  .seats = options_.threads,
                                                  .many = true});
      if (!found) return json_error(id, found.error().message);
      return json_line(id, "answer", answer_json(question.game, *found));
    } catch (const std::bad_alloc&) {
      return json_error(id, "out of memory; give less with --memory MB");
    } catch (const std::exception& error) {
      return json_error(id, error.what());
    }
  }

  void tell_progress() {
    const std::lock_guard lock(mutex_);
    for (const auto& [id, task] : running_) {
      if (!task->ask.progress) continue;
      writer_.offer(json_line(id, "progress",
                              status_json(task->ask.question.game, task->observer.status(),
                                          "running", seconds_since(task->start))));
    }
  }

  JsonOptions options_;
  int output_;
  Tables tables_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Line> lines_;
  JsonLines lines_reader_{most_open};
  std::deque<std::unique_ptr<Task>> waiting_;
  std::map<std::string, std::unique_ptr<Task>> running_;
  bool closed_ = false;
  bool abandoned_ = false;
  std::vector<std::thread> workers_;
  Ticker::Handle progress_;
  LineWriter writer_;
  LineReader reader_;  // the last: its thread uses the others
};

}  // namespace

void run_json(const JsonOptions& options, int input, int output) {
  ignore_closed_pipes();
  Runner(options, input, output).run();
}

}  // namespace inarow::protocol
