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
//   client                                         worker
//     broker.submit({.key = "a1", ...});             while (auto lease = source.lease(1s)) {
//     while (auto outcome = broker.next(1s)) ...       lease->renew() now and then
//                                                      lease->finish(answer_json)
//                                                    }
//
// What is promised:
//   * Every job that was submitted and not cancelled is delivered at least once, higher priorities
//     first, and its outcome reaches the client at least once: a client must bear to be told twice.
//     What is told is told by the job's own key.
//   * A lease that is neither renewed nor ended within LeaseRules::seconds is over: the job goes to
//     another worker. What the first one finishes after that is not lost if it comes before the
//     second; otherwise it is a second outcome of the same key, and dropped where that is known.
//   * A job that was delivered LeaseRules::deliveries times without an end is parked: its outcome
//     is an error, and it is listed until somebody retries or cancels it.
//   * Submitting a key again that is waiting, leased or finished does nothing but tell the outcome
//     again if there is one; after `cancel` it is a new job.
//   * A client that comes back under its name gets the outcomes it has not acknowledged.

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
  std::string key;       // letters, digits and -_; the client's own
  int priority = 0;      // 0 to 9, higher first
  std::string question;  // JSON
  std::string version;   // of the program that asks; a worker of another one hands it back
  std::string game;      // as GameSpec writes it, for lists
};

struct Outcome {
  std::string key;
  std::string worker;
  std::string answer;  // JSON; empty if there is an error
  std::string error;   // of the worker, or why it is parked
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
};

// A job in the hands of a worker. Goes back to the queue if it is destroyed without an end.
class Lease {
 public:
  virtual ~Lease() = default;
  virtual const Job& job() const = 0;
  virtual const std::string& client() const = 0;  // who asks, for the log
  virtual int deliveries() const = 0;             // this one included
  // False: it was cancelled, or the lease is over; the work should stop.
  virtual bool renew() = 0;
  virtual void finish(const std::string& answer, double seconds) = 0;
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

// For people: what `inarow grid` shows.
enum class JobState : std::uint8_t { waiting, leased, finished, parked };
const char* name_of(JobState state);
struct JobLine {
  std::string key;
  std::string client;
  std::string game;
  JobState state = JobState::waiting;
  int priority = 0;
  int deliveries = 0;
  std::string worker;
  std::string error;
  double seconds = 0;  // since it was submitted, or worked on
};
struct WorkerLine {
  std::string name;
  std::string version;
  std::string host;
  std::string job;     // empty: idle
  std::string client;  // whose job
  std::uint64_t done = 0;
  std::uint64_t failed = 0;
  double last_seen = 0;  // seconds ago
};
struct BrokerStatus {
  std::uint64_t waiting = 0;
  std::uint64_t leased = 0;
  std::uint64_t finished = 0;
  std::uint64_t parked = 0;
  std::vector<WorkerLine> workers;
};
class BrokerView {
 public:
  virtual ~BrokerView() = default;
  virtual BrokerStatus status() = 0;
  virtual std::vector<JobLine> jobs(std::size_t most) = 0;
  virtual void cancel(const std::string& key) = 0;
  virtual void retry(const std::string& key) = 0;  // of a parked job
};

}  // namespace inarow::grid
