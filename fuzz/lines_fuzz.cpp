// A file of winning lines with a right checksum and arbitrary contents is read or refused; what is
// read is written back as the same bytes.

#include <cstddef>
#include <cstdint>
#include <string>

#include "base/expects.hpp"
#include "base/sha256.hpp"
#include "search/victor/line_book.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace inarow;
  std::string text(reinterpret_cast<const char*>(data), size);
  // "sha256 ?" stands for the right checksum.
  if (const std::size_t at = text.find("sha256 ?\n"); at != std::string::npos) {
    const std::string body = text.substr(at + 9);
    text = text.substr(0, at) + "sha256 " + to_hex(sha256(body)) + "\n" + body;
  }
  const Result<victor::LineBook> book = victor::LineBook::parse(text);
  if (!book) {
    EXPECTS(!book.error().message.empty());
    return 0;
  }
  const std::string written = book->serialise();
  const Result<victor::LineBook> again = victor::LineBook::parse(written);
  EXPECTS(again.has_value() && again->serialise() == written);
  return 0;
}
