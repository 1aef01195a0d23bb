#pragma once

// Verifies the claim of a certificate.

#include <istream>
#include <string>

#include "certificate.hpp"

namespace check {

struct Options {
  bool no_axioms = false;  // verify rule leaves by exhaustive search
};

struct Verdict {
  Header header;
  std::string claim;   // "on drop:7x6 after d1 the first player wins"
  std::string counts;  // "214,000 positions, 90,000 rule leaves"
  std::string axioms;  // "Allis 1988 ch. 6-8" or "none"
};

// Returns only if the whole file is right; otherwise throws Unreadable or Refuted.
Verdict verify(std::istream& file, const Options& options);

}  // namespace check
