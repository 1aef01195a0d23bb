#pragma once

// Verifies claims of kind cannot-lose: a strategy with which a player never loses a drop game of
// infinite or even height (docs/formats/cannot-lose.md).

#include "certificate.hpp"

namespace check {

// Counts the states. Throws Refuted or Unreadable.
std::uint64_t verify_cannot_lose(const Header& header, Body& body);

}  // namespace check
