// What `inarow grid` shows of a NatsBroker, and the two things that it can do.

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <set>
#include <utility>

#include "grid/nats_broker.hpp"
#include "grid/nats_schema.hpp"

namespace inarow::grid {
namespace {

using Json = NatsConnection::Json;

constexpr double dead_seconds = 30;  // without a heartbeat

double seconds_since_ms(const std::string& unix_ms) {
  const double then = std::atof(unix_ms.c_str());
  // The clocks of two machines differ.
  return then > 0 ? std::max(0.0, (static_cast<double>(nats::unix_ms()) - then) / 1000) : 0;
}

// Since "2026-01-31T12:00:00.123456789Z".
double seconds_since_stamp(const std::string& text) {
  std::tm time{};
  double seconds = 0;
  if (std::sscanf(text.c_str(), "%d-%d-%dT%d:%d:%lf", &time.tm_year, &time.tm_mon, &time.tm_mday,
                  &time.tm_hour, &time.tm_min, &seconds) != 6) {
    return 0;
  }
  time.tm_year -= 1900;
  time.tm_mon -= 1;
  const double then = static_cast<double>(timegm(&time)) + seconds;
  return std::max(0.0, static_cast<double>(nats::unix_ms()) / 1000 - then);
}

class NatsView : public BrokerView {
 public:
  explicit NatsView(std::shared_ptr<NatsConnection> connection)
      : connection_(std::move(connection)) {}

  BrokerStatus status() override {
    BrokerStatus status;
    if (!nats::check_streams(*connection_)) return status;
    for (const nats::Level& level : nats::levels(*connection_)) {
      status.waiting += level.waiting;
      status.leased += level.leased;
    }
    status.finished = nats::message_count(*connection_, nats::results);
    status.parked = nats::message_count(*connection_, nats::parked);
    status.workers = workers();
    return status;
  }

  std::vector<JobLine> jobs(std::size_t most) override {
    std::vector<JobLine> lines;
    if (!nats::check_streams(*connection_)) return lines;
    std::map<std::pair<std::string, std::string>, std::string> worked_on;
    for (const WorkerLine& worker : workers()) {
      if (!worker.job.empty()) worked_on[{worker.client, worker.job}] = worker.name;
    }
    const auto add_all = [&](const char* stream, const char* filter, const auto& complete) {
      std::uint64_t number = 1;
      while (lines.size() < most) {
        const NatsMessage message = connection_->next_of(stream, filter, number);
        if (!message) return;
        ++number;
        const std::vector<std::string> parts = nats::tokens(message.header("Nats-Subject"));
        if (parts.size() < 4) continue;
        JobLine line{.game = message.header(nats::game_header),
                     .priority = nats::number_of(message.header(nats::priority_header)),
                     .deliveries = nats::number_of(message.header(nats::deliveries_header)),
                     .worker = message.header(nats::worker_header),
                     .seconds = seconds_since_ms(message.header(nats::time_header))};
        complete(parts, message, line);
        lines.push_back(std::move(line));
      }
    };
    add_all(nats::parked, "inarow.parked.*.*",
            [](const auto& parts, const NatsMessage& message, JobLine& line) {
              line.client = parts[2];
              line.key = parts[3];
              line.state = JobState::parked;
              line.error = message.header(nats::error_header);
            });
    add_all(nats::jobs, "inarow.job.*.*.*", [&](const auto& parts, const auto&, JobLine& line) {
      line.priority = nats::number_of(parts[2]);
      line.client = parts[3];
      line.key = parts[4];
      const auto worker = worked_on.find({line.client, line.key});
      if (worker == worked_on.end()) return;
      line.state = JobState::leased;
      line.worker = worker->second;
    });
    add_all(nats::results, "inarow.result.*.*.*",
            [](const auto& parts, const NatsMessage& message, JobLine& line) {
              line.client = parts[2];
              line.key = parts[3];
              line.state = JobState::finished;
              if (message.header(nats::kind_header) != "answer") {
                line.error = std::string(message.data());
              }
            });
    // A parked job has a result too, until its client has acknowledged it.
    std::set<std::pair<std::string, std::string>> parked;
    for (const JobLine& line : lines) {
      if (line.state == JobState::parked) parked.insert({line.client, line.key});
    }
    std::erase_if(lines, [&](const JobLine& line) {
      return line.state == JobState::finished && parked.contains({line.client, line.key});
    });
    return lines;
  }

  int cancel(const std::string& key) override {
    int number = 0;
    for (const std::string& subject : named(nats::jobs, "inarow.job.*.", key)) {
      const NatsMessage message = connection_->last_of(nats::jobs, subject);
      if (!message) continue;
      const std::vector<std::string> parts = nats::tokens(subject);
      const std::string submission = message.header(nats::submission_header);
      // Its client waits for an outcome.
      connection_->store(nats::result_subject(parts[3], parts[4], submission),
                         cancelled_by_operator,
                         {{nats::kind_header, "error"},
                          {nats::submission_header, submission},
                          {nats::game_header, message.header(nats::game_header)},
                          {nats::priority_header, parts[2]},
                          {nats::time_header, message.header(nats::time_header)}},
                         true);
      nats::erase(*connection_, nats::jobs,
                  std::strtoull(message.header("Nats-Sequence").c_str(), nullptr, 10));
      connection_->store(nats::key_subject("cancelled", parts[3], parts[4]), submission, {}, false);
      ++number;
    }
    for (const std::string& subject : named(nats::parked, "inarow.parked.", key)) {
      nats::purge(*connection_, nats::parked, subject);
      ++number;
    }
    return number;
  }

  int retry(const std::string& key) override {
    int number = 0;
    for (const std::string& subject : named(nats::parked, "inarow.parked.", key)) {
      const NatsMessage message = connection_->last_of(nats::parked, subject);
      if (!message) continue;
      const std::vector<std::string> parts = nats::tokens(subject);
      connection_->store(
          nats::job_subject(message.header(nats::priority_header), parts[2], parts[3]),
          message.data(),
          {{nats::version_header, message.header(nats::version_header)},
           {nats::game_header, message.header(nats::game_header)},
           {nats::submission_header, random_name()},
           {nats::time_header, message.header(nats::time_header)}},
          true);
      nats::purge(*connection_, nats::parked, subject);
      ++number;
    }
    return number;
  }

 private:
  // The subjects of a stream that somebody means by KEY or CLIENT/KEY.
  std::vector<std::string> named(const char* stream, const std::string& before,
                                 const std::string& text) {
    std::vector<std::string> found;
    const std::size_t slash = text.find('/');
    const std::string client = slash == std::string::npos ? "*" : text.substr(0, slash);
    const std::string key = slash == std::string::npos ? text : text.substr(slash + 1);
    if (!is_name(key) || (client != "*" && !is_name(client))) return found;
    if (!nats::check_streams(*connection_)) return found;
    for (const auto& [subject, count] :
         nats::subjects(*connection_, stream, fmt::format("{}{}.{}", before, client, key))) {
      found.push_back(subject);
    }
    return found;
  }

  std::vector<WorkerLine> workers() {
    std::vector<WorkerLine> lines;
    const std::map<std::string, std::uint64_t> refused =
        nats::subjects(*connection_, nats::refused, "inarow.refused.*");
    for (const auto& [subject, count] :
         nats::subjects(*connection_, nats::workers, "inarow.worker.*")) {
      const NatsMessage message = connection_->last_of(nats::workers, subject);
      if (!message) continue;
      const Json json = Json::parse(message.data(), nullptr, false);
      if (!json.is_object() || json.value("gone", false)) continue;
      const std::string name = nats::tokens(subject).back();
      const auto wrong = refused.find("inarow.refused." + name);
      WorkerLine line{.name = name,
                      .version = json.value("version", std::string()),
                      .host = json.value("host", std::string()),
                      .job = json.value("job", std::string()),
                      .client = json.value("client", std::string()),
                      .done = json.value("done", std::uint64_t{0}),
                      .failed = json.value("failed", std::uint64_t{0}),
                      .refused = wrong == refused.end() ? 0 : wrong->second,
                      .last_seen = seconds_since_stamp(message.header("Nats-Time-Stamp"))};
      if (line.last_seen < dead_seconds) lines.push_back(std::move(line));
    }
    return lines;
  }

  std::shared_ptr<NatsConnection> connection_;
};

}  // namespace

std::unique_ptr<BrokerView> make_nats_view(std::shared_ptr<NatsConnection> connection) {
  return std::make_unique<NatsView>(std::move(connection));
}

}  // namespace inarow::grid
