// inarow serve [--port P] [--host H] [--token T] [--no-open] [--queue N] [--streams N]

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <unistd.h>

#include <cstdlib>
#include <memory>
#include <string>

#include "book/installed.hpp"
#include "cli/commands.hpp"
#include "service/http_server.hpp"

namespace inarow::cli {
namespace {

struct Options : CommonOptions {
  int port = 7878;
  std::string host = "127.0.0.1";
  std::string token;
  bool no_open = false;
  int queue = 256;
  int streams = 256;
};

// Shows the address in the user's browser, if there is a screen; nothing depends on it.
void open_browser(const std::string& address) {
  if (std::getenv("DISPLAY") == nullptr && std::getenv("WAYLAND_DISPLAY") == nullptr) return;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  for (const int descriptor : {0, 1, 2}) {
    posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0);
  }
  std::string program = "xdg-open";
  std::string argument = address;
  char* const arguments[] = {program.data(), argument.data(), nullptr};
  pid_t child = 0;
  posix_spawnp(&child, program.c_str(), &actions, nullptr, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
}

Exit run(const Options& options) {
  StopToken stop;
  options.listen(stop);
  service::ServerOptions server_options;
  server_options.access = {options.host, options.token};
  const bool open_to_others = !service::is_loopback(options.host);
  if (open_to_others && options.token.empty()) {
    const char* from_environment = std::getenv("INAROW_TOKEN");
    server_options.access.token =
        from_environment != nullptr ? from_environment : service::random_token();
  }
  server_options.port = options.port;
  server_options.page_folder = page_folder();
  // A thread more than cores: somebody who asks for long analyses has all but one.
  const int threads = options.thread_count() + 1;
  server_options.queue = {threads, threads - 1, options.queue, std::min(options.queue, 16)};
  server_options.streams = options.streams;
  if (options.memory_bytes() > 0) {
    // Beside the program, its threads and the files that it hands out: four engines are kept, and
    // each thread may work with one that is not and has as much again for its question; kept
    // players have as much as an engine.
    const std::size_t rest = program_bytes + 32 * megabyte;
    const auto parts = static_cast<std::size_t>(5 + 2 * threads);
    if (options.memory_bytes() < rest + parts * 4 * megabyte) {
      return bad_input(fmt::format("--memory: a server with {} threads takes at least {} MB",
                                   threads, (rest + parts * 4 * megabyte) / megabyte));
    }
    server_options.table_bytes = (options.memory_bytes() - rest) / parts;
  }
  service::HttpServer server(server_options);
  const Result<int> port = server.bind();
  if (!port) return environment_failed(port.error().message);
  const bool v6 = options.host.find(':') != std::string::npos;
  const std::string host = v6 ? "[" + options.host + "]" : options.host;
  std::string address = fmt::format("http://{}:{}/", host, *port);
  // After the #: browsers keep it to themselves, so that it is in no log.
  if (!server_options.access.token.empty()) {
    address += "#token=" + server_options.access.token;
  }
  if (options.json) {
    print_json(Json{{"address", address}, {"page", server.has_page()}});
  } else {
    fmt::print("Inarow is at {}\n", address);
    if (!server.has_page()) fmt::print("without its page, which is not built; requests work\n");
    if (!options.quiet) fmt::print("Ctrl-C stops it\n");
  }
  std::fflush(stdout);
  if (!options.no_open && server.has_page()) open_browser(address);
  server.run(stop);
  return Exit::done;
}

}  // namespace

void add_serve(Program& program) {
  auto options = std::make_shared<Options>();
  CLI::App* command = add_command(
      program, "serve", "the workbench in the browser",
      "Listens on this machine only, unless --host says otherwise; then requests need a token,\n"
      "which is part of the address that is printed.\n"
      "Examples:\n"
      "  inarow serve\n"
      "  inarow serve --port 8000 --no-open\n"
      "  inarow serve --host 0.0.0.0 --token SECRET",
      *options, [options] { return run(*options); });
  add_number(*command, "--port", options->port, 0, 65535, "port to listen on; 0: any");
  command->add_option("--host", options->host, "address to listen on");
  command->add_option("--token", options->token,
                      "what requests must know (default, with another host: the environment's "
                      "INAROW_TOKEN, or a random one)");
  command->add_flag("--no-open", options->no_open, "do not open a browser");
  add_number(*command, "--queue", options->queue, 1, 100'000, "questions that may wait");
  add_number(*command, "--streams", options->streams, 1, 4096, "answers in the making at a time");
}

}  // namespace inarow::cli
