#include "record_fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace inarow;
  return fuzz_records<JsonRecords>(data, size, {}, append_json);
}
