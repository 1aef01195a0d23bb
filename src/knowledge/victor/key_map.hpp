#pragma once

// A hash map from generalised positions to small values: open addressing, doubles when it is three
// quarters full, never loses an entry. Keys are whole, so a value found belongs to the position.

#include "base/pages.hpp"
#include "knowledge/victor/verdict.hpp"

namespace inarow::victor {

template <class B, class Value>
class KeyMap {
 public:
  // After a stop it grows no more while there is room; null: none.
  explicit KeyMap(const StopToken* stop = nullptr) : stop_(stop), slots_(first_size) {}

  std::size_t size() const { return size_; }
  std::size_t bytes() const { return slots_.bytes(); }
  // The bytes that the next insertion would need at most, while it grows.
  std::size_t bytes_to_grow() const {
    return 4 * (size_ + 1) >= 3 * slots_.size() ? 3 * bytes() : bytes();
  }

  const Value* find(const Key<B>& key) const {
    const Slot& slot = slots_[place(key)];
    return slot.key == key ? &slot.value : nullptr;
  }

  void set(const Key<B>& key, const Value& value) {
    std::size_t i = place(key);
    if (slots_[i].key != key) {
      if (4 * (size_ + 1) >= 3 * slots_.size()) {
        grow();
        i = place(key);
      }
      ++size_;
      slots_[i].key = key;
    }
    slots_[i].value = value;
  }

  template <class F>
  void for_each(F&& f) const {
    for (std::size_t i = 0; i < slots_.size(); ++i) {
      if (slots_[i].key != Key<B>{}) f(slots_[i].key, slots_[i].value);
    }
  }

 private:
  // Every key has a bit in `second` (the skyline), so the empty key is free to mean an empty slot.
  struct Slot {
    Key<B> key;
    Value value{};
  };
  static constexpr std::size_t first_size = 1024;

  std::size_t place(const Key<B>& key) const { return place_in(slots_, key); }
  static std::size_t place_in(const ZeroedArray<Slot>& slots, const Key<B>& key) {
    const std::size_t mask = slots.size() - 1;
    std::size_t i = KeyHash<B>{}(key)&mask;
    while (slots[i].key != key && slots[i].key != Key<B>{}) i = (i + 1) & mask;
    return i;
  }

  void grow() {
    // One slot must stay empty for place() to find.
    const bool full = size_ + 2 >= slots_.size();
    slots_.grow(full ? nullptr : stop_, [](ZeroedArray<Slot>& larger, const Slot& slot) {
      if (slot.key != Key<B>{}) larger[place_in(larger, slot.key)] = slot;
    });
  }

  const StopToken* stop_;
  ZeroedArray<Slot> slots_;
  std::size_t size_ = 0;
};

}  // namespace inarow::victor
