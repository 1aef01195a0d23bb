#include "cli/prove_jobs.hpp"

#include <fmt/format.h>

#include "answer/codec.hpp"
#include "answer/words.hpp"
#include "ask/asker.hpp"
#include "cli/job_runner.hpp"
#include "cli/progress_line.hpp"
#include "grid/job_level_search.hpp"
#include "rules/notation.hpp"

namespace inarow::cli {
namespace {

// How it stands, for scripts.
Json status_json(const grid::JobLevelSearch& search) {
  const grid::JobLevelStatus status = search.status();
  Json line = Json::array();
  for (const Move& move : status.line) line.push_back(format_move(search.tree().spec(), move));
  return {{"proof", status.numbers.proof},
          {"disproof", status.numbers.disproof},
          {"positions", status.nodes},
          {"jobs", status.totals.jobs},
          {"refused", status.totals.refused},
          {"given_up", status.given_up},
          {"job_seconds", status.totals.seconds},
          {"seconds", status.totals.client_seconds},
          {"line", line}};
}

void print_status(const grid::JobLevelSearch& search, bool json, std::FILE* out) {
  const grid::JobLevelStatus status = search.status();
  if (json) {
    Json object{{"game", search.tree().spec().to_string()},
                {"moves", format_moves(search.tree().spec(), search.tree().node(0).moves)},
                {"claim", "win"},
                {"proved", false},
                {"search", status_json(search)}};
    fmt::print(out, "{}\n", object.dump());
    return;
  }
  fmt::print(out,
             "not decided: proof number {}, disproof number {}, {} positions, {} jobs in {:.0f} s "
             "of work\n",
             status.numbers.proof, status.numbers.disproof, status.nodes, status.totals.jobs,
             status.totals.seconds);
  if (!status.trouble.empty()) fmt::print(out, "the last trouble: {}\n", status.trouble);
}

}  // namespace

void add_job_options(CLI::App& command, JobProofOptions& options) {
  add_broker(command, options.broker);
  command
      .add_option("--policy", options.policy,
                  "job-level: what a position counts as while it is worked on")
      ->check(CLI::IsMember({"virtual-win", "virtual-loss", "greedy", "virtual-equivalence"}));
  add_number(command, "--job-time", options.job_seconds, 0.05, 1e6, "job-level: seconds for a job");
  add_number(command, "--job-moves", options.job_moves, 1, 50,
             "job-level: moves that a job gives at a time");
  add_number(command, "--parallel", options.parallel, 0, 10000,
             "job-level: jobs at a time (default: a job for each thread, 16 with a broker)");
  add_number(command, "--priority", options.priority, 0, 9, "job-level: of the jobs, 9 goes first");
}

Exit prove_by_jobs(const CommonOptions& common, const JobProofOptions& options, int order) {
  const std::optional<Game> game = parse_position(options.game, options.moves);
  if (!game) return Exit::bad_input;
  const Player attacker = player_named(options.player).value_or(game->to_move());
  const int parallel = jobs_at_a_time(options.parallel, common, options.broker);
  Result<std::unique_ptr<grid::JobLevelSearch>> opened =
      grid::JobLevelSearch::open(*game, attacker,
                                 {.policy = *grid::policy_named(options.policy),
                                  .job_seconds = options.job_seconds,
                                  .order = order,
                                  .moves = options.job_moves,
                                  .parallel = parallel,
                                  .priority = options.priority,
                                  .tree_path = options.tree});
  if (!opened) return bad_input(opened.error().message);
  grid::JobLevelSearch& search = **opened;
  StopToken stop;
  Observer observer;
  const Work work = common.work(stop, &observer);
  {
    const ProgressLine line(common.quiet, observer);
    const Result<void> ran =
        run_jobs(common, options.broker, search.name(), stop,
                 [&](grid::JobBroker& broker) { search.run(broker, &stop, &observer); });
    if (!ran) return bad_input(ran.error().message);
  }
  std::FILE* out = stream_beside(options.file);
  if (!search.winner()) {
    print_status(search, common.json, out);
    return Exit::stopped;
  }
  const Result<ProofReport> report = search.write(options.file, work);
  if (!report) return environment_failed(report.error().message);
  if (common.json) {
    Json object = Json::parse(proof_json(*game, *report));
    object["search"] = status_json(search);
    fmt::print(out, "{}\n", object.dump());
  } else {
    const grid::JobLevelStatus status = search.status();
    fmt::print(out, "{}", in_words(*game, *report));
    fmt::print(out, "{} jobs, {} positions in the tree, {:.1f} s ({:.1f} s of work)\n",
               status.totals.jobs, status.nodes, status.totals.client_seconds,
               status.totals.seconds);
  }
  if (report->ending != ProofEnding::written) return Exit::stopped;
  return *search.winner() == attacker ? Exit::done : Exit::no;
}

}  // namespace inarow::cli
