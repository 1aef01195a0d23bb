#pragma once

// The fields of a record as a file has them, before the game is asked; of book_records.hpp.

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "book/book_records.hpp"

namespace inarow {

enum class RecordField : std::uint8_t {
  moves,
  lower,
  upper,
  value,
  score,
  claimed_lower,
  claimed_upper,
  estimate,
  visits,
  proof,
  disproof,
  best,
  next,
  marks,
  comment,
  method,
  budget,
  version,
  certificate,
};
inline constexpr std::array<std::string_view, 19> record_field_names{
    "moves",    "lower",  "upper",  "value",    "score",      "claimed_lower", "claimed_upper",
    "estimate", "visits", "proof",  "disproof", "best",       "next",          "marks",
    "comment",  "method", "budget", "version",  "certificate"};
std::optional<RecordField> record_field(std::string_view name);

struct RecordFields {
  std::optional<std::string> moves{};
  std::optional<std::int64_t> lower{};
  std::optional<std::int64_t> upper{};
  std::string value{};
  std::optional<std::int64_t> score{};
  std::optional<std::int64_t> claimed_lower{};
  std::optional<std::int64_t> claimed_upper{};
  std::optional<double> estimate{};
  std::optional<std::uint64_t> visits{};
  std::optional<std::uint64_t> proof{};
  std::optional<std::uint64_t> disproof{};
  std::vector<std::string> best{};
  std::optional<std::vector<std::string>> next{};
  std::vector<std::pair<std::string, std::string>> marks{};  // cell and text
  std::string comment{};
  Provenance source{};
};

// The position and its facts, all checked; the error says what is wrong with which field.
Result<void> set_record(const GameSpec& spec, const RecordFields& fields, BookRecord& record);
// The same in a position that is known.
Result<PositionFacts> facts_of_fields(const Game& game, const RecordFields& fields);

}  // namespace inarow
