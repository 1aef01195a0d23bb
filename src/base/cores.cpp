#include "base/cores.hpp"

#include <utility>

#ifdef __linux__
#include <sched.h>
#endif

namespace inarow {

#ifdef __linux__
namespace {

// False on a machine with more cores than a cpu_set_t has room for, too.
bool run_on(const std::vector<int>& cores) {
  cpu_set_t set;
  CPU_ZERO(&set);
  for (const int core : cores) CPU_SET(static_cast<std::size_t>(core), &set);
  return sched_setaffinity(0, sizeof set, &set) == 0;
}

}  // namespace

std::vector<int> usable_cores() {
  cpu_set_t set;
  std::vector<int> cores;
  if (sched_getaffinity(0, sizeof set, &set) != 0) return cores;
  for (int core = 0; core < CPU_SETSIZE; ++core) {
    if (CPU_ISSET(static_cast<std::size_t>(core), &set)) cores.push_back(core);
  }
  return cores;
}

BoundToCore::BoundToCore(int core) {
  std::vector<int> before = usable_cores();
  if (!before.empty() && run_on({core})) before_ = std::move(before);
}

BoundToCore::~BoundToCore() {
  if (!before_.empty()) run_on(before_);
}
#else
std::vector<int> usable_cores() { return {}; }
BoundToCore::BoundToCore(int) {}
BoundToCore::~BoundToCore() = default;
#endif

}  // namespace inarow
