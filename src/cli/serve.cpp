// inarow serve [--port P] [--host H]

#include <memory>
#include <string>

#include "cli/commands.hpp"

namespace inarow::cli {

void add_serve(Program& program) {
  struct Options : CommonOptions {
    int port = 7878;
    std::string host = "127.0.0.1";
  };
  auto options = std::make_shared<Options>();
  CLI::App* command =
      add_command(program, "serve", "the workbench in the browser (not built yet)",
                  "Examples:\n  inarow serve\n  inarow serve --port 8000", *options, [] {
                    return environment_failed(
                        "the workbench page is not part of this version yet; inarow --help lists "
                        "what works in the terminal");
                  });
  command->add_option("--port", options->port, "port to listen on")->check(CLI::Range(0, 65535));
  command->add_option("--host", options->host, "address to listen on");
}

}  // namespace inarow::cli
