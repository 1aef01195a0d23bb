#pragma once

// What takes time: questions, batches, proofs, counts. All of them let other Python threads go on,
// stop at Ctrl-C, and share one set of tables, so that the next question about a game is answered
// with what the last one left.

#include <pybind11/pybind11.h>

namespace inarow::python {

void add_questions(pybind11::module_& module);

}  // namespace inarow::python
