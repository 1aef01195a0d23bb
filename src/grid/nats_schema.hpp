#pragma once

// How the grid is laid out in NATS JetStream. Everything is kept on the server's disk and outlives
// everybody; docs/formats/grid.md has the headers and bodies.
//
//   stream             subject                                      what
//   INAROW_JOBS        inarow.job.PRIORITY.CLIENT.KEY               a work queue: gone when done
//   INAROW_RESULTS     inarow.result.CLIENT.KEY.SUBMISSION          gone when acknowledged
//   INAROW_PARKED      inarow.parked.CLIENT.KEY                     jobs that lost their workers
//   INAROW_CANCELLED   inarow.cancelled.CLIENT.KEY                  a week, for who works on them
//   INAROW_HANDED      inarow.handed.CLIENT.KEY                     how often one was handed back
//   INAROW_WORKERS     inarow.worker.NAME                           the last heartbeat of each
//   INAROW_REFUSED     inarow.refused.NAME                          answers that were wrong
//
// A level of priority is a durable pull consumer P0 to P9 of INAROW_JOBS, made by the first who
// submits with it. A SUBMISSION is a random name: a job that was cancelled and submitted again, or
// retried, is another one, and an answer to the first is none to the second.
//
// The number of deliveries is counted here and not by MaxDeliver: the server counts what was handed
// back, and keeps what is past its limit without a word to anybody who is not listening at that
// moment. So the worker who gets a job too often parks it.

#include <string>
#include <vector>

#include "grid/nats_connection.hpp"

namespace inarow::grid::nats {

inline constexpr const char* schema = "inarow grid, schema 1";
inline constexpr const char* jobs = "INAROW_JOBS";
inline constexpr const char* results = "INAROW_RESULTS";
inline constexpr const char* parked = "INAROW_PARKED";
inline constexpr const char* cancelled = "INAROW_CANCELLED";
inline constexpr const char* handed = "INAROW_HANDED";
inline constexpr const char* workers = "INAROW_WORKERS";
inline constexpr const char* refused = "INAROW_REFUSED";

// Headers.
inline constexpr const char* version_header = "Inarow-Version";
inline constexpr const char* game_header = "Inarow-Game";
inline constexpr const char* submission_header = "Inarow-Submission";
inline constexpr const char* time_header = "Inarow-Time";  // of the submission, Unix milliseconds
inline constexpr const char* priority_header = "Inarow-Priority";
inline constexpr const char* worker_header = "Inarow-Worker";
inline constexpr const char* deliveries_header = "Inarow-Deliveries";
inline constexpr const char* seconds_header = "Inarow-Seconds";
inline constexpr const char* kind_header = "Inarow-Kind";  // of a result: answer, error, parked
inline constexpr const char* answer_bytes_header = "Inarow-Answer-Bytes";
inline constexpr const char* error_header = "Inarow-Error";  // of a parked job

std::string job_subject(const std::string& priority, const std::string& client,
                        const std::string& key);
std::string result_subject(const std::string& client, const std::string& key,
                           const std::string& submission);
std::string key_subject(const char* what, const std::string& client, const std::string& key);

// The parts of a subject between its dots.
std::vector<std::string> tokens(const std::string& subject);
int number_of(const std::string& text);
std::int64_t unix_ms();

// Makes the streams that are missing; refuses those of another schema.
void ensure_streams(NatsConnection& connection);
// The same without making any; false if they are not there.
bool check_streams(NatsConnection& connection);

// The subjects of a stream that match, with the number of their messages; 100,000 at most.
std::map<std::string, std::uint64_t> subjects(NatsConnection& connection, const char* stream,
                                              const std::string& filter);
std::uint64_t message_count(NatsConnection& connection, const char* stream);
// Not for INAROW_JOBS: up to nats-server 2.9 at least, a consumer would skip what came after the
// messages that are purged.
void purge(NatsConnection& connection, const char* stream, const std::string& filter);
// Deletes one message; it may be gone already.
void erase(NatsConnection& connection, const char* stream, std::uint64_t number);

// A level of priority, and its rules, which are those of who made it.
struct Level {
  int priority = 0;
  std::string consumer{};
  std::uint64_t floor = 0;  // all jobs up to this number are done, for the consumer
  LeaseRules rules{};
  std::uint64_t waiting = 0;
  std::uint64_t leased = 0;
};
void ensure_level(NatsConnection& connection, int priority, const LeaseRules& rules);
std::vector<Level> levels(NatsConnection& connection);  // the highest first

// Says no to a request of JetStream's API with a sentence.
void expect_no_error(NatsConnection& connection, const NatsConnection::Json& reply,
                     const std::string& what);

}  // namespace inarow::grid::nats
