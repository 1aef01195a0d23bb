// inarow bench [--suite NAME]: deterministic node counts, and timings.

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
  const auto engine = make_drop_engine(*spec.drop(), table_bytes_for(options, *spec.cells()));
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

// Games of random moves to a number of stones, unfinished and without an immediate win.
std::vector<Game> random_positions(const GameSpec& spec, int from, int to, int count) {
  Random random(1988);
  std::vector<Game> positions;
  while (static_cast<int>(positions.size()) < count) {
    Game game(spec);
    const int stones = from + random.below(to - from + 1);
    while (!game.over() && game.stone_count() < stones) {
      const std::vector<Cell> cells = game.playable_cells();
      (void)game.play(
          {cells[static_cast<std::size_t>(random.below(static_cast<int>(cells.size())))]});
    }
    bool immediate = game.over();
    for (const Cell cell : game.playable_cells()) {
      Game next = game;
      (void)next.play({cell});
      immediate = immediate || next.outcome() == win_of(game.to_move());
    }
    if (!immediate) positions.push_back(std::move(game));
  }
  return positions;
}

// `decided`: only positions that are won or lost at least so many moves before the end.
Row position_set(const Options& options, const std::string& name, int from, int to, int count,
                 int decided, const StopToken& stop) {
  const GameSpec spec = *GameSpec::parse("connect4");
  std::vector<DropStones> set;
  {
    const auto engine = make_drop_engine(*spec.drop(), std::size_t{64} << 20);
    const auto worker = engine->make_worker(&stop.flag(), nullptr);
    for (int seed = 0; static_cast<int>(set.size()) < count && !stop.stopped(); ++seed) {
      const int chunk = decided > 0 ? 40 * count : count;
      for (const Game& game : random_positions(spec, from, to, chunk)) {
        if (static_cast<int>(set.size()) == count || stop.stopped()) break;
        if (decided > 0) {
          const ScoreRange range = worker->solve(stones_of(game), {decided - 1, decided});
          const ScoreRange loss = worker->solve(stones_of(game), {-decided, 1 - decided});
          if (range.lower < decided && loss.upper > -decided) continue;
        }
        set.push_back(stones_of(game));
      }
      if (decided > 0) break;
    }
  }
  const auto engine = make_drop_engine(*spec.drop(), table_bytes_for(options, 34));
  const auto worker = engine->make_worker(&stop.flag(), nullptr);
  Row row{fmt::format("{}, {}-{} stones", name, from, to), "", static_cast<int>(set.size()), 0, 0};
  long sum = 0;
  const double start = cpu_seconds();
  for (const DropStones& stones : set) {
    const ScoreRange range = worker->solve(stones, ScoreWindow::score(*spec.drop()));
    sum += range.lower;
    row.nodes += range.nodes;
  }
  row.seconds = cpu_seconds() - start;
  row.result = stop.stopped() ? "stopped" : fmt::format("sum {}", sum);
  return row;
}

void run_drop(const Options& options, const StopToken& stop, Report& report) {
  report.add(position_set(options, "endgames", 28, 34, 50'000, 0, stop));
  report.add(position_set(options, "middle", 18, 24, 3'000, 0, stop));
  report.add(position_set(options, "early middle", 12, 16, 300, 0, stop));
  report.add(position_set(options, "early, decided", 8, 14, 200, 9, stop));
  report.add(position_set(options, "early", 6, 10, 30, 0, stop));
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
}

}  // namespace inarow::cli
