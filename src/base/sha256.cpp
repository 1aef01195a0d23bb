#include "base/sha256.hpp"

#include <openssl/sha.h>

namespace inarow {

Sha256 sha256(std::string_view bytes) {
  Sha256 hash{};
  SHA256(reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(), hash.data());
  return hash;
}

std::string to_hex(const Sha256& hash) {
  constexpr const char* digits = "0123456789abcdef";
  std::string text;
  for (const std::uint8_t byte : hash) {
    text += digits[byte >> 4];
    text += digits[byte & 15];
  }
  return text;
}

}  // namespace inarow
