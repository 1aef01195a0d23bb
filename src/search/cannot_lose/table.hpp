#pragma once

// What search knows of a state: the least budget that sufficed and the greatest that did not. The
// key is the whole canonical state, so an entry is found by its own state only.

#include <cstdint>

#include "base/pages.hpp"
#include "search/cannot_lose/state.hpp"

namespace inarow::cannot_lose {

class BudgetTable {
 public:
  struct Entry {
    State state;  // no columns: the slot is empty, and the numbers mean nothing
    std::int8_t proved = 127;
    std::int8_t failed = -1;
  };

  // After a stop it grows no more while there is room.
  explicit BudgetTable(const StopToken& stop) : stop_(stop), slots_(std::size_t{1} << 16) {}

  std::uint64_t size() const { return size_; }
  // The bytes that the next entry would need at most, while the table grows.
  std::size_t bytes_to_grow() const { return is_full() ? 3 * slots_.bytes() : slots_.bytes(); }

  // The entry of the state, made if it is missing. Valid until the next call.
  Entry& of(const State& canonical_state) {
    if (is_full()) grow();
    Entry& entry = slot(slots_, canonical_state);
    if (entry.state == State{}) {
      entry = Entry{canonical_state};
      ++size_;
    }
    return entry;
  }

 private:
  bool is_full() const { return size_ * 3 > slots_.size() * 2; }
  static Entry& slot(ZeroedArray<Entry>& slots, const State& state) {
    std::size_t i = state.hash() & (slots.size() - 1);
    while (slots[i].state != state && slots[i].state != State{}) i = (i + 1) & (slots.size() - 1);
    return slots[i];
  }
  void grow() {
    // One slot must stay empty for slot() to find.
    const bool must = size_ + 2 >= slots_.size();
    slots_.grow(must ? nullptr : &stop_, [](ZeroedArray<Entry>& larger, const Entry& entry) {
      if (entry.state != State{}) slot(larger, entry.state) = entry;
    });
  }

  const StopToken& stop_;
  ZeroedArray<Entry> slots_;
  std::uint64_t size_ = 0;
};

}  // namespace inarow::cannot_lose
