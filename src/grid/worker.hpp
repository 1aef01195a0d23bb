#pragma once

// Worker: does jobs, one after another, as long as it is let. A job is a question as JSON; the
// worker asks it in ask/ as every door does and sends the answer back, with the certificate if one
// was wished for and written. Other kinds of jobs can be given to it (OtherJobs).
//
//   Tables tables({.table_bytes = ..., .all_bytes = ...});
//   StopToken stop;
//   Worker worker(source, {.name = "host-1", .tables = &tables, .stop = &stop});
//   worker.run();                            // until `stop`
//
// WorkerTeam is several of them in threads of their own, with memory that they share.
//
// While a job runs, a thread of the worker renews its lease, but only if the job has got on since
// (its Observer tells): a search that hangs loses its lease, and another worker gets the job. What
// does not count its steps gets `stall_seconds` beside the time that the question itself allows.
//
// What a worker does not know it hands back: a job of another version of the program, or a question
// that it cannot read. What is refused as a question fails, for everybody would refuse it. A
// question cannot make a worker write files: `lines` is refused, certificates go to a scratch
// folder.

#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "ask/tables.hpp"
#include "ask/work.hpp"
#include "grid/broker.hpp"
#include "grid/local_broker.hpp"

namespace inarow::grid {

// What a worker tells of itself, for its log.
struct WorkerNews {
  enum class Kind : std::uint8_t {
    begun,
    finished,
    failed,       // `text` says why: the question is refused, or the memory is not enough
    handed_back,  // of another version, unreadable, or the worker stops
    lost,         // cancelled, or the lease was over before the job was done
    hanging,      // the job neither gets on nor stops, and this thread is lost with it
    trouble       // with the broker
  };
  Kind kind = Kind::begun;
  std::string worker{};
  std::string key{};
  std::string client{};
  std::string game{};
  int deliveries = 0;
  double seconds = 0;
  std::string text{};
};
// One line, with the worker's name, the job, whose it is and its game.
std::string in_words(const WorkerNews& news);

// Jobs that are no questions, of a folder that this one does not know: whether a job is one, and
// what comes of it. Refused as a question is.
struct OtherJobs {
  std::function<bool(const std::string& job)> are{};  // none: there are no others
  std::function<Result<std::string>(const std::string& job, const Work& work)> run{};
};

struct WorkerOptions {
  std::string name{};
  std::string version{};            // empty: of this program
  Tables* tables = nullptr;         // must be given
  const StopToken* stop = nullptr;  // no more jobs; null: never
  std::size_t memory_bytes = 0;     // for one question beside the tables; 0: as the question likes
  std::size_t fence_bytes = 0;      // of the whole process, at which a job is stopped; 0: none
  double grace_seconds = 0;         // that a running job has to end after `stop`
  double stall_seconds = 120;       // without a step, after which a lease is not renewed
  double hang_seconds = 60;         // after a stop that does nothing, until it is called hanging
  double hand_back_seconds = 20;    // before somebody else gets what this one does not know
  OtherJobs others{};
  std::function<void(const WorkerNews&)> tell{};  // from any thread
};

// The version that jobs of this program have.
const char* program_version();

class Worker {
 public:
  Worker(JobSource& source, WorkerOptions options);
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  // Until the stop. Trouble with the broker is told, and tried again.
  void run();
  // At most one job; false if none came within the time.
  bool run_one(std::chrono::milliseconds time);

 private:
  class Watch;
  void work_on(Lease& lease);
  void tell(const WorkerNews& news) const;

  JobSource& source_;
  WorkerOptions options_;
  std::unique_ptr<Watch> watch_;
};

struct TeamOptions {
  std::string name = "worker";  // the members are called name-1, name-2, ...
  int threads = 1;
  std::size_t memory_bytes = 0;  // for all of the program; 0: a gigabyte for tables and questions
  const StopToken* stop = nullptr;
  double grace_seconds = 0;
  double stall_seconds = 120;
  OtherJobs others{};
  std::function<void(const WorkerNews&)> tell{};
};

class WorkerTeam {
 public:
  using MakeSource = std::function<std::unique_ptr<JobSource>(const std::string& worker)>;

  // They begin at once. Sources are made by the threads that use them.
  WorkerTeam(const TeamOptions& options, const MakeSource& make_source);
  WorkerTeam(const TeamOptions& options, LocalBroker& broker);
  // Stops them as request_stop() does.
  ~WorkerTeam();
  WorkerTeam(const WorkerTeam&) = delete;
  WorkerTeam& operator=(const WorkerTeam&) = delete;

  // No more jobs; what runs ends within the grace time or is handed back.
  void request_stop() { stop_.request_stop(); }
  void join();

 private:
  StopToken stop_;
  Tables tables_;
  std::vector<std::thread> threads_;
};

}  // namespace inarow::grid
