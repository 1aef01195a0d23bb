#pragma once

// What `prove` and `solve --certificate` share: writing a certificate with a progress line, and
// saying what was proved.

#include <memory>
#include <string>

#include "cli/command.hpp"
#include "proof/prove.hpp"

namespace inarow::cli {

struct CertificateRequest {
  Claim claim;
  std::string path;
  Codec codec = Codec::zstd;
  bool rules = false;  // leaves may be sets of Allis's rules
  MoveGuide* guide = nullptr;
};

struct CertificateAnswer {
  Exit exit = Exit::done;
  Json json;         // the fields of docs/formats/certificate.md
  std::string text;  // one or two lines, ended
};

// Proves the claim about a drop game of finite height that is not over. The engine may be null if
// none is needed.
CertificateAnswer write_certificate(const CommonOptions& options, const Game& game,
                                    const CertificateRequest& request, DropEngine* engine,
                                    const StopToken& stop);

}  // namespace inarow::cli
