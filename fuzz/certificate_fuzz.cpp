// Whatever the checker of certificates reads, it verifies or refuses; it never crashes, hangs or
// takes memory that the file does not justify. The hash is looked at last, so that arbitrary bodies
// reach the walk and the rules.

#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>

#include "proof.hpp"
#include "refusal.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::istringstream file(std::string(reinterpret_cast<const char*>(data), size));
  try {
    const check::Verdict verdict = check::verify(file, check::Options{});
    if (verdict.claim.empty()) __builtin_trap();
  } catch (const check::Refuted& fault) {
    if (*fault.what() == '\0') __builtin_trap();
  } catch (const check::Unreadable& fault) {
    if (*fault.what() == '\0') __builtin_trap();
  }
  return 0;
}
