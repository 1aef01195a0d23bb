#pragma once

// Large bodies and answers, which only so many bytes may be on their way of at a time.

#include <atomic>
#include <cstddef>
#include <utility>

namespace inarow::service {

// A part of what large bodies may take together, as long as it lives.
class LargeShare {
 public:
  LargeShare() = default;
  LargeShare(std::atomic<std::size_t>& taken, std::size_t bytes) : taken_(&taken), bytes_(bytes) {
    taken += bytes;
  }
  LargeShare(LargeShare&& other) noexcept
      : taken_(std::exchange(other.taken_, nullptr)), bytes_(other.bytes_) {}
  LargeShare& operator=(LargeShare&& other) noexcept {
    std::swap(taken_, other.taken_);
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  LargeShare(const LargeShare&) = delete;
  LargeShare& operator=(const LargeShare&) = delete;
  ~LargeShare() {
    if (taken_ != nullptr) *taken_ -= bytes_;
  }

 private:
  std::atomic<std::size_t>* taken_ = nullptr;
  std::size_t bytes_ = 0;
};

}  // namespace inarow::service
