#include "cli/grid_up.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <thread>

#include "base/child_process.hpp"
#include "base/files.hpp"
#include "base/quote.hpp"
#include "cli/broker_options.hpp"

namespace inarow::cli {
namespace {

using namespace std::chrono_literals;

constexpr auto look = 50ms;
constexpr auto for_the_server = 5s;  // to end by itself

std::string nats_server_path() {
  const char* const path = std::getenv("PATH");
  std::string folders = path == nullptr ? "" : path;
  // Debian's is where only root looks.
  folders += ":/usr/sbin:/usr/local/sbin:/usr/local/bin";
  for (std::size_t begin = 0; begin <= folders.size();) {
    const std::size_t end = std::min(folders.find(':', begin), folders.size());
    const std::string file = folders.substr(begin, end - begin) + "/nats-server";
    if (end > begin && access(file.c_str(), X_OK) == 0) return file;
    begin = end + 1;
  }
  return "";
}

std::string default_folder() {
  const char* const state = std::getenv("XDG_STATE_HOME");
  if (state != nullptr && *state != '\0') return std::string(state) + "/inarow/grid";
  const char* const home = std::getenv("HOME");
  return std::string(home == nullptr ? "." : home) + "/.local/state/inarow/grid";
}

// With signals that let it write down what it knows, unlike ChildProcess's own end.
void end_server(ChildProcess& server, const std::string& pid_file) {
  const Result<std::string> text = read_whole_file(pid_file);
  const int pid = text ? std::atoi(text->c_str()) : 0;
  if (pid > 0) {
    ::kill(pid, SIGTERM);
    for (auto waited = 0ms; waited < for_the_server && !server.has_ended(); waited += look) {
      std::this_thread::sleep_for(look);
    }
  }
  server.end();
}

}  // namespace

Exit grid_up(const GridUpOptions& options, const StopToken& stop) {
  const std::string program = nats_server_path();
  if (program.empty()) {
    return environment_failed(
        "there is no nats-server on this machine; install it: apt-get install nats-server");
  }
  const std::string folder = options.folder.empty() ? default_folder() : options.folder;
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) {
    return environment_failed(
        fmt::format("cannot make the folder {}: {}", quoted(folder), error.message()));
  }
  const std::string configuration = folder + "/nats.conf";
  const std::string log_file = folder + "/nats.log";
  const std::string pid_file = folder + "/nats.pid";
  std::filesystem::remove(pid_file, error);
  const auto text = [](const std::string& value) { return Json(value).dump(); };
  const Result<void> written = write_whole_file(
      configuration,
      fmt::format("# Written by inarow grid up.\nlisten: \"127.0.0.1:{}\"\nlog_file: {}\n"
                  "pid_file: {}\nmax_payload: 8MB\njetstream {{ store_dir: {} }}\n",
                  options.port, text(log_file), text(pid_file), text(folder)));
  if (!written) return environment_failed(written.error().message);
  Result<ChildProcess> server = ChildProcess::start({.arguments = {program, "-c", configuration}});
  if (!server) return environment_failed(server.error().message);

  const LogLines log(options.json, options.quiet);
  const std::string url = fmt::format("nats://127.0.0.1:{}", options.port);
  const auto has_failed = [&] {
    return environment_failed(
        fmt::format("nats-server has ended; is another one at port {}? Its log is {}", options.port,
                    quoted(log_file)));
  };
  // So that another program at this port is not taken for it.
  std::this_thread::sleep_for(4 * look);
  if (server->has_ended()) return has_failed();
  const Result<grid::BrokerAddress> address = grid::read_address({.url = url});
  const std::string name = machine_name();
  grid::NatsBroker broker({.address = *address,
                           .name = name,
                           .stop = &stop,
                           .tell = [&log](const std::string& line) { log.say(line); }},
                          {.seconds = options.lease_seconds});
  if (server->has_ended()) return has_failed();
  broker.set_up();
  if (options.json) {
    print_json(Json{{"broker", url}, {"folder", folder}, {"threads", options.threads}});
  } else {
    fmt::print("The broker is at {}, with {} worker{} here; Ctrl-C ends both\n", url,
               options.threads, options.threads == 1 ? "" : "s");
  }
  std::fflush(stdout);
  {
    grid::WorkerTeam team({.name = name,
                           .threads = options.threads,
                           .memory_bytes = options.memory_bytes,
                           .stop = &stop,
                           .tell = [&log](const grid::WorkerNews& news) { log.news(news); }},
                          [&](const std::string& worker) { return broker.source(worker); });
    while (!stop.stopped() && !server->has_ended()) std::this_thread::sleep_for(look);
  }
  if (server->has_ended()) return has_failed();
  end_server(*server, pid_file);
  return Exit::done;
}

}  // namespace inarow::cli
