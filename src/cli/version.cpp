// inarow version

#include <fmt/format.h>

#include <memory>

#include "cli/commands.hpp"

namespace inarow::cli {

void add_version(Program& program) {
  auto common = std::make_shared<CommonOptions>();
  add_command(program, "version", "the version of this program", "", *common, [common] {
    if (common->json) {
      print_json(Json{{"version", INAROW_VERSION}, {"compiler", __VERSION__}});
    } else {
      fmt::print("inarow {} (compiled by {})\n", INAROW_VERSION, __VERSION__);
    }
    return Exit::done;
  });
}

}  // namespace inarow::cli
