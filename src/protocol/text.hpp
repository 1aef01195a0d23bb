#pragma once

// Words and numbers of a line, for the protocols.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace inarow::protocol {

// Without spaces, tabs and carriage returns at either end.
std::string_view trimmed(std::string_view text);

// The first word, and `rest` what follows it.
std::string_view first_word(std::string_view text, std::string_view& rest);

std::string upper_case(std::string_view text);
std::string lower_case(std::string_view text);

// The number that the whole text is, spaces around it aside.
std::optional<std::int64_t> number_of(std::string_view text);

// Exactly so many numbers with commas between them: "7,8".
std::optional<std::vector<int>> numbers_of(std::string_view text, std::size_t count);

}  // namespace inarow::protocol
