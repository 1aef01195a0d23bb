// inarow bench [--suite NAME] [--no-rules]: deterministic node counts, and timings.

#include "ask/bench.hpp"

#include <fmt/format.h>

#include <memory>
#include <string>

#include "cli/commands.hpp"

namespace inarow::cli {
namespace {

struct Options : CommonOptions {
  std::string suite = "drop";
  bool no_rules = false;
};

class Report {
 public:
  explicit Report(bool json) : json_(json) {
    if (!json_) {
      fmt::print("{:<26} {:>12} {:>14} {:>10} {:>10} {:>12}\n", "what", "result", "nodes",
                 "seconds", "ns/node", "positions/s");
    }
  }

  void add(const BenchRow& row) {
    nodes_ += row.nodes;
    if (json_) {
      rows_.push_back(Json{{"name", row.name},
                           {"result", row.result},
                           {"positions", row.positions},
                           {"nodes", row.nodes},
                           {"seconds", row.seconds}});
      return;
    }
    fmt::print("{:<26} {:>12} {:>14} {:>10.3f} {:>10.0f} {:>12.4g}\n", row.name, row.result,
               row.nodes, row.seconds,
               row.nodes == 0 ? 0.0 : row.seconds * 1e9 / static_cast<double>(row.nodes),
               row.positions / row.seconds);
    std::fflush(stdout);
  }

  void finish(const std::string& suite) {
    if (json_) {
      print_json(Json{{"suite", suite}, {"nodes", nodes_}, {"rows", rows_}});
    } else {
      fmt::print("Bench: {}\n", nodes_);
    }
  }

 private:
  bool json_;
  Json rows_ = Json::array();
  std::uint64_t nodes_ = 0;
};

Exit run(const Options& options) {
  StopToken stop;
  Report report(options.json);
  run_bench(options.suite == "drop" ? BenchSuite::drop : BenchSuite::drop_sizes, !options.no_rules,
            options.work(stop), [&](const BenchRow& row) { report.add(row); });
  if (stop.stopped()) return Exit::stopped;
  report.finish(options.suite);
  return Exit::done;
}

}  // namespace

void add_bench(Program& program) {
  auto options = std::make_shared<Options>();
  CLI::App* command = add_command(
      program, "bench", "deterministic node counts and timings",
      "One thread, no book. Node counts are the same at every run; times are processor time.\n"
      "Examples:\n  inarow bench\n  inarow bench --suite drop-sizes",
      *options, [options] { return run(*options); });
  command->add_option("--suite", options->suite, "drop (default) or drop-sizes")
      ->check(CLI::IsMember({"drop", "drop-sizes"}));
  command->add_flag("--no-rules", options->no_rules, "search without VICTOR's rules");
}

}  // namespace inarow::cli
