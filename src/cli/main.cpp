// inarow: reads the command line, runs one subcommand, turns what happens into an exit code.

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <new>
#include <string>

#include "base/quote.hpp"
#include "cli/commands.hpp"

namespace inarow::cli {
namespace {

std::string command_names(const CLI::App& app) {
  std::string names;
  for (const CLI::App* command : app.get_subcommands({})) {
    names += (names.empty() ? "" : ", ") + command->get_name();
  }
  return names;
}

// CLI11 writes some complaints over several lines, with texts of the user in them.
std::string in_short(std::string text) {
  constexpr std::size_t most = 300;
  std::replace(text.begin(), text.end(), '\n', ' ');
  if (text.size() > most) text = text.substr(0, most) + " ...";
  return text;
}

int run(int argc, char** argv) {
  CLI::App app{"Inarow solves, proves, explains and plays every k-in-a-row game.", "inarow"};
  app.require_subcommand(0, 1);
  app.set_help_all_flag("--help-all", "help of every command");
  app.set_version_flag("--version", INAROW_VERSION);
  app.footer(
      "Games: connect4, drop:7x6, drop:7x6:k5, drop:7x6:cyl, cylinder:6, Connect(15,15,5,1,1),\n"
      "       Connect(6,2,3), tictactoe, gomoku, connect6\n"
      "Examples:\n"
      "  inarow solve connect4 --moves 4453 --score --pv\n"
      "  inarow explain connect4 --moves 12\n"
      "  inarow show connect4 --moves 4453\n"
      "  inarow count connect4\n"
      "  inarow COMMAND --help");
  Program program{app, {}};
  add_bench(program);
  add_book(program);
  add_count(program);
  add_engine(program);
  add_explain(program);
  add_grid(program);
  add_kdraw(program);
  add_perft(program);
  add_play(program);
  add_prove(program);
  add_puzzle(program);
  add_serve(program);
  add_show(program);
  add_solve(program);
  add_tournament(program);
  add_version(program);
  add_worker(program);

  if (argc > 1 && argv[1][0] != '-') {
    const std::string name = argv[1];
    const auto commands = app.get_subcommands({});
    if (std::none_of(commands.begin(), commands.end(),
                     [&](const CLI::App* c) { return c->get_name() == name; })) {
      return static_cast<int>(bad_input(fmt::format(
          "no command {}; the commands are {} (inarow --help)", quoted(name), command_names(app))));
    }
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& help) {
    return app.exit(help);
  } catch (const CLI::ParseError& error) {
    const auto parsed = app.get_subcommands();
    const std::string name = parsed.empty() ? "" : " " + parsed[0]->get_name();
    return static_cast<int>(
        bad_input(fmt::format("{} (inarow{} --help)", in_short(error.what()), name)));
  }
  if (!program.run) {
    fmt::print("{}", app.help());
    return static_cast<int>(Exit::done);
  }
  const Exit code = program.run();
  if (std::fflush(stdout) != 0) {
    return static_cast<int>(environment_failed("cannot write the answer to standard output"));
  }
  return static_cast<int>(code);
}

}  // namespace
}  // namespace inarow::cli

int main(int argc, char** argv) {
  try {
    return inarow::cli::run(argc, argv);
  } catch (const std::bad_alloc&) {
    inarow::cli::complain("out of memory; give less with --memory MB");
  } catch (const std::exception& error) {
    inarow::cli::complain(error.what());
  }
  return static_cast<int>(inarow::cli::Exit::environment);
}
