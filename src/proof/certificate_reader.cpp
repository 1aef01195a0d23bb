#include "proof/certificate_reader.hpp"

#include <fmt/format.h>

#include "base/files.hpp"
#include "base/quote.hpp"
#include "base/sha256.hpp"
#include "search/cannot_lose/format.hpp"
#include "search/cannot_lose/verify.hpp"

namespace inarow {
namespace {

constexpr std::uint64_t most_bytes = std::uint64_t{1} << 30;

}  // namespace

Result<CertificateFile> read_certificate(const std::string& path) {
  const Result<std::string> text = read_whole_file(path);
  if (!text) return tl::unexpected<Error>(text.error());
  Result<CertificateFile> certificate = parse_certificate(*text, most_bytes);
  if (!certificate) return failure(fmt::format("{}: {}", path, certificate.error().message));
  if (to_hex(sha256(certificate->body)) != certificate->sha256) {
    return failure(
        fmt::format("{}: its body is damaged: the hash is not that of the header", path));
  }
  return certificate;
}

Result<cannot_lose::Strategy> read_cannot_lose(const std::string& path, const StopToken* stop) {
  const Result<CertificateFile> certificate = read_certificate(path);
  if (!certificate) return tl::unexpected<Error>(certificate.error());
  const auto wrong = [&](const std::string& what) {
    return failure(fmt::format("{}: {}", path, what));
  };
  const CertificateHeader& header = certificate->header;
  if (header.claim != "cannot-lose") {
    return wrong(fmt::format("it is a proof of {}, not of cannot-lose", printable(header.claim)));
  }
  Result<cannot_lose::Strategy> strategy = cannot_lose::parse_strategy(certificate->body);
  if (!strategy) return wrong(strategy.error().message);
  if (cannot_lose::game_text(strategy->ground()) != header.game ||
      strategy->defender() != header.player || !header.moves.empty()) {
    return wrong("the strategy is not that of the header");
  }
  const Result<cannot_lose::Verified> verified = cannot_lose::verify(*strategy, stop);
  if (!verified && stopped(stop)) return wrong(verified.error().message);
  if (!verified) return wrong("it is refuted: " + verified.error().message);
  return strategy;
}

}  // namespace inarow
