#pragma once

// Who does the jobs of a command: threads of this program, or the workers of a broker.

#include <functional>

#include "cli/broker_options.hpp"
#include "cli/command.hpp"

namespace inarow::cli {

// Jobs at a time: as asked for, else one for each thread, 16 with a broker.
int jobs_at_a_time(int asked, const CommonOptions& common, const grid::AddressOptions& broker);

// Calls `run` with a broker whose client has this name; an error if there is none at the address.
Result<void> run_jobs(const CommonOptions& common, const grid::AddressOptions& broker,
                      const std::string& client, const StopToken& stop,
                      const std::function<void(grid::JobBroker&)>& run);

}  // namespace inarow::cli
