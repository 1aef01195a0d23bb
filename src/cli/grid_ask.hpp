#pragma once

// inarow grid ask: questions of a file, answered by the workers of a grid.

#include <string>

#include "cli/command.hpp"
#include "grid/broker_address.hpp"

namespace inarow::cli {

// A JSON object for each question, as the answers come. `lease_seconds` count if nobody has set the
// broker up before.
Exit grid_ask(const grid::BrokerAddress& address, const std::string& client,
              const std::string& file, double lease_seconds, const StopToken& stop);

}  // namespace inarow::cli
