#pragma once

// A large piece of memory that begins as zeros, aligned to huge pages and put on them where the
// system allows it. Untouched parts cost nothing, neither memory nor time.
//
//   ZeroedArray<Slot> slots(1024);       // of a type for which all bits zero means empty

#include <cstddef>
#include <memory>
#include <type_traits>

#include "base/stop.hpp"

namespace inarow {

class ZeroedPages {
 public:
  // The first touch of so many bytes makes the system clear them all.
  static constexpr std::size_t huge_page = std::size_t{2} << 20;

  explicit ZeroedPages(std::size_t bytes);  // throws std::bad_alloc
  ~ZeroedPages();
  ZeroedPages(const ZeroedPages&) = delete;
  ZeroedPages& operator=(const ZeroedPages&) = delete;

  void* memory() { return memory_; }
  const void* memory() const { return memory_; }

 private:
  void* mapping_;
  std::size_t mapped_;
  void* memory_;
};

// An array on such memory, for hash tables. A table that has become full moves into a larger array
// with grow(): gigabytes take seconds to move, so it looks at a stop and then leaves the old one.
template <class T>
class ZeroedArray {
 public:
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

  explicit ZeroedArray(std::size_t size)
      : pages_(std::make_unique<ZeroedPages>(size * sizeof(T))), size_(size) {}

  std::size_t size() const { return size_; }
  std::size_t bytes() const { return size_ * sizeof(T); }
  T& operator[](std::size_t i) { return static_cast<T*>(pages_->memory())[i]; }
  const T& operator[](std::size_t i) const { return static_cast<const T*>(pages_->memory())[i]; }

  // An array of twice the size takes the place of this one. `put(larger, element)` is called for
  // each element of this one, the empty ones too. False on a stop, and nothing has changed.
  template <class Put>
  bool grow(const StopToken* stop, const Put& put) {
    ZeroedArray larger(2 * size_);
    for (std::size_t i = 0; i < size_; ++i) {
      // Each of them may touch a page that the system has yet to clear, which takes ten
      // milliseconds on a busy machine.
      if (stopped(stop)) return false;
      put(larger, (*this)[i]);
    }
    *this = std::move(larger);
    return true;
  }

 private:
  std::unique_ptr<ZeroedPages> pages_;
  std::size_t size_;
};

}  // namespace inarow
