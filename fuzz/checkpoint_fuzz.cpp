// A checkpoint with a right checksum and arbitrary contents is read or refused; what is read is
// written back as the same facts.

#include <cstddef>
#include <cstdint>
#include <string>

#include "base/expects.hpp"
#include "base/sha256.hpp"
#include "search/alphabeta/checkpoint.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace inarow;
  std::string bytes = "INAROW CHECKPOINT 1\n";
  bytes.append(reinterpret_cast<const char*>(data), size);
  const Sha256 hash = sha256(bytes);
  bytes.append(reinterpret_cast<const char*>(hash.data()), hash.size());
  const Result<Checkpoint> checkpoint = Checkpoint::parse(bytes);
  if (!checkpoint) {
    EXPECTS(!checkpoint.error().message.empty());
    return 0;
  }
  const std::string written = checkpoint->serialise();
  const Result<Checkpoint> again = Checkpoint::parse(written);
  EXPECTS(again.has_value() && again->facts.size() == checkpoint->facts.size());
  EXPECTS(again->serialise() == written);
  return 0;
}
