#include "grid/nats_schema.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/quote.hpp"

namespace inarow::grid::nats {
namespace {

using Json = NatsConnection::Json;

constexpr std::int64_t nanoseconds = 1'000'000'000;
constexpr int not_found = 404;
constexpr int most_pulls = 10'000;  // that wait at a level: one for each idle thread of the grid

int code_of(const Json& reply) {
  return reply.contains("error") ? reply["error"].value("code", 0) : 0;
}

// What all streams share.
Json stream(const char* name, const char* subject) {
  return {{"name", name},         {"subjects", {subject}}, {"description", schema},
          {"storage", "file"},    {"retention", "limits"}, {"discard", "new"},
          {"max_consumers", -1},  {"max_msgs", -1},        {"max_bytes", -1},
          {"max_age", 0},         {"num_replicas", 1},     {"allow_direct", true},
          {"deny_delete", false}, {"deny_purge", false},   {"duplicate_window", nanoseconds}};
}

std::vector<Json> all_streams() {
  constexpr std::int64_t day = 86'400 * nanoseconds;
  std::vector<Json> all;
  const auto queue = [&](const char* name, const char* subject) {
    Json json = stream(name, subject);
    json["retention"] = "workqueue";
    all.push_back(std::move(json));
  };
  const auto last = [&](const char* name, const char* subject, int most, std::int64_t age) {
    Json json = stream(name, subject);
    json["discard"] = "old";
    json["max_msgs_per_subject"] = most;
    json["max_age"] = age;
    if (age > 0 && age < day) json["storage"] = "memory";
    all.push_back(std::move(json));
  };
  queue(jobs, "inarow.job.*.*.*");
  queue(results, "inarow.result.*.*.*");
  last(parked, "inarow.parked.*.*", 1, 0);
  last(cancelled, "inarow.cancelled.*.*", 1, 7 * day);
  last(handed, "inarow.handed.*.*", 1, 7 * day);
  last(workers, "inarow.worker.*", 1, 60 * nanoseconds);
  last(refused, "inarow.refused.*", 1000, 90 * day);
  return all;
}

void check_schema(NatsConnection& connection, const Json& reply) {
  const Json config = reply.value("config", Json::object());
  const std::string found = config.value("description", std::string());
  if (found == schema) return;
  throw BrokerError(fmt::format(
      "the stream {} of the broker at {} is of another version ({}; this program has {}): use the "
      "same version of Inarow everywhere, or another server",
      config.value("name", std::string("INAROW")), connection.where(),
      found.empty() ? "not of Inarow's grid" : quoted(found), quoted(schema)));
}

}  // namespace

void expect_no_error(NatsConnection& connection, const Json& reply, const std::string& what) {
  if (!reply.contains("error")) return;
  throw BrokerError(
      fmt::format("the broker at {} refuses {}: {}", connection.where(), what,
                  printable(reply["error"].value("description", std::string("no reason")))));
}

std::string job_subject(const std::string& priority, const std::string& client,
                        const std::string& key) {
  return fmt::format("inarow.job.{}.{}.{}", priority, client, key);
}
std::string result_subject(const std::string& client, const std::string& key,
                           const std::string& submission) {
  return fmt::format("inarow.result.{}.{}.{}", client, key, submission);
}
std::string key_subject(const char* what, const std::string& client, const std::string& key) {
  return fmt::format("inarow.{}.{}.{}", what, client, key);
}

std::vector<std::string> tokens(const std::string& subject) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= subject.size();) {
    const std::size_t end = std::min(subject.find('.', begin), subject.size());
    parts.push_back(subject.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

int number_of(const std::string& text) {
  int number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

std::int64_t unix_ms() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

void ensure_streams(NatsConnection& connection) {
  for (const Json& wanted : all_streams()) {
    const std::string name = wanted["name"];
    Json reply = connection.api("STREAM.INFO." + name, nullptr);
    if (code_of(reply) == not_found) {
      reply = connection.api("STREAM.CREATE." + name, wanted);
      // Somebody else may have made it meanwhile.
      if (reply.contains("error")) {
        const Json again = connection.api("STREAM.INFO." + name, nullptr);
        if (!again.contains("error")) reply = again;
      }
    }
    expect_no_error(connection, reply, "the stream " + name);
    check_schema(connection, reply);
  }
}

bool check_streams(NatsConnection& connection) {
  const Json reply = connection.api(fmt::format("STREAM.INFO.{}", jobs), nullptr);
  if (code_of(reply) == not_found) return false;
  expect_no_error(connection, reply, fmt::format("the stream {}", jobs));
  check_schema(connection, reply);
  return true;
}

std::map<std::string, std::uint64_t> subjects(NatsConnection& connection, const char* stream,
                                              const std::string& filter) {
  const Json reply =
      connection.api(fmt::format("STREAM.INFO.{}", stream), Json{{"subjects_filter", filter}});
  expect_no_error(connection, reply, fmt::format("a look at the stream {}", stream));
  std::map<std::string, std::uint64_t> found;
  const Json state = reply.value("state", Json::object());
  if (!state.contains("subjects") || !state["subjects"].is_object()) return found;
  for (const auto& [subject, count] : state["subjects"].items()) {
    found[subject] = count.get<std::uint64_t>();
  }
  return found;
}

std::uint64_t message_count(NatsConnection& connection, const char* stream) {
  const Json reply = connection.api(fmt::format("STREAM.INFO.{}", stream), nullptr);
  expect_no_error(connection, reply, fmt::format("a look at the stream {}", stream));
  return reply.value("state", Json::object()).value("messages", std::uint64_t{0});
}

void purge(NatsConnection& connection, const char* stream, const std::string& filter) {
  const Json reply =
      connection.api(fmt::format("STREAM.PURGE.{}", stream), Json{{"filter", filter}});
  expect_no_error(connection, reply, "to forget " + filter);
}

void erase(NatsConnection& connection, const char* stream, std::uint64_t number) {
  connection.api(fmt::format("STREAM.MSG.DELETE.{}", stream),
                 Json{{"seq", number}, {"no_erase", true}});
}

void ensure_level(NatsConnection& connection, int priority, const LeaseRules& rules) {
  const std::string name = fmt::format("P{}", priority);
  Json reply = connection.api(fmt::format("CONSUMER.INFO.{}.{}", jobs, name), nullptr);
  if (code_of(reply) == not_found) {
    reply = connection.api(fmt::format("CONSUMER.DURABLE.CREATE.{}.{}", jobs, name),
                           {{"stream_name", jobs},
                            {"config",
                             {{"durable_name", name},
                              {"description", fmt::format("deliveries {}", rules.deliveries)},
                              {"filter_subject", fmt::format("inarow.job.{}.*.*", priority)},
                              {"deliver_policy", "all"},
                              {"ack_policy", "explicit"},
                              {"ack_wait", static_cast<std::int64_t>(rules.seconds * nanoseconds)},
                              {"max_deliver", -1},
                              {"max_ack_pending", -1},
                              {"max_waiting", most_pulls},
                              {"replay_policy", "instant"}}}});
    if (reply.contains("error")) {
      const Json again = connection.api(fmt::format("CONSUMER.INFO.{}.{}", jobs, name), nullptr);
      if (!again.contains("error")) reply = again;
    }
  }
  expect_no_error(connection, reply, "a level of priority");
}

std::vector<Level> levels(NatsConnection& connection) {
  const Json reply = connection.api(fmt::format("CONSUMER.LIST.{}", jobs), nullptr);
  expect_no_error(connection, reply, "a look at the levels of priority");
  std::vector<Level> found;
  for (const Json& one : reply.value("consumers", Json::array())) {
    const std::string name = one.value("name", std::string());
    if (name.size() != 2 || name[0] != 'P') continue;
    const Json config = one.value("config", Json::object());
    const std::string description = config.value("description", std::string());
    const std::string word = "deliveries ";
    Level level{.priority = number_of(name.substr(1)),
                .consumer = name,
                .rules = {},
                .waiting = one.value("num_pending", std::uint64_t{0}),
                .leased = one.value("num_ack_pending", std::uint64_t{0})};
    level.floor = one.value("ack_floor", Json::object()).value("stream_seq", std::uint64_t{0});
    level.rules.seconds = config.value("ack_wait", 0.0) / nanoseconds;
    if (description.starts_with(word)) {
      level.rules.deliveries = std::max(1, number_of(description.substr(word.size())));
    }
    found.push_back(std::move(level));
  }
  std::sort(found.begin(), found.end(),
            [](const Level& a, const Level& b) { return a.priority > b.priority; });
  return found;
}

}  // namespace inarow::grid::nats
