#pragma once

// A small deterministic generator (splitmix64): the same seed gives the same numbers on every
// machine, which std::uniform_int_distribution does not promise.

#include "base/bits.hpp"

namespace inarow {

class Random {
 public:
  explicit Random(Word64 seed) : state_(seed) {}

  Word64 next() {
    state_ += 0x9e3779b97f4a7c15ULL;
    return mix(state_);
  }

  // A number of 0 .. bound-1; bound > 0. (The bias of at most bound / 2^64 does not matter here.)
  int below(int bound) {
    return static_cast<int>((static_cast<Word128>(next()) * static_cast<Word128>(bound)) >> 64);
  }

  // A number in [0, 1).
  double unit() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

 private:
  Word64 state_;
};

}  // namespace inarow
