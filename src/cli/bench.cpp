// inarow bench [--suite NAME] [--no-rules]: deterministic node counts, and timings.

#include <fmt/format.h>

#include <ctime>
#include <memory>
#include <string>

#include "base/random.hpp"
#include "cli/commands.hpp"
#include "cli/drop_options.hpp"
#include "search/alphabeta/analysis.hpp"

namespace inarow::cli {
namespace {

struct Options : CommonOptions {
  std::string suite = "drop";
  bool no_rules = false;
  RuleLimits rules() const { return no_rules ? RuleLimits::never() : RuleLimits{}; }
};

double cpu_seconds() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

struct Row {
  std::string name;
  std::string result;
  int positions = 1;
  std::uint64_t nodes = 0;
  double seconds = 0;
};

class Report {
 public:
  explicit Report(bool json) : json_(json) {
    if (!json_) {
      fmt::print("{:<26} {:>12} {:>14} {:>10} {:>10} {:>12}\n", "what", "result", "nodes",
                 "seconds", "ns/node", "positions/s");
    }
  }

  void add(const Row& row) {
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

// An empty board on a fresh engine.
Row empty_board(const Options& options, const std::string& game, bool score,
                const StopToken& stop) {
  const GameSpec spec = *GameSpec::parse(game);
  const auto engine =
      make_drop_engine(*spec.drop(), table_bytes_for(options, *spec.cells()), options.rules());
  const auto worker = engine->make_worker(&stop.flag(), nullptr);
  const double start = cpu_seconds();
  const ScoreRange range =
      worker->solve({}, score ? ScoreWindow::score(*spec.drop()) : ScoreWindow::value());
  Row row{game + (score ? " score" : " value"), "", 1, range.nodes, cpu_seconds() - start};
  if (!range.complete) {
    row.result = "stopped";
  } else if (score) {
    row.result = fmt::format("{:+}", range.lower);
  } else {
    row.result = range.lower > 0 ? "win" : range.upper < 0 ? "loss" : "draw";
  }
  return row;
}

// A game of random moves to a number of stones, unfinished and without an immediate win; or
// nothing.
std::optional<Game> random_position(const GameSpec& spec, int stones, Random& random) {
  Game game(spec);
  while (!game.over() && game.stone_count() < stones) {
    const std::vector<Cell> cells = game.playable_cells();
    (void)game.play(
        {cells[static_cast<std::size_t>(random.below(static_cast<int>(cells.size())))]});
  }
  if (game.over()) return std::nullopt;
  for (const Cell cell : game.playable_cells()) {
    Game next = game;
    (void)next.play({cell});
    if (next.outcome() == win_of(game.to_move())) return std::nullopt;
  }
  return game;
}

struct PositionSet {
  const char* name;
  int from;  // stones
  int to;
  int count;
  int decided;  // if not 0: only positions won or lost with at least this score
};

// The same positions at every run.
std::vector<DropStones> make_positions(const GameSpec& spec, const PositionSet& set,
                                       const StopToken& stop) {
  const auto engine = make_drop_engine(*spec.drop(), std::size_t{64} << 20);
  const auto worker = engine->make_worker(&stop.flag(), nullptr);
  Random random(1988);
  std::vector<DropStones> positions;
  while (static_cast<int>(positions.size()) < set.count && !stop.stopped()) {
    const int stones = set.from + random.below(set.to - set.from + 1);
    const std::optional<Game> game = random_position(spec, stones, random);
    if (!game) continue;
    const DropStones position = stones_of(*game);
    if (set.decided > 0) {
      const ScoreRange win = worker->solve(position, {set.decided - 1, set.decided});
      const ScoreRange loss = worker->solve(position, {-set.decided, 1 - set.decided});
      if (win.lower < set.decided && loss.upper > -set.decided) continue;
    }
    positions.push_back(position);
  }
  return positions;
}

Row position_set(const Options& options, const PositionSet& set, const StopToken& stop) {
  const GameSpec spec = *GameSpec::parse("connect4");
  const std::vector<DropStones> positions = make_positions(spec, set, stop);
  const auto engine = make_drop_engine(*spec.drop(), table_bytes_for(options, 34), options.rules());
  const auto worker = engine->make_worker(&stop.flag(), nullptr);
  Row row{fmt::format("{}, {}-{} stones", set.name, set.from, set.to), "",
          static_cast<int>(positions.size()), 0, 0};
  long sum = 0;
  const double start = cpu_seconds();
  for (const DropStones& stones : positions) {
    const ScoreRange range = worker->solve(stones, ScoreWindow::score(*spec.drop()));
    sum += range.lower;
    row.nodes += range.nodes;
  }
  row.seconds = cpu_seconds() - start;
  row.result = stop.stopped() ? "stopped" : fmt::format("sum {}", sum);
  return row;
}

void run_drop(const Options& options, const StopToken& stop, Report& report) {
  for (const PositionSet& set : {PositionSet{"endgames", 28, 34, 50'000, 0},
                                 {"middle", 18, 24, 3'000, 0},
                                 {"early middle", 12, 16, 300, 0},
                                 {"early, decided", 8, 14, 200, 9},
                                 {"early", 6, 10, 30, 0}}) {
    if (stop.stopped()) return;
    report.add(position_set(options, set, stop));
  }
  for (const char* game :
       {"drop:5x5", "drop:6x5", "drop:7x5", "drop:6x6", "drop:5x4:cyl", "drop:6x5:k5"}) {
    if (stop.stopped()) return;
    report.add(empty_board(options, game, true, stop));
  }
  report.add(empty_board(options, "drop:7x6", false, stop));
  report.add(empty_board(options, "drop:7x6", true, stop));
}

void run_sizes(const Options& options, const StopToken& stop, Report& report) {
  for (int sum = 8; sum <= 13; ++sum) {
    for (int width = 4; width <= sum - 4; ++width) {
      if (stop.stopped()) return;
      report.add(empty_board(options, fmt::format("drop:{}x{}", width, sum - width), true, stop));
    }
  }
}

Exit run(const Options& options) {
  StopToken stop;
  options.start(stop);
  SilentProgress silent;
  const Watch watch(stop, silent, {});
  Report report(options.json);
  if (options.suite == "drop") {
    run_drop(options, stop, report);
  } else {
    run_sizes(options, stop, report);
  }
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
