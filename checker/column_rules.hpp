#pragma once

// Verifies claims of kind cannot-lose whose strategy is a rule for each column (Allis 1988): flat
// boards of one even height or of all of them (docs/formats/cannot-lose.md).

#include "cannot_lose.hpp"

namespace check {

// The body's first line has been read. Throws Refuted or Unreadable.
CannotLose verify_column_rules(const Header& header, Body& body);

}  // namespace check
