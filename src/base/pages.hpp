#pragma once

// A large piece of memory that begins as zeros, aligned to huge pages and put on them where the
// system allows it. Untouched parts cost nothing.

#include <cstddef>

namespace inarow {

class ZeroedPages {
 public:
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

}  // namespace inarow
