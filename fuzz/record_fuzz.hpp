#pragma once

// Any text is read as records of a book or refused with its line; what is read is written and read
// back as the same. The first byte chooses the game and the size of the pieces.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/expects.hpp"
#include "book/book_records.hpp"

namespace inarow {

template <class Records>
Result<std::vector<BookRecord>> read_records(std::string_view text, const GameSpec& spec,
                                             std::size_t piece) {
  MemoryInput input(text, piece);
  Records records(input, spec);
  std::vector<BookRecord> all;
  BookRecord record(spec);
  while (true) {
    const Result<bool> more = records.next(record);
    if (!more) {
      EXPECTS(!more.error().message.empty() && more.error().place > 0);
      return tl::unexpected<Error>(more.error());
    }
    if (!*more) return all;
    all.push_back(record);
  }
}

template <class Records>
int fuzz_records(const std::uint8_t* data, std::size_t size, const std::string& header,
                 void (*append)(std::string&, const BookRecord&)) {
  if (size == 0) return 0;
  constexpr std::array games{"connect4", "gomoku", "connect6", "Connect(4,2,1)"};
  const GameSpec spec = *GameSpec::parse(games[data[0] % games.size()]);
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  const auto records = read_records<Records>(text, spec, 1U + data[0] / 4U);
  if (!records) return 0;
  std::string written = header;
  for (const BookRecord& record : *records) append(written, record);
  const auto again = read_records<Records>(written, spec, 1 << 16);
  EXPECTS(again.has_value() && again->size() == records->size());
  for (std::size_t i = 0; i < records->size(); ++i) {
    EXPECTS((*again)[i].game.moves() == (*records)[i].game.moves());
    EXPECTS((*again)[i].facts == (*records)[i].facts);
  }
  return 0;
}

}  // namespace inarow
