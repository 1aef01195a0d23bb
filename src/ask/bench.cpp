#include "ask/bench.hpp"

#include <fmt/format.h>

#include <ctime>
#include <optional>
#include <vector>

#include "rules/random_games.hpp"
#include "search/alphabeta/analysis.hpp"

namespace inarow {
namespace {

using RowSink = std::function<void(const BenchRow&)>;

struct BenchWork {
  const Work* work;
  RuleLimits rules;
};

// The same on every machine, so that the nodes are.
std::size_t table_bytes(const BenchWork& bench) {
  constexpr std::size_t usual = 64 * megabyte;
  return bench.work->memory_bytes > 0 ? growing_table_bytes_for(*bench.work) : usual;
}

double cpu_seconds() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

// An empty board on a fresh engine.
BenchRow empty_board(const BenchWork& bench, const std::string& game, bool score) {
  const GameSpec spec = *GameSpec::parse(game);
  const auto engine = make_drop_engine(*spec.drop(), table_bytes(bench), bench.rules);
  const auto worker = engine->make_worker(bench.work->stop, nullptr);
  const double start = cpu_seconds();
  const ScoreRange range =
      worker->solve({}, score ? ScoreWindow::score(*spec.drop()) : ScoreWindow::value());
  BenchRow row{game + (score ? " score" : " value"), "", 1, range.nodes, cpu_seconds() - start};
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
  if (!play_at_random(game, stones, random)) return std::nullopt;
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
  const char* game = "connect4";
};

// The same positions at every run.
std::vector<DropStones> make_positions(const BenchWork& bench, const GameSpec& spec,
                                       const PositionSet& set) {
  const auto engine = make_drop_engine(*spec.drop(), 64 * megabyte);
  const auto worker = engine->make_worker(bench.work->stop, nullptr);
  Random random(1988);
  std::vector<DropStones> positions;
  while (static_cast<int>(positions.size()) < set.count && !stopped(bench.work->stop)) {
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

BenchRow position_set(const BenchWork& bench, const PositionSet& set) {
  const GameSpec spec = *GameSpec::parse(set.game);
  const std::vector<DropStones> positions = make_positions(bench, spec, set);
  const auto engine = make_drop_engine(*spec.drop(), table_bytes(bench), bench.rules);
  const auto worker = engine->make_worker(bench.work->stop, nullptr);
  BenchRow row{fmt::format("{}, {}-{} stones", set.name, set.from, set.to), "",
               static_cast<int>(positions.size()), 0, 0};
  long sum = 0;
  const double start = cpu_seconds();
  for (const DropStones& stones : positions) {
    const ScoreRange range = worker->solve(stones, ScoreWindow::score(*spec.drop()));
    sum += range.lower;
    row.nodes += range.nodes;
  }
  row.seconds = cpu_seconds() - start;
  row.result = stopped(bench.work->stop) ? "stopped" : fmt::format("sum {}", sum);
  return row;
}

void run_drop(const BenchWork& bench, const RowSink& report) {
  for (const PositionSet& set : {PositionSet{"endgames", 28, 34, 50'000, 0},
                                 {"middle", 18, 24, 3'000, 0},
                                 {"early middle", 12, 16, 300, 0},
                                 {"early, decided", 8, 14, 200, 9},
                                 {"early", 6, 10, 30, 0},
                                 {"8x5", 10, 14, 40, 0, "drop:8x5"},
                                 {"10x4", 12, 16, 20, 0, "drop:10x4"},
                                 {"7x7", 16, 20, 60, 0, "drop:7x7"},
                                 {"8x8", 28, 32, 40, 0, "drop:8x8"},
                                 {"7x6 cylinder", 16, 20, 60, 0, "drop:7x6:cyl"}}) {
    if (stopped(bench.work->stop)) return;
    report(position_set(bench, set));
  }
  for (const char* game : {"drop:5x5", "drop:6x5", "drop:7x5", "drop:6x6", "drop:5x4:cyl",
                           "drop:6x5:k5", "drop:8x4"}) {
    if (stopped(bench.work->stop)) return;
    report(empty_board(bench, game, true));
  }
  report(empty_board(bench, "drop:7x6", false));
  report(empty_board(bench, "drop:7x6", true));
}

void run_sizes(const BenchWork& bench, const RowSink& report) {
  for (int sum = 8; sum <= 13; ++sum) {
    for (int width = 4; width <= sum - 4; ++width) {
      if (stopped(bench.work->stop)) return;
      report(empty_board(bench, fmt::format("drop:{}x{}", width, sum - width), true));
    }
  }
}

}  // namespace

void run_bench(BenchSuite suite, bool rules, const Work& work, const RowSink& row) {
  const BenchWork bench{&work, rules ? RuleLimits{} : RuleLimits::never()};
  if (suite == BenchSuite::drop) {
    run_drop(bench, row);
  } else {
    run_sizes(bench, row);
  }
}

}  // namespace inarow
