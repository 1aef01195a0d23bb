#include "proof/certificate_parser.hpp"

#include <fmt/format.h>
#include <zstd.h>

#include <charconv>
#include <memory>
#include <new>
#include <optional>

namespace inarow {
namespace {

constexpr std::string_view first_line = "INAROW CERTIFICATE 1";
// As the format and the checker allow.
constexpr int max_window_log = 27;

class HeaderReader {
 public:
  explicit HeaderReader(std::string_view file) : rest_(file) {}

  std::optional<std::string_view> line() {
    const std::size_t end = rest_.find('\n');
    if (end == std::string_view::npos || end > 2000) return std::nullopt;
    const std::string_view line = rest_.substr(0, end);
    rest_.remove_prefix(end + 1);
    return line;
  }
  // The value of the next line, which must have this key.
  std::optional<std::string_view> value(std::string_view key) {
    const std::optional<std::string_view> text = line();
    if (!text || text->size() < key.size() + 2 || text->substr(0, key.size()) != key ||
        text->substr(key.size(), 2) != ": ") {
      return std::nullopt;
    }
    return text->substr(key.size() + 2);
  }
  template <class Number>
  bool number(std::string_view key, Number& result) {
    const std::optional<std::string_view> text = value(key);
    return text && read(*text, result);
  }
  template <class Number>
  static bool read(std::string_view text, Number& result) {
    const char* end = text.data() + text.size();
    const auto [at, error] = std::from_chars(text.data(), end, result);
    return error == std::errc() && at == end;
  }
  std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
};

bool read_moves(std::string_view text, std::vector<Column>& moves) {
  if (text == "none") return true;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    int column = 0;
    if (!HeaderReader::read(text.substr(0, end), column) || column < 1) return false;
    moves.push_back(Column{column - 1});
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return !moves.empty();
}

// x,y of each stone of a placement game.
bool read_stones(std::string_view text, std::vector<Cell>& stones) {
  if (text == "none") return true;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    const std::size_t comma = word.find(',');
    Cell cell;
    if (comma == std::string_view::npos || !HeaderReader::read(word.substr(0, comma), cell.x) ||
        !HeaderReader::read(word.substr(comma + 1), cell.y)) {
      return false;
    }
    stones.push_back(cell);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return !stones.empty();
}

// Zstandard's stream gives at most `length` bytes and then must be at its end.
std::optional<std::string> decompress(std::string_view packed, std::size_t length) {
  const std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)> context(ZSTD_createDCtx(),
                                                                     &ZSTD_freeDCtx);
  if (!context) throw std::bad_alloc();
  ZSTD_DCtx_setParameter(context.get(), ZSTD_d_windowLogMax, max_window_log);
  std::string body(length + 1, '\0');  // one more shows whether there is more
  ZSTD_inBuffer in{packed.data(), packed.size(), 0};
  ZSTD_outBuffer out{body.data(), body.size(), 0};
  while (true) {
    const std::size_t before = in.pos + out.pos;
    const std::size_t hint = ZSTD_decompressStream(context.get(), &out, &in);
    if (ZSTD_isError(hint) != 0 || out.pos > length) return std::nullopt;
    if (hint == 0) break;
    if (in.pos + out.pos == before) return std::nullopt;  // cut off
  }
  if (out.pos != length || in.pos != packed.size()) return std::nullopt;
  body.resize(length);
  return body;
}

struct Container {
  CertificateHeader header;
  Codec codec = Codec::plain;
  std::size_t length = 0;  // of the body, decompressed
  std::string sha256;
  std::string_view body;  // as it stands in the file
};

Result<Container> read_container(std::string_view file) {
  HeaderReader reader(file);
  if (reader.line() != first_line) {
    return failure(fmt::format("this is no certificate: the first line is not \"{}\"", first_line));
  }
  Container result;
  CertificateHeader& h = result.header;
  const auto text = [&](std::string_view key, std::string& to) {
    const std::optional<std::string_view> value = reader.value(key);
    if (value) to = *value;
    return value.has_value();
  };
  std::string moves;
  std::string player;
  std::string codec;
  ProofCounts& c = h.counts;
  const bool readable =
      text("game", h.game) && text("moves", moves) &&
      (h.game.starts_with("Connect(") ? read_stones(moves, h.stones)
                                      : read_moves(moves, h.moves)) &&
      text("claim", h.claim) && text("for", player) && (player == "first" || player == "second") &&
      reader.number("score", h.score) && text("method", h.method) &&
      reader.number("positions", c.positions) && reader.number("wins", c.wins) &&
      reader.number("held", c.held) && reader.number("dead", c.dead) &&
      reader.number("repeats", c.repeats) && reader.number("rule-leaves", c.rule_leaves) &&
      text("codec", codec) && (codec == "plain" || codec == "zstd") &&
      reader.number("length", result.length) && text("sha256", result.sha256) &&
      reader.line() == "";
  if (!readable) return failure("the header of the certificate cannot be read");
  h.player = player == "first" ? Player::first : Player::second;
  result.codec = codec == "plain" ? Codec::plain : Codec::zstd;
  result.body = reader.rest();
  return result;
}

}  // namespace

Result<CertificateHeader> parse_certificate_header(std::string_view file) {
  Result<Container> container = read_container(file);
  if (!container) return tl::unexpected<Error>(container.error());
  return std::move(container->header);
}

Result<CertificateFile> parse_certificate(std::string_view file, std::size_t max_body) {
  Result<Container> container = read_container(file);
  if (!container) return tl::unexpected<Error>(container.error());
  const std::size_t length = container->length;
  if (length > max_body) {
    return failure(
        fmt::format("the proof has {} bytes; at most {} are shown (inarow-check has no such limit)",
                    length, max_body));
  }
  CertificateFile result{std::move(container->header), "", std::move(container->sha256)};
  if (container->codec == Codec::plain) {
    if (container->body.size() != length) return failure("the body has not the length it should");
    result.body = container->body;
  } else {
    std::optional<std::string> body = decompress(container->body, length);
    if (!body) return failure("the compressed body is damaged");
    result.body = std::move(*body);
  }
  return result;
}

}  // namespace inarow
