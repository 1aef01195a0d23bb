#pragma once

// Certificates of claims that a strategy proves: cannot-lose (docs/formats/cannot-lose.md) and
// drawn (docs/formats/drawn.md). What is written was verified before by the code beside the search;
// the checker does it once more with code of its own.

#include <optional>
#include <string>

#include "base/stop.hpp"
#include "proof/certificate.hpp"
#include "search/cannot_lose/column_rules.hpp"
#include "search/cannot_lose/strategy.hpp"
#include "search/maker_breaker/band.hpp"
#include "search/maker_breaker/strip_tiling.hpp"

namespace inarow {

struct StrategyCertificate {
  CertificateHeader header;
  CertificateSize size;
};

// Fails if the file cannot be written.
// `source` says whose strategy it is, for the header's method; nothing if it was searched for.
Result<StrategyCertificate> write_cannot_lose(const cannot_lose::Strategy& strategy,
                                              const std::string& path, Codec codec,
                                              const std::string& source = "");

// Rules for columns, checked before.
Result<StrategyCertificate> write_column_rules(const cannot_lose::ColumnRules& rules,
                                               const std::string& path, Codec codec);

// Why Connect(k,p) is drawn: a searched block that tiles the plane, or Theorem 2.
struct DrawnProof {
  int k = 0;
  std::string source;  // who proved it first, for people
  std::optional<maker_breaker::StripTiling> tiling;
  std::vector<maker_breaker::BandStep> steps;
};

// The proof with the least k that this program knows for p.
DrawnProof best_drawn_proof(int p);

// Connect(k,p) for k at least that of the proof. Nothing if `stop` came first.
Result<std::optional<StrategyCertificate>> write_drawn(const DrawnProof& proof, int k, int p,
                                                       const std::string& path, Codec codec,
                                                       const StopToken& stop);

}  // namespace inarow
