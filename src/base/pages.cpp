#include "base/pages.hpp"

#include <sys/mman.h>

#include <cstdint>
#include <new>

namespace inarow {
ZeroedPages::ZeroedPages(std::size_t bytes) {
  // Room to begin at a multiple of a huge page; the rest is never touched.
  const bool huge = bytes >= huge_page;
  mapped_ = huge ? bytes + huge_page : bytes;
  mapping_ = ::mmap(nullptr, mapped_, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapping_ == MAP_FAILED) throw std::bad_alloc();
  memory_ = mapping_;
  if (huge) {
    const auto address = reinterpret_cast<std::uintptr_t>(mapping_);
    const std::uintptr_t aligned = (address + huge_page - 1) / huge_page * huge_page;
    memory_ = static_cast<char*>(mapping_) + (aligned - address);
    ::madvise(memory_, bytes, MADV_HUGEPAGE);  // a hint: without it everything works, slower
  }
}

ZeroedPages::~ZeroedPages() { ::munmap(mapping_, mapped_); }

}  // namespace inarow
