#pragma once

// Bytes as text (RFC 4648, section 4), for JSON.

#include <optional>
#include <string>
#include <string_view>

namespace inarow {

std::string to_base64(std::string_view bytes);
// Nothing if it is not base64 as to_base64 writes it.
std::optional<std::string> from_base64(std::string_view text);

}  // namespace inarow
