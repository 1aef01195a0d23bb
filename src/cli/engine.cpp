// inarow engine --protocol gomocup|connect6|json

#include <unistd.h>

#include <memory>
#include <string>

#include "cli/books.hpp"
#include "cli/commands.hpp"
#include "protocol/connect6.hpp"
#include "protocol/game_runner.hpp"
#include "protocol/gomocup.hpp"
#include "protocol/json_runner.hpp"

namespace inarow::cli {
namespace {

struct Options : CommonOptions {
  std::string protocol;
  std::vector<std::string> books;
};

Exit run(const Options& options) {
  const int threads = options.thread_count();
  const Result<std::shared_ptr<const Books>> books = read_books(options.books);
  if (!books) return bad_input(books.error().message);
  if (options.protocol == "json") {
    protocol::run_json({.threads = threads,
                        .seconds = options.seconds,
                        .memory_bytes = options.memory_bytes(),
                        .books = *books},
                       STDIN_FILENO, STDOUT_FILENO);
  } else if (options.protocol == "gomocup") {
    protocol::Gomocup gomocup({.seconds = options.seconds, .memory_bytes = options.memory_bytes()});
    protocol::run(gomocup, threads, STDIN_FILENO, STDOUT_FILENO, *books);
  } else {
    protocol::Connect6 connect6(
        {.seconds = options.seconds, .memory_bytes = options.memory_bytes()});
    protocol::run(connect6, threads, STDIN_FILENO, STDOUT_FILENO, *books);
  }
  return Exit::done;
}

}  // namespace

void add_engine(Program& program) {
  auto options = std::make_shared<Options>();
  CLI::App* command = add_command(
      program, "engine", "for other programs: plays and answers by lines on standard input",
      "gomocup   Gomoku for match runners: START 15, BEGIN, TURN 7,8, INFO timeout_turn 1000, END\n"
      "connect6  Connect6 for contests: new black, move IHHI, quit\n"
      "json      questions and answers of every game, one a line, answered as they are done\n"
      "Of gomocup and connect6, --time is for a move (5 s unless given; gomocup's manager may set\n"
      "less); of json for a question. docs/formats/engine.md describes all three.\n"
      "Examples:\n"
      "  inarow engine --protocol gomocup\n"
      "  inarow engine --protocol connect6 --time 10 --threads 2 --book openings.db\n"
      "  printf 'new white\\nmove JJ\\n' | inarow engine --protocol connect6\n"
      "  echo '{\"id\":\"1\",\"question\":{\"game\":\"connect4\",\"moves\":\"4453\"}}' |\n"
      "    inarow engine --protocol json",
      *options, [options] { return run(*options); });
  command->add_option("--protocol", options->protocol, "gomocup, connect6 or json")
      ->required()
      ->check(CLI::IsMember({"gomocup", "connect6", "json"}));
  add_books(*command, options->books);
}

}  // namespace inarow::cli
