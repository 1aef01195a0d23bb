#pragma once

// Reads the container of a certificate (docs/formats/certificate.md) to show what is in it. It
// verifies nothing: that is inarow-check's work, which shares no code with this.

#include <string>
#include <string_view>

#include "proof/certificate.hpp"

namespace inarow {

struct CertificateFile {
  CertificateHeader header;
  std::string body;    // decompressed
  std::string sha256;  // that the header gives for the body
};

Result<CertificateHeader> parse_certificate_header(std::string_view file);

// `max_body` limits the bytes of the decompressed body.
Result<CertificateFile> parse_certificate(std::string_view file, std::size_t max_body);

}  // namespace inarow
