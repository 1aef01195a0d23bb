#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace inarow {

using Sha256 = std::array<std::uint8_t, 32>;

Sha256 sha256(std::string_view bytes);
std::string to_hex(const Sha256& hash);

}  // namespace inarow
