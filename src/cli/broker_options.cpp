#include "cli/broker_options.hpp"

#include <fmt/chrono.h>
#include <unistd.h>

#include "base/quote.hpp"

namespace inarow::cli {
namespace {

std::string now() { return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))); }

const char* name_of(grid::WorkerNews::Kind kind) {
  constexpr const char* names[] = {"begun", "finished", "failed", "handed back",
                                   "lost",  "hanging",  "trouble"};
  return names[static_cast<std::size_t>(kind)];
}

}  // namespace

void add_broker(CLI::App& command, grid::AddressOptions& options) {
  command.add_option("--broker", options.url,
                     "nats://HOST:PORT or tls://HOST:PORT (default: the environment's "
                     "INAROW_BROKER, or nats://127.0.0.1:4222)");
  command.add_option("--credentials", options.credentials,
                     "a file with USER:PASSWORD, a token, or a user of NATS (.creds)");
  command.add_option("--tls-ca", options.tls_ca,
                     "file of the authority that vouches for the broker");
  command.add_option("--tls-cert", options.tls_cert, "file of a certificate to show the broker");
  command.add_option("--tls-key", options.tls_key, "file of its key");
}

std::string machine_name() {
  char text[256] = {};
  if (gethostname(text, sizeof text - 1) != 0) return "worker";
  std::string name = std::string(text).substr(0, 60);
  for (char& c : name) {
    if (!grid::is_name(std::string(1, c))) c = '-';
  }
  return name.empty() ? "worker" : name;
}

// One call for each line, so that those of several threads do not mix.
void LogLines::news(const grid::WorkerNews& news) const {
  using Kind = grid::WorkerNews::Kind;
  if (json_) {
    print_json(Json{{"time", now()},
                    {"event", name_of(news.kind)},
                    {"worker", news.worker},
                    {"key", news.key},
                    {"client", news.client},
                    {"game", news.game},
                    {"deliveries", news.deliveries},
                    {"seconds", news.seconds},
                    {"text", news.text}});
    std::fflush(stdout);
    return;
  }
  if (quiet_ && (news.kind == Kind::begun || news.kind == Kind::finished)) return;
  fmt::print(stderr, "{} {}\n", now(), grid::in_words(news));
}

void LogLines::say(const std::string& text) const {
  if (json_) {
    print_json(Json{{"time", now()}, {"event", "broker"}, {"text", text}});
    std::fflush(stdout);
  } else {
    fmt::print(stderr, "{} {}\n", now(), printable(text));
  }
}

}  // namespace inarow::cli
