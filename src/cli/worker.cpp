// inarow worker [--broker URL] [--threads N] [--memory MB] [--name NAME] [--grace S]

#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <thread>

#include "cli/broker_options.hpp"
#include "cli/commands.hpp"
#include "generate/puzzle_job.hpp"

namespace inarow::cli {
namespace {

using namespace std::chrono_literals;

struct Options : CommonOptions {
  grid::AddressOptions broker;
  std::string name;
  double grace = 10;
  double stall = 120;
};

constexpr auto look = 50ms;
constexpr auto between_tries = 1s;
constexpr auto for_the_others = 2s;  // to hand back what they have, when one thread hangs

// Tries for ever, and says so once; null if the stop comes first.
std::unique_ptr<grid::NatsBroker> connect(const grid::NatsOptions& options, const StopToken& stop,
                                          const LogLines& log) {
  bool is_told = false;
  while (!stop.stopped()) {
    try {
      auto broker = std::make_unique<grid::NatsBroker>(options);
      if (!broker->is_set_up()) log.say("nobody has submitted a job yet; waiting for the first");
      return broker;
    } catch (const grid::BrokerUnreachable& error) {
      if (stop.stopped()) break;
      if (!is_told) log.say(fmt::format("{}; trying again", error.what()));
      is_told = true;
    }
    for (auto waited = 0ms; waited < between_tries && !stop.stopped(); waited += look) {
      std::this_thread::sleep_for(look);
    }
  }
  return nullptr;
}

Exit run(const Options& options) {
  const Result<grid::BrokerAddress> address = grid::read_address(options.broker);
  if (!address) return bad_input(address.error().message);
  const std::string name = options.name.empty() ? machine_name() : options.name;
  if (!grid::is_name(name) || name.size() > 90) {
    return bad_input("--name: up to 90 letters, digits, - and _ make a worker's name");
  }
  StopToken stop;
  options.listen(stop);
  const LogLines log(options.json, options.quiet);
  const std::unique_ptr<grid::NatsBroker> broker =
      connect({.address = *address,
               .name = name,
               .connect_seconds = 0,
               .stop = &stop,
               .tell = [&log](const std::string& text) { log.say(text); }},
              stop, log);
  if (broker == nullptr) return Exit::done;
  const int threads = options.thread_count();
  log.say(fmt::format("{} works for the broker at {} with {} thread{}, version {}", name,
                      address->in_words(), threads, threads == 1 ? "" : "s",
                      grid::program_version()));
  std::atomic<bool> hangs = false;
  grid::WorkerTeam team({.name = name,
                         .threads = threads,
                         .memory_bytes = options.memory_bytes(),
                         .stop = &stop,
                         .grace_seconds = options.grace,
                         .stall_seconds = options.stall,
                         .others = puzzles::puzzle_jobs(),
                         .tell =
                             [&](const grid::WorkerNews& news) {
                               log.news(news);
                               if (news.kind == grid::WorkerNews::Kind::hanging) hangs = true;
                             }},
                        [&](const std::string& worker) { return broker->source(worker); });
  while (!stop.stopped() && !hangs && !broker->is_closed()) std::this_thread::sleep_for(look);
  if (hangs) {
    // A thread cannot be ended from outside: whoever started this program starts it again.
    team.request_stop();
    std::this_thread::sleep_for(for_the_others);
    complain("a job hangs; the worker ends, and its job goes to another");
    std::_Exit(static_cast<int>(Exit::environment));
  }
  const bool is_closed = broker->is_closed();
  team.request_stop();
  team.join();
  if (is_closed) return environment_failed("the broker has ended the connection");
  log.say(fmt::format("{} ends", name));
  return Exit::done;
}

}  // namespace

void add_worker(Program& program) {
  auto options = std::make_shared<Options>();
  CLI::App* command = add_command(
      program, "worker", "does the jobs of a grid",
      "Each thread does one job at a time, with its part of the memory. A line of the log for "
      "each\n"
      "job says whose it is. SIGTERM and Ctrl-C end it: jobs that are not done within --grace\n"
      "seconds go back to the broker, exit code 0. docs/grid.md has the rest.\n"
      "Examples:\n"
      "  inarow worker\n"
      "  inarow worker --broker nats://grid.example --credentials worker.txt --threads 8\n"
      "  inarow worker --broker tls://grid.example --tls-ca ca.pem --memory 4000 --name attic",
      *options, [options] { return run(*options); });
  add_broker(*command, options->broker);
  command->add_option("--name", options->name, "what others call it (default: the machine's name)");
  add_number(*command, "--grace", options->grace, 0, 1e6,
             "seconds that running jobs have to end after SIGTERM (default: 10)");
  add_number(*command, "--stall", options->stall, 1, 1e6,
             "seconds without a step after which a job counts as hanging (default: 120)");
}

}  // namespace inarow::cli
