#pragma once

// Lots that are drawn anew in every position and always the same in the same one, so that a player
// that is asked again answers the same, moves may be taken back, and no thread waits for another.
//
//   const Lots lots(seed, board.key());
//   lots.unit(3);         // the third number in [0, 1), the same whenever it is asked for
//   lots.below(8, 3);     // of 0 .. 7

#include "base/bits.hpp"
#include "base/random.hpp"

namespace inarow {

class Lots {
 public:
  template <class Word>
  Lots(Word64 seed, Word position) : start_(mix(seed) + mix(static_cast<Word64>(position))) {
    if constexpr (word_bits < Word >> 64) start_ += mix(~static_cast<Word64>(position >> 64));
  }

  double unit(int number) const { return of(number).unit(); }
  int below(int bound, int number) const { return of(number).below(bound); }

 private:
  Random of(int number) const { return Random(mix(start_ + static_cast<Word64>(number))); }

  Word64 start_;
};

}  // namespace inarow
