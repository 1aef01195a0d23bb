#include "cli/grid_ask.hpp"

#include <fmt/format.h>

#include <chrono>
#include <map>

#include "answer/codec.hpp"
#include "base/quote.hpp"
#include "base/sha256.hpp"
#include "cli/broker_options.hpp"

namespace inarow::cli {
namespace {

using namespace std::chrono_literals;

// The same question has the same key, so that a file that is asked again goes on where it was.
std::string key_of(const std::string& question) {
  constexpr std::size_t digits = 20;
  return to_hex(sha256(question)).substr(0, digits);
}

}  // namespace

Exit grid_ask(const grid::BrokerAddress& address, const std::string& client,
              const std::string& file, double lease_seconds, const StopToken& stop) {
  if (!grid::is_name(client)) {
    return bad_input("--client: up to 100 letters, digits, - and _ make a client's name");
  }
  const Result<std::string> text = read_file(file);
  if (!text) return bad_input(text.error().message);
  std::map<std::string, grid::Job> open;
  int number = 0;
  for (std::size_t begin = 0; begin < text->size();) {
    const std::size_t end = std::min(text->find('\n', begin), text->size());
    const std::string line = text->substr(begin, end - begin);
    begin = end + 1;
    ++number;
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    const Result<Question> question = read_question(line);
    if (!question) {
      return bad_input(
          fmt::format("{}, line {}: {}", quoted(file), number, question.error().message));
    }
    const std::string written = question_json(*question);
    const std::string key = key_of(written);
    open[key] = {.key = key,
                 .question = written,
                 .version = grid::program_version(),
                 .game = question->game.spec().to_string()};
  }
  grid::NatsBroker broker(
      {.address = address, .name = client, .send_at_once = false, .stop = &stop},
      {.seconds = lease_seconds});
  const std::unique_ptr<grid::JobBroker> jobs = broker.client(client);
  bool all_done = true;
  for (const auto& [key, job] : open) {
    if (stop.stopped()) return Exit::stopped;
    jobs->submit(job);
  }
  while (!open.empty() && !stop.stopped()) {
    const std::optional<grid::Outcome> outcome = jobs->next(100ms);
    if (!outcome) continue;
    const auto job = open.find(outcome->key);
    if (job != open.end()) {
      Json line{{"key", outcome->key},
                {"question", Json::parse(job->second.question, nullptr, false)},
                {"worker", outcome->worker},
                {"deliveries", outcome->deliveries},
                {"seconds", outcome->seconds}};
      if (outcome->error.empty()) {
        line["answer"] = Json::parse(outcome->answer, nullptr, false);
      } else {
        line["error"] = outcome->error;
        all_done = false;
      }
      print_json(line);
      std::fflush(stdout);
      open.erase(job);
    }
    jobs->acknowledge(outcome->key);
  }
  if (!open.empty()) return Exit::stopped;
  return all_done ? Exit::done : Exit::no;
}

}  // namespace inarow::cli
