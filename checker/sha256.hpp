#pragma once

// SHA-256 (FIPS 180-4), fed piece by piece.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace check {

class Sha256 {
 public:
  void add(const std::uint8_t* bytes, std::size_t size);
  // 64 hexadecimal digits; nothing may be added afterwards.
  std::string finish();

 private:
  void add_block(const std::uint8_t* block);

  std::array<std::uint32_t, 8> state_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<std::uint8_t, 64> buffer_{};
  std::size_t buffered_ = 0;
  std::uint64_t total_ = 0;
};

}  // namespace check
