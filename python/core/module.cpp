// The compiled half of the Python module `inarow`: thin functions on texts and numbers. What users
// see, with its documentation, is written in Python in ../inarow.

#include <pybind11/pybind11.h>

#include "ask/asker.hpp"
#include "board.hpp"
#include "book/installed.hpp"
#include "questions.hpp"
#include "records.hpp"

PYBIND11_MODULE(_inarow, module) {
  namespace py = pybind11;
  py::options options;
  options.disable_function_signatures();
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const inarow::EnvironmentError& error) {
      PyErr_SetString(PyExc_OSError, error.what());
    }
  });
  module.attr("version") = INAROW_VERSION;
  module.def("set_data_folder", inarow::set_data_folder);
  inarow::python::add_board(module);
  inarow::python::add_records(module);
  inarow::python::add_questions(module);
}
