#include "cli/job_runner.hpp"

#include "grid/local_broker.hpp"
#include "grid/worker.hpp"

namespace inarow::cli {

int jobs_at_a_time(int asked, const CommonOptions& common, const grid::AddressOptions& broker) {
  constexpr int with_a_broker = 16;
  if (asked > 0) return asked;
  return broker.url.empty() ? common.thread_count() : with_a_broker;
}

Result<void> run_jobs(const CommonOptions& common, const grid::AddressOptions& broker,
                      const std::string& client, const StopToken& stop,
                      const std::function<void(grid::JobBroker&)>& run) {
  if (broker.url.empty()) {
    grid::LocalBroker local;
    grid::TeamOptions team;
    team.name = "thread";
    team.threads = common.thread_count();
    team.memory_bytes = common.memory_bytes();
    const grid::WorkerTeam workers(team, local);
    run(*local.client(client));
    return {};
  }
  const Result<std::unique_ptr<grid::JobBroker>> connected =
      grid::connect_broker({.address = broker, .stop = &stop}, client);
  if (!connected) return tl::unexpected<Error>(connected.error());
  run(**connected);
  return {};
}

}  // namespace inarow::cli
