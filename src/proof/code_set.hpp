#pragma once

// A set of position codes by open addressing: two words of the code's size for each position. Codes
// are kept in full, so nothing is ever mistaken for something else; 0 is no position's code.

#include <cstddef>
#include <vector>

#include "base/bits.hpp"

namespace inarow {

class CodeSet {
 public:
  bool contains(Word128 code) const { return !slots_.empty() && slots_[place_of(code)] == code; }
  // False if it was there already.
  bool insert(Word128 code) {
    if (2 * (size_ + 1) > slots_.size()) grow();
    Word128& slot = slots_[place_of(code)];
    if (slot == code) return false;
    slot = code;
    ++size_;
    return true;
  }
  std::size_t size() const { return size_; }

 private:
  std::size_t place_of(Word128 code) const {
    const Word64 mixed = mix(static_cast<Word64>(code) ^ mix(static_cast<Word64>(code >> 64)));
    std::size_t i = static_cast<std::size_t>(mixed) & (slots_.size() - 1);
    while (slots_[i] != 0 && slots_[i] != code) i = (i + 1) & (slots_.size() - 1);
    return i;
  }
  void grow() {
    std::vector<Word128> old(slots_.empty() ? 1024 : 2 * slots_.size());
    old.swap(slots_);
    for (const Word128 code : old) {
      if (code != 0) slots_[place_of(code)] = code;
    }
  }

  std::vector<Word128> slots_;
  std::size_t size_ = 0;
};

}  // namespace inarow
