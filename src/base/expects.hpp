#pragma once

// EXPECTS(condition): a promise of the caller. It stays on in every build, because a broken promise
// in a prover must stop the program and never become a wrong value. No user input can trigger it:
// what users give is checked before and answered with a Result (result.hpp).

namespace inarow {

[[noreturn]] void expects_failed(const char* condition, const char* file, int line);

}  // namespace inarow

#define EXPECTS(condition) \
  ((condition) ? static_cast<void>(0) : ::inarow::expects_failed(#condition, __FILE__, __LINE__))
