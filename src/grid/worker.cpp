#include "grid/worker.hpp"

#include <fmt/format.h>

#include <condition_variable>
#include <exception>
#include <mutex>
#include <new>
#include <optional>

#include "answer/codec.hpp"
#include "ask/asker.hpp"
#include "base/expects.hpp"
#include "base/files.hpp"
#include "base/output_file.hpp"
#include "base/quote.hpp"

namespace inarow::grid {
namespace {

using namespace std::chrono_literals;
using Clock = Ticker::Clock;
using Kind = WorkerNews::Kind;

constexpr auto look = 50ms;           // at what the broker and the user want, during a job
constexpr auto ask_for_jobs = 250ms;  // a stop is heard in between
constexpr auto after_trouble = 1s;
constexpr double renewals_a_lease = 3;

// What changes while a job gets on.
bool same_progress(const WorkStatus& a, const WorkStatus& b) {
  return a.nodes == b.nodes && a.positions == b.positions && a.rule_leaves == b.rule_leaves &&
         a.bound == b.bound && a.done == b.done && a.order == b.order && a.lower == b.lower &&
         a.upper == b.upper && a.stage == b.stage && a.move == b.move;
}

std::string shortened(const std::string& text) {
  constexpr std::size_t most = 200;
  return printable(text.size() > most ? text.substr(0, most) + " ..." : text);
}

}  // namespace

const char* program_version() { return INAROW_VERSION; }

std::string in_words(const WorkerNews& news) {
  const std::string job =
      fmt::format("{}: {} of {} ({}{})", news.worker, news.key, news.client, printable(news.game),
                  news.deliveries > 1 ? fmt::format(", delivery {}", news.deliveries) : "");
  const std::string text = shortened(news.text);
  switch (news.kind) {
    case Kind::begun:
      return job + " begun";
    case Kind::finished:
      return fmt::format("{} done in {:.2f} s", job, news.seconds);
    case Kind::failed:
      return fmt::format("{} failed after {:.2f} s: {}", job, news.seconds, text);
    case Kind::handed_back:
      return fmt::format("{} handed back after {:.2f} s: {}", job, news.seconds, text);
    case Kind::lost:
      return fmt::format("{} given up after {:.2f} s: {}", job, news.seconds, text);
    case Kind::hanging:
      return fmt::format("{} hangs: {}", job, text);
    case Kind::trouble:
      return fmt::format("{}: {}", news.worker, text);
  }
  return {};
}

// The thread beside the work: renews the lease while the job gets on, and stops the job when it is
// not wanted any more. One for the whole life of a worker.
class Worker::Watch {
 public:
  explicit Watch(const WorkerOptions& options)
      : options_(options), thread_([this] { watch_all(); }) {}
  ~Watch() {
    {
      const std::lock_guard lock(mutex_);
      closing_ = true;
    }
    changed_.notify_all();
    thread_.join();
  }
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

  // Why the job was stopped from outside.
  enum class Ending : std::uint8_t { none, over, stalled, leaving };

  // `allowed`: seconds that the question may take without a word.
  void begin(Lease& lease, Observer& observer, StopToken& stop, double allowed,
             const WorkerNews& news) {
    const std::lock_guard lock(mutex_);
    lease_ = &lease;
    observer_ = &observer;
    stop_ = &stop;
    stall_ = options_.stall_seconds + allowed;
    news_ = news;
    ending_ = Ending::none;
    told_hanging_ = false;
    last_ = observer.status();
    moved_ = renewed_ = Clock::now();
    leaving_.reset();
    stopped_.reset();
    changed_.notify_all();
  }
  // After this the lease, the observer and the stop are not touched any more.
  Ending end() {
    const std::lock_guard lock(mutex_);
    lease_ = nullptr;
    return ending_;
  }

 private:
  void watch_all() {
    std::unique_lock lock(mutex_);
    while (!closing_) {
      if (lease_ == nullptr) {
        changed_.wait(lock, [&] { return closing_ || lease_ != nullptr; });
        continue;
      }
      changed_.wait_for(lock, look, [&] { return closing_; });
      if (lease_ != nullptr && !closing_) look_at_job();
    }
  }

  // Under the lock.
  void look_at_job() {
    const WorkStatus now = observer_->status();
    if (!same_progress(now, last_)) {
      last_ = now;
      moved_ = Clock::now();
    }
    if (stopped_) return look_whether_it_hangs();
    if (stopped(options_.stop) && !leaving_) leaving_ = Clock::now();
    if (leaving_ && seconds_since(*leaving_) >= options_.grace_seconds)
      return stop(Ending::leaving);
    if (lease_->is_over()) return stop(Ending::over);
    if (seconds_since(moved_) > stall_) return stop(Ending::stalled);
    if (seconds_since(renewed_) < lease_->lease_seconds() / renewals_a_lease) return;
    renewed_ = Clock::now();
    try {
      if (!lease_->renew()) stop(Ending::over);
    } catch (const std::exception& error) {
      // The broker may be back before the lease is over.
      WorkerNews news = news_;
      news.kind = Kind::trouble;
      news.text = error.what();
      if (options_.tell) options_.tell(news);
    }
  }

  void stop(Ending ending) {
    ending_ = ending;
    stopped_ = Clock::now();
    stop_->request_stop();
  }

  void look_whether_it_hangs() {
    if (told_hanging_ || seconds_since(*stopped_) < options_.hang_seconds) return;
    told_hanging_ = true;
    WorkerNews news = news_;
    news.kind = Kind::hanging;
    news.text = "it was stopped and does not end";
    if (options_.tell) options_.tell(news);
  }

  const WorkerOptions& options_;  // of the worker
  std::mutex mutex_;
  std::condition_variable changed_;
  bool closing_ = false;
  Lease* lease_ = nullptr;  // null: no job
  Observer* observer_ = nullptr;
  StopToken* stop_ = nullptr;
  double stall_ = 0;
  WorkerNews news_{};
  Ending ending_ = Ending::none;
  bool told_hanging_ = false;
  WorkStatus last_{};
  Clock::time_point moved_{};
  Clock::time_point renewed_{};
  std::optional<Clock::time_point> leaving_{};
  std::optional<Clock::time_point> stopped_{};
  std::thread thread_;
};

Worker::Worker(JobSource& source, WorkerOptions options)
    : source_(source), options_(std::move(options)) {
  EXPECTS(options_.tables != nullptr);
  if (options_.version.empty()) options_.version = program_version();
  watch_ = std::make_unique<Watch>(options_);
}
Worker::~Worker() = default;

void Worker::tell(const WorkerNews& news) const {
  if (options_.tell) options_.tell(news);
}

void Worker::run() {
  std::string told;
  while (!stopped(options_.stop)) {
    try {
      run_one(ask_for_jobs);
      told.clear();
    } catch (const std::exception& error) {
      // The same trouble is told once, however long it lasts.
      if (told != error.what()) {
        told = error.what();
        tell({.kind = Kind::trouble, .worker = options_.name, .text = told});
      }
      for (auto waited = 0ms; waited < after_trouble && !stopped(options_.stop); waited += look) {
        std::this_thread::sleep_for(look);
      }
    }
  }
}

bool Worker::run_one(std::chrono::milliseconds time) {
  const std::unique_ptr<Lease> lease = source_.lease(time);
  if (lease == nullptr) return false;
  work_on(*lease);
  return true;
}

void Worker::work_on(Lease& lease) {
  const Job& job = lease.job();
  WorkerNews news{.worker = options_.name,
                  .key = job.key,
                  .client = lease.client(),
                  .game = job.game,
                  .deliveries = lease.deliveries()};
  tell(news);
  const Clock::time_point start = Clock::now();
  const auto end = [&](Kind kind, std::string text) {
    news.kind = kind;
    news.text = std::move(text);
    news.seconds = seconds_since(start);
  };
  const auto hand_back = [&](std::string why, double seconds) {
    lease.hand_back(std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000)));
    end(Kind::handed_back, std::move(why));
  };
  const auto fail = [&](std::string why) {
    lease.fail(why);
    end(Kind::failed, std::move(why));
  };
  const auto answer_it = [&] {
    if (stopped(options_.stop)) return hand_back("the worker stops", 0);
    if (job.version != options_.version) {
      return hand_back(
          fmt::format("it is of version {}, this is {}", printable(job.version), options_.version),
          options_.hand_back_seconds);
    }
    const bool other = options_.others.are && options_.others.are(job.question);
    Result<Question> question = failure("");
    if (!other) question = read_question(job.question);
    if (!other && !question) {
      // Another program of the same version may have been built from a later source.
      return hand_back("cannot read the question: " + question.error().message,
                       options_.hand_back_seconds);
    }
    if (question && !question->lines_path.empty()) return fail("a worker writes no files: lines");
    std::optional<ScratchFolder> scratch;
    if (question && question->certificate) {
      question->certificate->path = scratch.emplace().file("proof.cert");
    }
    Observer observer;
    StopToken stop;
    if (options_.fence_bytes > 0) stop.limit_memory(options_.fence_bytes);
    const Work work{.tables = options_.tables,
                    .stop = &stop,
                    .observer = &observer,
                    .threads = 1,
                    .memory_bytes = options_.memory_bytes};
    Finding finding;
    std::string refused;
    watch_->begin(lease, observer, stop, question ? question->limits.seconds : 0, news);
    try {
      if (other) {
        Result<std::string> answer = options_.others.run(job.question, work);
        answer ? finding.answer.swap(*answer) : refused.swap(answer.error().message);
      } else if (const Result<Answer> answer = ask(*question, work)) {
        finding.answer = answer_json(question->game, *answer);
        if (answer->proof && answer->proof->ending == ProofEnding::written) {
          Result<std::string> bytes = read_whole_file(question->certificate->path);
          bytes ? finding.certificate.swap(*bytes) : refused.swap(bytes.error().message);
        }
      } else {
        refused = answer.error().message;
      }
    } catch (const std::bad_alloc&) {
      refused = "out of memory";
    } catch (const std::exception& error) {
      refused = error.what();
    }
    const Watch::Ending ending = watch_->end();
    switch (ending) {
      case Watch::Ending::leaving:
        return hand_back("the worker stops", 0);
      case Watch::Ending::over:
        return end(Kind::lost, "it was cancelled, or its lease was over");
      case Watch::Ending::stalled:
        // The lease goes without an end, which counts: whoever gets the job next may hang as well.
        return end(Kind::lost, "it did not get on");
      case Watch::Ending::none:
        break;
    }
    if (!refused.empty()) return fail(std::move(refused));
    finding.seconds = seconds_since(start);
    lease.finish(finding);
    end(Kind::finished, "");
  };
  answer_it();
  tell(news);
}

namespace {

constexpr std::size_t default_work_bytes = std::size_t{1} << 30;

// As in the server: half for the solvers' tables, which all share; the rest for what each question
// has of its own.
std::size_t work_bytes_of(const TeamOptions& options) {
  if (options.memory_bytes == 0) return default_work_bytes;
  const auto threads = static_cast<std::size_t>(options.threads);
  const std::size_t rest = program_bytes + threads * 2 * thread_bytes;
  return options.memory_bytes > rest + 2 * megabyte ? options.memory_bytes - rest : 2 * megabyte;
}

// What has no size of its own meets this fence.
std::size_t fence_of(const TeamOptions& options) {
  const std::size_t all = options.memory_bytes;
  return all > 0 ? all + all / 25 + 8 * megabyte : 0;
}

}  // namespace

WorkerTeam::WorkerTeam(const TeamOptions& options, const MakeSource& make_source)
    : stop_(options.stop),
      tables_(
          {.table_bytes = work_bytes_of(options) / 4, .all_bytes = work_bytes_of(options) / 2}) {
  const std::size_t each =
      work_bytes_of(options) / 2 / static_cast<std::size_t>(std::max(options.threads, 1));
  for (int i = 1; i <= options.threads; ++i) {
    WorkerOptions mine{.name = fmt::format("{}-{}", options.name, i),
                       .tables = &tables_,
                       .stop = &stop_,
                       .memory_bytes = program_bytes + thread_bytes + each,
                       .fence_bytes = fence_of(options),
                       .grace_seconds = options.grace_seconds,
                       .stall_seconds = options.stall_seconds,
                       .others = options.others,
                       .tell = options.tell};
    threads_.emplace_back([mine = std::move(mine), make_source] {
      std::unique_ptr<JobSource> source;
      std::string told;
      while (source == nullptr && !stopped(mine.stop)) {
        try {
          source = make_source(mine.name);
        } catch (const std::exception& error) {
          if (told != error.what() && mine.tell) {
            told = error.what();
            mine.tell({.kind = Kind::trouble, .worker = mine.name, .text = told});
          }
          std::this_thread::sleep_for(after_trouble);
        }
      }
      if (source != nullptr) Worker(*source, mine).run();
    });
  }
}

WorkerTeam::WorkerTeam(const TeamOptions& options, LocalBroker& broker)
    : WorkerTeam(options, [&broker](const std::string& worker) { return broker.source(worker); }) {}

WorkerTeam::~WorkerTeam() {
  request_stop();
  join();
}

void WorkerTeam::join() {
  for (std::thread& thread : threads_) {
    if (thread.joinable()) thread.join();
  }
}

}  // namespace inarow::grid
