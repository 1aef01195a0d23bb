#include "record_fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace inarow;
  return fuzz_records<CsvRecords>(data, size, csv_header(), append_csv);
}
