#pragma once

// Games and positions as Python sees them; the rules are rules/game.hpp's.

#include <pybind11/pybind11.h>

#include <string>

#include "rules/game.hpp"

namespace inarow::python {

// Text that cannot be read is a ValueError with the sentence of the command line.
template <class T>
T or_value_error(Result<T> result) {
  if (!result) throw pybind11::value_error(result.error().message);
  return std::move(*result);
}
inline void or_value_error(const Result<void>& result) {
  if (!result) throw pybind11::value_error(result.error().message);
}

GameSpec spec_named(const std::string& text);

void add_board(pybind11::module_& module);

}  // namespace inarow::python
