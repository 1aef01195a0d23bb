#pragma once

// inarow prove win GAME --method job-level: the search of grid/job_level_search.hpp, with threads
// of this program or a broker's workers.

#include "cli/broker_options.hpp"
#include "cli/command.hpp"

namespace inarow::cli {

struct JobProofOptions {
  std::string game;
  std::string moves;
  std::string player;
  std::string file;
  grid::AddressOptions broker;
  bool has_broker() const { return !broker.url.empty(); }
  std::string tree;
  std::string policy = "virtual-equivalence";
  double job_seconds = 2;
  int job_moves = 3;
  int parallel = 0;  // 0: as many as there are threads, or 16 with a broker
  int priority = 5;
};

void add_job_options(CLI::App& command, JobProofOptions& options);
Exit prove_by_jobs(const CommonOptions& common, const JobProofOptions& options, int order);

}  // namespace inarow::cli
