// Runs job-level searches and writes what their jobs were like, for grid_simulation: one line of
// JSON for each job.
//
//   grid_record --positions positions.txt --seconds 30 > jobs.jsonl
//
// A position is a line: a game, then its moves. A record has: the position it belongs to (`run`),
// the node, its depth and who is to move (`attacker`), the chance it had before anybody looked
// (`prior`), the work, the seconds, whether the position was decided and for whom, and the chances
// of the moves that came back. `children` is said once for each node of the defender that was lost
// through its children: how many of them it took.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <ctime>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>

#include "grid/job_level_search.hpp"
#include "grid/local_broker.hpp"
#include "grid/worker.hpp"
#include "rules/notation.hpp"

namespace inarow::grid {
namespace {

struct Settings {
  std::string positions;
  double seconds = 30;
  double job_seconds = 1;
  int order = 2;
  int threads = 2;
};

// Enough for a distribution, and short.
double rounded(double value) { return std::round(value * 1e4) / 1e4; }

double processor_seconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

// The chances of a node's moves in the order in which they came.
std::vector<double> chances_of(const ProofTree& tree, NodeId id) {
  std::vector<double> chances;
  for (const Link& link : tree.node(id).children) chances.push_back(tree.node(link.child).chance);
  for (const Suggestion& move : tree.node(id).reserve) chances.push_back(move.chance);
  return chances;
}

void write_job(const ProofTree& tree, int run, const JobRecord& job,
               std::vector<std::size_t>& told) {
  const TreeNode& node = tree.node(job.node);
  nlohmann::json line{{"run", run},
                      {"node", job.node},
                      {"depth", node.moves.size() - tree.node(ProofTree::root).moves.size()},
                      {"attacker", node.attacker_to_move},
                      {"prior", rounded(node.chance)},
                      {"work", job.work == NodeWork::expand ? "expand" : "generate"},
                      {"seconds", rounded(job.seconds)},
                      {"decided", job.decided}};
  if (job.decided) {
    line["attacker_wins"] = node.winner == tree.attacker();
  } else {
    // A move that turned out to be an old position has no child of its own, so the chances after
    // it stand one place too early: of no weight for the distribution.
    const std::vector<double> all = chances_of(tree, job.node);
    nlohmann::json moves = nlohmann::json::array();
    std::size_t& from = told[job.node];
    for (std::size_t i = 0; i < job.moves; ++i) {
      moves.push_back(rounded(from + i < all.size() ? all[from + i] : job.chance));
    }
    from += job.moves;
    line["moves"] = moves;
  }
  fmt::print("{}\n", line.dump());
}

// False: the position is not one.
bool record(const Settings& settings, const std::string& text, int run) {
  const std::size_t space = text.find(' ');
  const auto spec = GameSpec::parse(text.substr(0, space));
  if (!spec) return false;
  const Result<Game> game =
      read_game(*spec, space == std::string::npos ? "" : text.substr(space + 1));
  if (!game) return false;
  auto opened = JobLevelSearch::open(
      *game, game->to_move(),
      {.job_seconds = settings.job_seconds, .order = settings.order, .parallel = settings.threads});
  if (!opened) return false;
  JobLevelSearch& search = **opened;
  std::vector<JobRecord> jobs;
  search.listen([&](const JobRecord& job) { jobs.push_back(job); });
  StopToken stop;
  stop.listen_to_signals();
  stop.limit_time(settings.seconds);
  LocalBroker broker;
  TeamOptions team;
  team.threads = settings.threads;
  const double begin = processor_seconds();
  {
    const WorkerTeam workers(team, broker);
    search.run(*broker.client(search.name()), &stop);
  }
  const double client_ms =
      jobs.empty() ? 0 : 1e3 * (processor_seconds() - begin) / static_cast<double>(jobs.size());
  const ProofTree& tree = search.tree();
  std::vector<std::size_t> told(tree.size());
  for (const JobRecord& job : jobs) write_job(tree, run, job, told);
  for (NodeId id = 0; id < tree.size(); ++id) {
    const TreeNode& node = tree.node(id);
    if (node.attacker_to_move || node.winner != tree.attacker() || node.children.empty()) continue;
    std::size_t needed = 0;
    for (const Link& link : node.children) needed += link.cut ? 0U : 1U;
    fmt::print("{}\n", nlohmann::json{{"run", run}, {"node", id}, {"children", needed}}.dump());
  }
  fmt::print(stderr, "{}: {} jobs, {} positions, {}, {:.2f} ms of the client a job\n", text,
             jobs.size(), tree.size(), search.winner() ? "decided" : "open", client_ms);
  return true;
}

}  // namespace
}  // namespace inarow::grid

int main(int argc, char** argv) try {
  CLI::App app("writes what the jobs of job-level searches are like");
  inarow::grid::Settings settings;
  app.add_option("--positions", settings.positions, "a file: GAME MOVES a line")->required();
  app.add_option("--seconds", settings.seconds, "for each position");
  app.add_option("--job-time", settings.job_seconds, "seconds for a job");
  app.add_option("--order", settings.order, "of the threats that a job looks for");
  app.add_option("--threads", settings.threads, "workers");
  CLI11_PARSE(app, argc, argv);
  std::ifstream file(settings.positions);
  int run = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.front() == '#') continue;
    if (!inarow::grid::record(settings, line, run++)) {
      fmt::print(stderr, "{}: not a position of a game with job-level search\n", line);
      return 2;
    }
  }
  if (run == 0) fmt::print(stderr, "{}: no positions\n", settings.positions);
  return run == 0 ? 2 : 0;
} catch (const std::exception& error) {
  std::fputs(error.what(), stderr);
  return 2;
}
