#pragma once

// Where threads run.

#include <vector>

namespace inarow {

// The numbers of the cores that this thread may run on; none if the system does not say.
std::vector<int> usable_cores();

// Keeps the calling thread on one core for its own lifetime, then lets it run again where it might
// before. For threads that compute as long as they live, as many as there are cores: left to itself
// the system puts two of them on one core for a part of the time.
//
//   const BoundToCore bound(cores[i]);
class BoundToCore {
 public:
  explicit BoundToCore(int core);
  ~BoundToCore();
  BoundToCore(const BoundToCore&) = delete;
  BoundToCore& operator=(const BoundToCore&) = delete;

 private:
  std::vector<int> before_;  // empty if nothing was changed
};

}  // namespace inarow
