#pragma once

// inarow grid up: a broker and workers on this machine, for trying the grid out.

#include <string>

#include "cli/command.hpp"

namespace inarow::cli {

struct GridUpOptions {
  int port = 4222;
  std::string folder{};
  double lease_seconds = 30;
  int threads = 1;
  std::size_t memory_bytes = 0;
  bool json = false;
  bool quiet = false;
};

// Until the stop.
Exit grid_up(const GridUpOptions& options, const StopToken& stop);

}  // namespace inarow::cli
