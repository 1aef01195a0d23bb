#pragma once

// Verifies claims of kind drawn: Connect(k,p) is drawn on all boards (docs/formats/drawn.md).

#include "certificate.hpp"

namespace check {

struct Drawn {
  std::uint64_t positions = 0;  // of the block's strategy
  std::uint64_t repeats = 0;
  std::string by;      // "a strategy on blocks of 6 x 4 cells" or the steps
  std::string axioms;  // the lemmas that were used
};

// Throws Refuted or Unreadable.
Drawn verify_drawn(const Header& header, Body& body);

}  // namespace check
