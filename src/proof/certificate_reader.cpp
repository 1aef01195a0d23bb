#include "proof/certificate_reader.hpp"

#include <fmt/format.h>
#include <zstd.h>

#include <array>
#include <charconv>
#include <optional>

#include "base/files.hpp"
#include "base/sha256.hpp"
#include "search/cannot_lose/format.hpp"
#include "search/cannot_lose/verify.hpp"

namespace inarow {
namespace {

constexpr std::uint64_t most_bytes = std::uint64_t{1} << 30;

template <class Number>
std::optional<Number> number_of(std::string_view text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  Result<StoredCertificate> run() {
    StoredCertificate certificate;
    CertificateHeader& header = certificate.header;
    if (line() != "INAROW CERTIFICATE 1") return failure("it is no certificate");
    header.game = field("game");
    const std::string moves(field("moves"));
    header.claim = field("claim");
    const std::string_view player = field("for");
    const std::optional<int> score = number_of<int>(field("score"));
    header.method = field("method");
    ProofCounts& c = header.counts;
    for (const auto& [name, count] :
         std::array<std::pair<const char*, std::uint64_t*>, 6>{{{"positions", &c.positions},
                                                                {"wins", &c.wins},
                                                                {"held", &c.held},
                                                                {"dead", &c.dead},
                                                                {"repeats", &c.repeats},
                                                                {"rule-leaves", &c.rule_leaves}}}) {
      const std::optional<std::uint64_t> value = number_of<std::uint64_t>(field(name));
      if (!value) good_ = false;
      *count = value.value_or(0);
    }
    const std::string_view codec = field("codec");
    const std::optional<std::uint64_t> length = number_of<std::uint64_t>(field("length"));
    const std::string_view hash = field("sha256");
    if (!good_ || !line().empty() || !score || !length || *length > most_bytes ||
        (player != "first" && player != "second") || (codec != "plain" && codec != "zstd")) {
      return failure("its header is damaged");
    }
    header.player = player == "first" ? Player::first : Player::second;
    header.score = *score;
    if (const Result<void> read = read_moves(moves, header); !read) {
      return tl::unexpected<Error>(read.error());
    }
    if (codec == "plain") {
      certificate.body = std::string(text_);
    } else {
      certificate.body.resize(*length);
      const std::size_t size = ZSTD_decompress(certificate.body.data(), certificate.body.size(),
                                               text_.data(), text_.size());
      if (ZSTD_isError(size) != 0 || size != *length) return failure("its body is damaged");
    }
    if (certificate.body.size() != *length || to_hex(sha256(certificate.body)) != hash) {
      return failure("its body is damaged: length or hash are not those of the header");
    }
    return certificate;
  }

 private:
  std::string_view line() {
    const std::size_t end = text_.find('\n');
    if (end == std::string_view::npos) good_ = false;
    const std::string_view line = text_.substr(0, end);
    text_.remove_prefix(end == std::string_view::npos ? text_.size() : end + 1);
    return line;
  }

  std::string_view field(std::string_view name) {
    const std::string_view text = line();
    if (!text.starts_with(name) || !text.substr(name.size()).starts_with(": ")) {
      good_ = false;
      return {};
    }
    return text.substr(name.size() + 2);
  }

  static Result<void> read_moves(std::string_view text, CertificateHeader& header) {
    if (text == "none") return {};
    while (!text.empty()) {
      const std::string_view word = text.substr(0, text.find(' '));
      const std::optional<int> column = number_of<int>(word);
      if (!column || *column < 1) return failure("its moves are damaged");
      header.moves.push_back(Column{*column - 1});
      text.remove_prefix(std::min(text.size(), word.size() + 1));
    }
    return {};
  }

  std::string_view text_;
  bool good_ = true;
};

}  // namespace

Result<StoredCertificate> read_certificate(const std::string& path) {
  const Result<std::string> text = read_whole_file(path);
  if (!text) return tl::unexpected<Error>(text.error());
  Result<StoredCertificate> certificate = Reader(*text).run();
  if (!certificate) return failure(fmt::format("{}: {}", path, certificate.error().message));
  return certificate;
}

Result<cannot_lose::Strategy> read_cannot_lose(const std::string& path) {
  const Result<StoredCertificate> certificate = read_certificate(path);
  if (!certificate) return tl::unexpected<Error>(certificate.error());
  const auto wrong = [&](const std::string& what) {
    return failure(fmt::format("{}: {}", path, what));
  };
  const CertificateHeader& header = certificate->header;
  if (header.claim != "cannot-lose") {
    return wrong(fmt::format("it is a proof of {}, not of cannot-lose", header.claim));
  }
  Result<cannot_lose::Strategy> strategy = cannot_lose::parse_strategy(certificate->body);
  if (!strategy) return wrong(strategy.error().message);
  if (cannot_lose::game_text(strategy->ground()) != header.game ||
      strategy->defender() != header.player || !header.moves.empty()) {
    return wrong("the strategy is not that of the header");
  }
  const Result<cannot_lose::Verified> verified = cannot_lose::verify(*strategy);
  if (!verified) return wrong("it is refuted: " + verified.error().message);
  return strategy;
}

}  // namespace inarow
