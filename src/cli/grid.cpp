// inarow grid up|status|workers|jobs|cancel|retry|ask [KEY ...] [--broker URL]

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <memory>
#include <string>
#include <thread>

#include "base/quote.hpp"
#include "cli/broker_options.hpp"
#include "cli/commands.hpp"
#include "cli/grid_ask.hpp"
#include "cli/grid_up.hpp"

namespace inarow::cli {
namespace {

using namespace std::chrono_literals;
using grid::BrokerStatus;
using grid::JobLine;
using grid::WorkerLine;

struct Options : CommonOptions {
  grid::AddressOptions broker;
  std::string action;
  std::vector<std::string> keys;
  int most = 1000;
  bool once = false;
  GridUpOptions up;
  std::string client;
};

constexpr double patience_seconds = 5;
constexpr auto between_tables = 1s;

Json json_of(const WorkerLine& worker) {
  return {{"name", worker.name},     {"version", worker.version}, {"host", worker.host},
          {"job", worker.job},       {"client", worker.client},   {"done", worker.done},
          {"failed", worker.failed}, {"refused", worker.refused}, {"last_seen", worker.last_seen}};
}

Json json_of(const JobLine& job) {
  return {{"key", job.key},           {"client", job.client},
          {"game", job.game},         {"state", name_of(job.state)},
          {"priority", job.priority}, {"deliveries", job.deliveries},
          {"worker", job.worker},     {"error", job.error},
          {"seconds", job.seconds}};
}

std::string words_of(const std::vector<WorkerLine>& workers) {
  if (workers.empty()) return "no workers\n";
  std::string text = fmt::format("{:<24} {:<10} {:>8} {:>7} {:>8} {:>6}  {}\n", "worker", "version",
                                 "done", "failed", "refused", "seen", "job");
  for (const WorkerLine& worker : workers) {
    const std::string job =
        worker.job.empty() ? "idle" : fmt::format("{} of {}", worker.job, worker.client);
    text += fmt::format("{:<24} {:<10} {:>8} {:>7} {:>8} {:>5.0f}s  {}\n", printable(worker.name),
                        printable(worker.version), worker.done, worker.failed, worker.refused,
                        worker.last_seen, printable(job));
  }
  return text;
}

std::string words_of(const BrokerStatus& status) {
  return fmt::format("{} waiting, {} leased, {} finished and not yet fetched, {} parked\n{}",
                     status.waiting, status.leased, status.finished, status.parked,
                     words_of(status.workers));
}

Json json_of(const BrokerStatus& status) {
  Json workers = Json::array();
  for (const WorkerLine& worker : status.workers) workers.push_back(json_of(worker));
  return {{"waiting", status.waiting},
          {"leased", status.leased},
          {"finished", status.finished},
          {"parked", status.parked},
          {"workers", workers}};
}

Exit show_status(const Options& options, grid::BrokerView& view) {
  if (options.json) {
    print_json(json_of(view.status()));
    return Exit::done;
  }
  if (options.once || isatty(STDOUT_FILENO) != 1) {
    fmt::print("{}", words_of(view.status()));
    return Exit::done;
  }
  // Live, until Ctrl-C.
  StopToken stop;
  options.listen(stop);
  while (!stop.stopped()) {
    fmt::print("\033[H\033[J{}Ctrl-C ends\n", words_of(view.status()));
    std::fflush(stdout);
    for (auto waited = 0ms; waited < between_tables && !stop.stopped(); waited += 50ms) {
      std::this_thread::sleep_for(50ms);
    }
  }
  return Exit::done;
}

Exit show_jobs(const Options& options, grid::BrokerView& view) {
  const std::vector<JobLine> jobs = view.jobs(static_cast<std::size_t>(options.most));
  if (options.json) {
    Json list = Json::array();
    for (const JobLine& job : jobs) list.push_back(json_of(job));
    print_json(Json{{"jobs", list}});
    return Exit::done;
  }
  if (jobs.empty()) {
    fmt::print("no jobs\n");
    return Exit::done;
  }
  fmt::print("{:<24} {:<16} {:<9} {:>8} {:>9}  {}\n", "key", "client", "state", "priority", "age",
             "game, worker, error");
  for (const JobLine& job : jobs) {
    std::string rest = job.game;
    if (!job.worker.empty()) rest += ", " + job.worker;
    if (!job.error.empty()) rest += ", " + job.error;
    fmt::print("{:<24} {:<16} {:<9} {:>8} {:>8.0f}s  {}\n", printable(job.key),
               printable(job.client), name_of(job.state), job.priority, job.seconds,
               printable(rest));
  }
  return Exit::done;
}

Exit change_jobs(const Options& options, grid::BrokerView& view) {
  const bool cancels = options.action == "cancel";
  int all = 0;
  for (const std::string& key : options.keys) {
    const int number = cancels ? view.cancel(key) : view.retry(key);
    all += number;
    if (number == 0) {
      complain(fmt::format("no {} has the key {}", cancels ? "job" : "parked job", quoted(key)));
    }
  }
  if (options.json) {
    print_json(Json{{cancels ? "cancelled" : "retried", all}});
  } else {
    fmt::print("{} {}\n", all, cancels ? "cancelled" : "retried");
  }
  return all > 0 ? Exit::done : Exit::no;
}

Exit run(const Options& options) {
  if (options.action == "up") {
    GridUpOptions up = options.up;
    up.threads = options.thread_count();
    up.memory_bytes = options.memory_bytes();
    up.json = options.json;
    up.quiet = options.quiet;
    StopToken stop;
    options.listen(stop);
    return grid_up(up, stop);
  }
  const bool names_jobs = options.action == "cancel" || options.action == "retry";
  if (names_jobs && options.keys.empty()) {
    return bad_input(
        fmt::format("grid {0} needs keys of jobs: inarow grid {0} KEY", options.action));
  }
  const Result<grid::BrokerAddress> address = grid::read_address(options.broker);
  if (!address) return bad_input(address.error().message);
  if (options.action == "ask") {
    StopToken stop;
    options.listen(stop);
    const std::string file = options.keys.empty() ? "-" : options.keys[0];
    const std::string client = options.client.empty() ? machine_name() : options.client;
    return grid_ask(*address, client, file, options.up.lease_seconds, stop);
  }
  grid::NatsBroker broker({.address = *address, .name = "grid", .patience = patience_seconds});
  const std::unique_ptr<grid::BrokerView> view = broker.view();
  if (options.action == "status") return show_status(options, *view);
  if (options.action == "jobs") return show_jobs(options, *view);
  if (options.action == "workers") {
    const BrokerStatus status = view->status();
    if (options.json) {
      print_json(Json{{"workers", json_of(status)["workers"]}});
    } else {
      fmt::print("{}", words_of(status.workers));
    }
    return Exit::done;
  }
  return change_jobs(options, *view);
}

}  // namespace

void add_grid(Program& program) {
  auto options = std::make_shared<Options>();
  CLI::App* command = add_command(
      program, "grid", "the grid: what its broker and workers do",
      "  up        starts a broker and workers on this machine, until Ctrl-C\n"
      "  status    what waits, is worked on, finished and parked, and who works (live on a "
      "terminal)\n"
      "  workers   who works, on what\n"
      "  jobs      all jobs, those that lost their workers too often (parked) first\n"
      "  cancel    jobs by KEY or CLIENT/KEY; their client is told so\n"
      "  retry     parked jobs by KEY or CLIENT/KEY\n"
      "  ask       questions of a file, a JSON object a line (docs/formats/question.md), answered "
      "by\n"
      "            the grid: a line each, as they come. The same file again goes on after a stop\n"
      "Exit code 1: cancel or retry found no such job.\n"
      "Examples:\n"
      "  inarow grid up --threads 4\n"
      "  inarow grid status\n"
      "  inarow grid jobs --broker nats://grid.example --credentials operator.txt --json\n"
      "  inarow grid retry me/a17\n"
      "  inarow grid ask questions.jsonl",
      *options, [options] { return run(*options); });
  command->add_option("ACTION", options->action, "up, status, workers, jobs, cancel, retry or ask")
      ->required()
      ->check(CLI::IsMember({"up", "status", "workers", "jobs", "cancel", "retry", "ask"}));
  command->add_option("KEY", options->keys, "cancel, retry: keys of jobs; ask: the file");
  add_broker(*command, options->broker);
  add_number(*command, "--most", options->most, 1, 1'000'000, "jobs: so many (default: 1000)");
  command->add_flag("--once", options->once, "status: not live");
  command->add_option("--client", options->client, "ask: under this name (default: the machine's)");
  add_number(*command, "--port", options->up.port, 1, 65535,
             "up: port of the broker (default: 4222)");
  command->add_option("--folder", options->up.folder,
                      "up: where the broker keeps its jobs (default: ~/.local/state/inarow/grid)");
  add_number(*command, "--lease", options->up.lease_seconds, 1, 86'400,
             "up, and ask at a new broker: seconds after which a worker that is silent loses its "
             "job (default: 30)");
}

}  // namespace inarow::cli
