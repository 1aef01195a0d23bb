#pragma once

// What search knows of a state: the least budget that sufficed and the greatest that did not. The
// key is the whole canonical state, so an entry is found by its own state only.

#include <cstdint>
#include <vector>

#include "search/cannot_lose/state.hpp"

namespace inarow::cannot_lose {

class BudgetTable {
 public:
  struct Entry {
    State state;  // no columns: the slot is empty
    std::int8_t proved = 127;
    std::int8_t failed = -1;
  };

  BudgetTable() : slots_(1U << 16U) {}

  std::uint64_t size() const { return size_; }

  // The entry of the state, made if it is missing. Valid until the next call.
  Entry& of(const State& canonical_state) {
    if (size_ * 3 > slots_.size() * 2) grow();
    Entry& entry = slot(canonical_state);
    if (entry.state == State{}) {
      entry.state = canonical_state;
      ++size_;
    }
    return entry;
  }

 private:
  Entry& slot(const State& state) {
    std::size_t i = state.hash() & (slots_.size() - 1);
    while (slots_[i].state != state && slots_[i].state != State{})
      i = (i + 1) & (slots_.size() - 1);
    return slots_[i];
  }
  void grow() {
    std::vector<Entry> old(slots_.size() * 2);
    old.swap(slots_);
    for (const Entry& entry : old) {
      if (entry.state != State{}) slot(entry.state) = entry;
    }
  }

  std::vector<Entry> slots_;
  std::uint64_t size_ = 0;
};

}  // namespace inarow::cannot_lose
