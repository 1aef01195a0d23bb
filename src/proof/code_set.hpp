#pragma once

// A set of position codes by open addressing: two words of the code's size for each position. Codes
// are kept in full, so nothing is ever mistaken for something else; 0 is no position's code.

#include <cstddef>

#include "base/bits.hpp"
#include "base/pages.hpp"

namespace inarow {

class CodeSet {
 public:
  // After a stop it grows no more while there is room; null: none.
  explicit CodeSet(const StopToken* stop = nullptr) : stop_(stop), slots_(first_size) {}

  bool contains(Word128 code) const { return slots_[place_of(slots_, code)] == code; }
  // False if it was there already.
  bool insert(Word128 code) {
    if (2 * (size_ + 1) > slots_.size()) grow();
    Word128& slot = slots_[place_of(slots_, code)];
    if (slot == code) return false;
    slot = code;
    ++size_;
    return true;
  }
  std::size_t size() const { return size_; }
  // The bytes that the next insertion would need at most, while it grows.
  std::size_t bytes_to_grow() const {
    return 2 * (size_ + 1) > slots_.size() ? 3 * slots_.bytes() : slots_.bytes();
  }

 private:
  static constexpr std::size_t first_size = 1024;

  static std::size_t place_of(const ZeroedArray<Word128>& slots, Word128 code) {
    const Word64 mixed = mix(static_cast<Word64>(code) ^ mix(static_cast<Word64>(code >> 64)));
    std::size_t i = static_cast<std::size_t>(mixed) & (slots.size() - 1);
    while (slots[i] != 0 && slots[i] != code) i = (i + 1) & (slots.size() - 1);
    return i;
  }
  void grow() {
    // One slot must stay empty for place_of() to find.
    const bool full = size_ + 2 >= slots_.size();
    slots_.grow(full ? nullptr : stop_, [](ZeroedArray<Word128>& larger, Word128 code) {
      if (code != 0) larger[place_of(larger, code)] = code;
    });
  }

  const StopToken* stop_;
  ZeroedArray<Word128> slots_;
  std::size_t size_ = 0;
};

}  // namespace inarow
