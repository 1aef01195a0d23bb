// Empty jobs a second through a broker: a client that keeps a number of jobs in flight, and workers
// that answer at once. docs/results/grid.md has what was measured.
//
//   nats-server -js -sd /tmp/nats & grid_throughput --broker nats://127.0.0.1:4222 --workers 8
//   grid_throughput --local --workers 2

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <semaphore>
#include <string>
#include <thread>
#include <vector>

#include "base/ticker.hpp"
#include "grid/local_broker.hpp"
#include "grid/nats_broker.hpp"

namespace {

using namespace inarow;
using namespace inarow::grid;
using namespace std::chrono_literals;

struct Options {
  std::string url;
  bool local = false;
  int workers = 8;
  int jobs = 20'000;
  int in_flight = 256;
  int submitters = 64;
};

// The brokers behind one pair of functions.
struct Makers {
  std::function<std::unique_ptr<JobBroker>(const std::string&)> client;
  std::function<std::unique_ptr<JobSource>(const std::string&)> source;
};

int run(const Options& options, const Makers& make) {
  const auto client = make.client("bench");  // first: without a broker it ends here
  std::atomic<bool> done = false;
  std::vector<std::thread> workers;
  workers.reserve(static_cast<std::size_t>(options.workers));
  for (int i = 0; i < options.workers; ++i) {
    workers.emplace_back([&, i] {
      const auto source = make.source(fmt::format("bench-{}", i));
      while (!done) {
        if (const auto lease = source->lease(200ms)) lease->finish("{}", 0);
      }
    });
  }
  const Ticker::Clock::time_point start = Ticker::Clock::now();
  std::atomic<int> submitted = 0;
  int finished = 0;
  std::counting_semaphore<> slots(options.in_flight);
  std::vector<std::thread> submitters;
  submitters.reserve(static_cast<std::size_t>(options.submitters));
  for (int i = 0; i < options.submitters; ++i) {
    submitters.emplace_back([&] {
      for (int n = submitted++; n < options.jobs; n = submitted++) {
        slots.acquire();
        client->submit({.key = fmt::format("k{}", n),
                        .question = R"({"game":"connect4","moves":"4453"})",
                        .version = "bench",
                        .game = "drop:7x6"});
      }
    });
  }
  while (finished < options.jobs) {
    const std::optional<Outcome> outcome = client->next(10s);
    if (!outcome) {
      fmt::print(stderr, "no outcome for 10 s, {} of {} done\n", finished, options.jobs);
      break;
    }
    client->acknowledge(outcome->key);
    slots.release();
    ++finished;
  }
  const double seconds = seconds_since(start);
  const int number = finished;
  done = true;
  slots.release(options.jobs);  // for those that still wait
  for (std::thread& thread : submitters) thread.join();
  for (std::thread& thread : workers) thread.join();
  fmt::print("{} jobs, {} workers, {} in flight: {:.2f} s, {:.0f} jobs/s\n", number,
             options.workers, options.in_flight, seconds, number / seconds);
  return number == options.jobs ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    Options options;
    CLI::App app{"empty jobs a second through a broker"};
    app.add_option("--broker", options.url, "nats://HOST:PORT");
    app.add_flag("--local", options.local, "the broker of this process instead");
    app.add_option("--workers", options.workers, "threads that answer");
    app.add_option("--jobs", options.jobs, "so many");
    app.add_option("--in-flight", options.in_flight, "jobs submitted and not answered");
    app.add_option("--submitters", options.submitters, "threads of the client that submit");
    CLI11_PARSE(app, argc, argv);
    if (options.local) {
      LocalBroker broker;
      return run(options, {[&](const std::string& name) { return broker.client(name); },
                           [&](const std::string& name) { return broker.source(name); }});
    }
    const Result<BrokerAddress> address = read_address({.url = options.url});
    if (!address) {
      fmt::print(stderr, "{}\n", address.error().message);
      return 2;
    }
    const NatsOptions nats{.address = *address, .name = "bench"};
    NatsOptions for_client = nats;
    for_client.send_at_once = false;
    return run(options,
               {[&](const std::string& name) { return NatsBroker(for_client).client(name); },
                [&](const std::string& name) { return NatsBroker(nats).source(name); }});
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 4;
  }
}
