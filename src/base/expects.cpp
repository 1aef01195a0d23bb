#include "base/expects.hpp"

#include <cstdio>
#include <cstdlib>

namespace inarow {

void expects_failed(const char* condition, const char* file, int line) {
  std::fprintf(stderr, "inarow: broken promise at %s:%d: %s\n", file, line, condition);
  std::abort();
}

}  // namespace inarow
