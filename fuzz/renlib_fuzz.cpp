// Any bytes are read as a RenLib file or refused; what is read is written, and read back as the
// same nodes, in pieces of any size.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/expects.hpp"
#include "book/renlib.hpp"

namespace {

using namespace inarow;

Result<std::string> read_and_write(std::string_view file, std::size_t piece) {
  MemoryInput input(file, piece);
  RenLibReader reader(input);
  std::string written = renlib_header();
  while (true) {
    const Result<std::optional<RenLibNode>> node = reader.next();
    if (!node) {
      EXPECTS(!node.error().message.empty() && node.error().place <= file.size());
      return tl::unexpected<Error>(node.error());
    }
    if (!*node) return written;
    append_renlib_node(written, **node);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  // The header is easy to get wrong; one file in four has to bring its own.
  std::string file(reinterpret_cast<const char*>(data) + 1, size - 1);
  if (data[0] % 4 != 0) file.insert(0, renlib_header());
  const Result<std::string> written = read_and_write(file, 1U + data[0] / 4U);
  if (!written) return 0;
  const Result<std::string> again = read_and_write(*written, 1 << 16);
  EXPECTS(again.has_value());
  const Result<std::string> third = read_and_write(*again, 1 << 16);
  EXPECTS(third.has_value() && *third == *again);
  return 0;
}
