#pragma once

// The broker between who has jobs and who does them: a client submits, workers lease, the client
// gets the outcome. A job is a Question as JSON, its result an Answer as JSON (answer/codec.hpp);
// the broker knows neither.
//
// There are two, and one contract test holds both (broker_contract_test.cpp):
//
//   LocalBroker   threads of one process (local_broker.hpp)
//   NatsBroker    NATS JetStream, any number of machines (nats_broker.hpp)
//
//   client                                         worker (worker.hpp)
//     broker.submit({.key = "a1", ...});             while (auto lease = source.lease(1s)) {
//     while (auto outcome = broker.next(1s)) {         lease->renew() now and then
//       keep(*outcome);                                lease->finish(answer_json, seconds)
//       broker.acknowledge(outcome->key);            }
//     }
//
// What is promised:
//   * Every job that was submitted and not cancelled is delivered at least once, higher priorities
//     first, and its outcome reaches the client at least once: a client must bear to be told twice.
//     What is told is told by the job's own key.
//   * A lease that is neither renewed nor ended within LeaseRules::seconds is over: the job goes to
//     another worker. What the first one finishes after that is not lost if it comes before the
//     second; otherwise it is a second outcome of the same key, and dropped where that is known.
//   * A job that was delivered LeaseRules::deliveries times without an end is parked: its outcome
//     is an error, and it is listed until somebody retries or cancels it. A job that was handed
//     back was not lost and does not count.
//   * Submitting a key again that is waiting, leased, finished or parked does nothing but tell the
//     outcome again if there is one. It is a new job after `cancel`, and after `acknowledge` if it
//     was finished: the broker has forgotten it then.
//   * A client that comes back under its name gets the outcomes it has not acknowledged.
//   * Nobody need believe a worker. A client that finds an answer to be wrong says so (`refuse`):
//     that is counted against the worker, and the job is done again.

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace inarow::grid {

// The broker cannot be reached, refuses the credentials, speaks another version, has a full disk:
// one line that says what and where.
class BrokerError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct Job {
  std::string key{};       // letters, digits and -_; the client's own
  int priority = 0;        // 0 to 9, higher first
  std::string question{};  // JSON
  std::string version{};   // of the program that asks; a worker of another one hands it back
  std::string game{};      // as GameSpec writes it, for lists
};

struct Outcome {
  std::string key{};
  std::string worker{};
  std::string answer{};       // JSON; empty if there is an error
  std::string certificate{};  // the file's bytes, if the question wished for one and it was written
  std::string error{};        // of the worker, or why it is parked
  bool parked = false;
  int deliveries = 1;
  double seconds = 0;  // that the worker took
};

struct LeaseRules {
  double seconds = 30;  // after which a lease is over that is not renewed
  int deliveries = 4;   // before a job is parked
};

// The client's side. Any thread may call.
class JobBroker {
 public:
  virtual ~JobBroker() = default;
  virtual void submit(const Job& job) = 0;
  // It is not delivered any more; who works on it learns it at his next renewal.
  virtual void cancel(const std::string& key) = 0;
  // The next outcome of a job of this client; nothing if none comes within the time.
  virtual std::optional<Outcome> next(std::chrono::milliseconds time) = 0;
  // The outcome is safe with the client and need not be told again.
  virtual void acknowledge(const std::string& key) = 0;
  // The answer that was told is wrong, for this reason, which stands against its worker in the
  // lists. The job, as it was submitted, is done again; without one of this key nothing but the
  // count changes.
  virtual void refuse(const Outcome& outcome, const std::string& reason) = 0;
};

// What a worker has found.
struct Finding {
  std::string answer{};       // JSON
  std::string certificate{};  // bytes, or none
  double seconds = 0;
};

// A job in the hands of a worker. Goes back to the queue if it is destroyed without an end.
class Lease {
 public:
  virtual ~Lease() = default;
  virtual const Job& job() const = 0;
  virtual const std::string& client() const = 0;  // who asks, for the log
  virtual int deliveries() const = 0;             // this one included
  virtual double lease_seconds() const = 0;       // renew well before
  // False: it was cancelled, or the lease is over; the work should stop.
  virtual bool renew() = 0;
  // The same as far as it is known here without asking anybody: may be called often.
  virtual bool is_over() const = 0;
  void finish(const std::string& answer, double seconds) { finish(Finding{answer, "", seconds}); }
  virtual void finish(const Finding& finding) = 0;
  // It cannot be done by anybody: the outcome is this error.
  virtual void fail(const std::string& error) = 0;
  // Somebody else should do it, after so long.
  virtual void hand_back(std::chrono::milliseconds delay) = 0;
};

// The worker's side. One thread a source.
class JobSource {
 public:
  virtual ~JobSource() = default;
  virtual std::unique_ptr<Lease> lease(std::chrono::milliseconds time) = 0;
};

// Random hexadecimal digits, for names that nobody else has.
std::string random_name();

// Whether a key or a name of a client or worker is made of 1 to 100 letters, digits, - and _.
bool is_name(const std::string& text);

// For people: what `inarow grid` shows.
enum class JobState : std::uint8_t { waiting, leased, finished, parked };
const char* name_of(JobState state);
struct JobLine {
  std::string key{};
  std::string client{};
  std::string game{};
  JobState state = JobState::waiting;
  int priority = 0;
  int deliveries = 0;
  std::string worker{};
  std::string error{};
  double seconds = 0;  // since it was submitted, or worked on
};
struct WorkerLine {
  std::string name{};
  std::string version{};
  std::string host{};
  std::string job{};     // empty: idle
  std::string client{};  // whose job
  std::uint64_t done = 0;
  std::uint64_t failed = 0;
  std::uint64_t refused = 0;  // answers that a client found to be wrong
  double last_seen = 0;       // seconds ago
};
struct BrokerStatus {
  std::uint64_t waiting = 0;
  std::uint64_t leased = 0;
  std::uint64_t finished = 0;
  std::uint64_t parked = 0;
  std::vector<WorkerLine> workers;
};
inline constexpr const char* cancelled_by_operator = "cancelled by an operator";
class BrokerView {
 public:
  virtual ~BrokerView() = default;
  virtual BrokerStatus status() = 0;
  // Parked ones first.
  virtual std::vector<JobLine> jobs(std::size_t most) = 0;
  // By its key, or CLIENT/KEY where several clients have the same; the number of jobs that were
  // there. The client of a job that waits or is worked on is told so, as an error.
  virtual int cancel(const std::string& key) = 0;
  virtual int retry(const std::string& key) = 0;  // of parked jobs
};

}  // namespace inarow::grid
