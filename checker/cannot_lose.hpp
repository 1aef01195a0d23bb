#pragma once

// Verifies claims of kind cannot-lose: a strategy with which a player never loses a drop game of
// infinite or even height (docs/formats/cannot-lose.md).

#include "certificate.hpp"

namespace check {

struct CannotLose {
  std::uint64_t states = 0;  // or rules
  std::string axioms = "none";
};

// Throws Refuted or Unreadable.
CannotLose verify_cannot_lose(const Header& header, Body& body);

}  // namespace check
