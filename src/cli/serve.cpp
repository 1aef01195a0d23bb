// inarow serve [--port P] [--host H] [--token-file F] [--no-open] [--queue N] [--streams N]
//              [--connections N] [--behind-proxy] [--engine NAME=COMMAND] [--grow GAME=FILE]

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>

#include "base/files.hpp"
#include "base/quote.hpp"
#include "book/installed.hpp"
#include "cli/books.hpp"
#include "cli/broker_options.hpp"
#include "cli/commands.hpp"
#include "cli/engines.hpp"
#include "service/http_server.hpp"

namespace inarow::cli {
namespace {

struct Options : CommonOptions {
  int port = 7878;
  std::string host = "127.0.0.1";
  std::string token;
  std::string token_file;
  bool no_open = false;
  bool behind_proxy = false;
  int queue = 256;
  int streams = 256;
  int connections = 2048;
  EngineOptions engines;
  std::vector<std::string> books;
  std::vector<std::string> growing;  // GAME=FILE
  grid::AddressOptions broker;
};

// The books that requests may add to. Those that come with the program are not: the next
// installation would take what was added away.
Result<service::GrowingBooks> open_growing(const std::vector<std::string>& texts,
                                           std::vector<std::string>& files) {
  namespace fs = std::filesystem;
  service::GrowingBooks books;
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    const std::string file = equals == std::string::npos ? text : text.substr(equals + 1);
    const Result<GameSpec> spec = equals == std::string::npos
                                      ? BookStore::game_of(file)
                                      : GameSpec::parse(text.substr(0, equals));
    if (!spec) return failure("--grow: " + spec.error().message);
    std::error_code error;
    const fs::path folder = fs::weakly_canonical(fs::path(file), error).parent_path();
    if (!data_folder().empty() && fs::equivalent(folder, data_folder(), error)) {
      return failure(fmt::format(
          "--grow: {} comes with the program and is not changed; copy it and name the copy",
          quoted(file)));
    }
    if (is_score_book(file)) {
      return failure(fmt::format("--grow: {} is a file of exact scores, which nothing is added to",
                                 quoted(file)));
    }
    Result<BookStore> store = BookStore::open(file, *spec, BookAccess::write);
    if (!store) return failure("--grow: " + store.error().message);
    books.push_back(std::make_shared<service::GrowingBook>(std::move(*store)));
    files.push_back(file);
  }
  return books;
}

// Something that a header can carry. An empty token would be none.
Result<std::string> usable_token(std::string token, std::string_view where) {
  constexpr std::size_t longest = 1000;
  const bool visible =
      std::all_of(token.begin(), token.end(), [](char c) { return c > ' ' && c < 127; });
  if (token.empty()) {
    return failure(fmt::format("{} is empty, and an empty token is no token", where));
  }
  if (!visible || token.size() > longest) {
    return failure(
        fmt::format("the token of {} must be up to {} letters, digits and signs of ASCII, without "
                    "spaces",
                    where, longest));
  }
  return token;
}

// What requests must know: as it is given, or a random one if others can connect; empty for this
// machine alone.
Result<std::string> token_for(const Options& options, bool given_on_command_line) {
  if (given_on_command_line) return usable_token(options.token, "--token");
  if (!options.token_file.empty()) {
    Result<std::string> text = read_whole_file(options.token_file);
    if (!text) return text;
    while (!text->empty() && (text->back() == '\n' || text->back() == '\r')) text->pop_back();
    return usable_token(std::move(*text), options.token_file);
  }
  const bool open_to_others = !service::is_loopback(options.host);
  const char* environment = std::getenv("INAROW_TOKEN");
  if (environment != nullptr && (open_to_others || *environment != '\0')) {
    return usable_token(environment, "INAROW_TOKEN");
  }
  return open_to_others ? service::random_token() : std::string();
}

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

Exit run(const Options& options, bool token_given) {
  const Result<std::string> token = token_for(options, token_given);
  if (!token) return bad_input(token.error().message);
  Result<std::vector<ExternalEngine>> engines =
      read_engines(options.engines, options.memory_bytes());
  if (!engines) return bad_input(engines.error().message);
  // What grows is asked first, too.
  std::vector<std::string> files;
  Result<service::GrowingBooks> growing = open_growing(options.growing, files);
  if (!growing) return bad_input(growing.error().message);
  files.insert(files.end(), options.books.begin(), options.books.end());
  // A young book does not hide what comes with the program.
  for (const std::shared_ptr<service::GrowingBook>& book : *growing) {
    std::string own = installed_book_file(book->spec());
    if (!own.empty()) files.push_back(std::move(own));
  }
  const Result<std::shared_ptr<const Books>> books = read_books(files);
  if (!books) return bad_input(books.error().message);
  StopToken stop;
  options.listen(stop);
  service::ServerOptions server_options;
  server_options.books = *books;
  server_options.book_files = files;
  server_options.growing = std::move(*growing);
  server_options.broker = options.broker;
  server_options.access = {options.host, *token};
  server_options.port = options.port;
  server_options.page_folder = page_folder();
  const int threads = options.thread_count();
  service::QueueLimits& queue = server_options.queue;
  queue.slots = threads;
  queue.lasting = std::max(queue.lasting, threads);
  queue.waiting = options.queue;
  queue.waiting_per_client = std::min(options.queue, queue.waiting_per_client);
  server_options.streams = options.streams;
  server_options.engines = std::move(*engines);
  server_options.behind_proxy = options.behind_proxy;
  server_options.listener.connections = static_cast<std::size_t>(options.connections);
  server_options.listener.connections_per_address = static_cast<std::size_t>(
      options.behind_proxy ? options.connections : (options.connections + 1) / 2);
  if (options.memory_bytes() > 0) {
    // Beside the program, its threads and what it hands out.
    const std::size_t rest = program_bytes + 32 * megabyte;
    const std::size_t least = rest + 32 * megabyte;
    if (options.memory_bytes() < least) {
      return bad_input(fmt::format("--memory: a server takes at least {} MB", least / megabyte));
    }
    server_options.work_bytes = options.memory_bytes() - rest;
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
  const auto given = std::make_shared<CLI::Option*>();
  CLI::App* command = add_command(
      program, "serve", "the workbench in the browser",
      "Listens on this machine only, unless --host says otherwise; then requests need a token,\n"
      "which is part of the address that is printed.\n"
      "Examples:\n"
      "  inarow serve\n"
      "  inarow serve --port 8000 --no-open\n"
      "  inarow serve --host 0.0.0.0 --token-file secret.txt\n"
      "  inarow serve --grow connect6=mine.db\n"
      "  inarow serve --engine rapfi=./pbrain-rapfi --engine cloud=./cloudict",
      *options, [options, given] { return run(*options, (*given)->count() > 0); });
  add_number(*command, "--port", options->port, 0, 65535, "port to listen on; 0: any");
  command->add_option("--host", options->host, "address to listen on");
  *given = command->add_option("--token", options->token,
                               "what requests must know (default: the environment's INAROW_TOKEN, "
                               "or with another host a random one); others on this machine see "
                               "it in the list of processes");
  command->add_option("--token-file", options->token_file, "a file that has the token")
      ->excludes(*given);
  add_engines(*command, options->engines);
  add_books(*command, options->books);
  add_broker(*command, options->broker);
  command
      ->add_option("--grow", options->growing,
                   "a book that may be grown from the page, as GAME=FILE; made if there is none; "
                   "several times for several games")
      ->allow_extra_args(false);
  command->add_flag("--no-open", options->no_open, "do not open a browser");
  add_number(*command, "--queue", options->queue, 1, 100'000, "questions that may wait");
  add_number(*command, "--streams", options->streams, 1, 65'536, "streams of events at a time");
  add_number(*command, "--connections", options->connections, 2, 65'536,
             "connections at a time; half of them of one address");
  command->add_flag("--behind-proxy", options->behind_proxy,
                    "requests from this machine come through a proxy, which says whose they are in "
                    "X-Forwarded-For");
}

}  // namespace inarow::cli
