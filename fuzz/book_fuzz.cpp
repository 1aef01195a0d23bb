// A book file with a right checksum and arbitrary contents is read or refused; what is read is
// written back as the same bytes.

#include <cstddef>
#include <cstdint>
#include <string>

#include "base/expects.hpp"
#include "base/sha256.hpp"
#include "book/drop_book.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace inarow;
  std::string bytes = "INAROW BOOK 1\n" + std::string(reinterpret_cast<const char*>(data), size);
  const Sha256 hash = sha256(bytes);
  bytes.append(reinterpret_cast<const char*>(hash.data()), hash.size());
  const Result<DropBook> book = DropBook::parse(bytes);
  if (!book) {
    EXPECTS(!book.error().message.empty());
    return 0;
  }
  const std::string written = book->serialise();
  const Result<DropBook> again = DropBook::parse(written);
  EXPECTS(again.has_value() && again->serialise() == written);
  EXPECTS(!book->score({1, 2}) || book->plies() >= 2);
  return 0;
}
