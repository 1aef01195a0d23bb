#pragma once

// Reads the container of a certificate back (docs/formats/certificate.md), for programs that play
// by a strategy somebody proved. Length and hash of the body are checked here; whether the body
// proves anything is for its own verifier to say.

#include <string>

#include "base/result.hpp"
#include "base/stop.hpp"
#include "proof/certificate_parser.hpp"
#include "search/cannot_lose/strategy.hpp"

namespace inarow {

// The error says what is wrong with the file, in one sentence.
Result<CertificateFile> read_certificate(const std::string& path);

// A cannot-lose strategy, verified by cannot_lose::verify: it may be played by.
Result<cannot_lose::Strategy> read_cannot_lose(const std::string& path,
                                               const StopToken* stop = nullptr);

}  // namespace inarow
