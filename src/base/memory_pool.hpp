#pragma once

// Memory that many share. A lease is a part of it, as long as it lives; who comes late gets less,
// but never nothing, and nobody gets so much that nothing is left.
//
//   MemoryPool pool(256 << 20);
//   MemoryPool::Lease lease = pool.take(64 << 20);      // at most so much
//   make_table(lease.bytes());

#include <algorithm>
#include <cstddef>
#include <mutex>
#include <utility>

namespace inarow {

class MemoryPool {
 public:
  static constexpr std::size_t least = std::size_t{1} << 20;  // of a lease

  explicit MemoryPool(std::size_t bytes) : all_(bytes) {}
  MemoryPool(const MemoryPool&) = delete;
  MemoryPool& operator=(const MemoryPool&) = delete;

  class Lease {
   public:
    Lease() = default;
    Lease(Lease&& other) noexcept
        : pool_(std::exchange(other.pool_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}
    Lease& operator=(Lease&& other) noexcept {
      std::swap(pool_, other.pool_);
      std::swap(bytes_, other.bytes_);
      return *this;
    }
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;
    ~Lease() {
      if (pool_ != nullptr) pool_->give_back(bytes_);
    }
    std::size_t bytes() const { return bytes_; }

   private:
    friend class MemoryPool;
    Lease(MemoryPool& pool, std::size_t bytes) : pool_(&pool), bytes_(bytes) {}
    MemoryPool* pool_ = nullptr;
    std::size_t bytes_ = 0;
  };

  // As much as is wanted, but not more than a part of what is free: one in so many.
  Lease take(std::size_t wanted, std::size_t parts = 2) {
    const std::lock_guard lock(mutex_);
    const std::size_t bytes = offer(wanted, parts);
    taken_ += bytes;
    return {*this, bytes};
  }
  // What take() would give.
  std::size_t offered(std::size_t wanted, std::size_t parts = 2) {
    const std::lock_guard lock(mutex_);
    return offer(wanted, parts);
  }

 private:
  std::size_t offer(std::size_t wanted, std::size_t parts) const {
    const std::size_t left = all_ > taken_ ? all_ - taken_ : 0;
    return std::min(wanted, std::max(least, left / parts));
  }
  void give_back(std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    taken_ -= bytes;
  }

  const std::size_t all_;
  std::mutex mutex_;
  std::size_t taken_ = 0;
};

}  // namespace inarow
