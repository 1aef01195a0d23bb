#pragma once

// Why a certificate is not accepted. The checker throws one of these at the first fault and never
// repairs anything; main.cpp turns it into an exit code.

#include <stdexcept>
#include <string>

namespace check {

// The file is not a certificate that this program can read: exit code 2.
struct Unreadable : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The file is a certificate, but it does not prove its claim: exit code 1.
struct Refuted : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace check
