#include "certificate.hpp"

#include <zstd.h>

#include <algorithm>
#include <cstdlib>

#include "board.hpp"
#include "placement.hpp"
#include "refusal.hpp"

namespace check {
namespace {

constexpr std::size_t max_line = 2000;
constexpr std::uint64_t max_length = std::uint64_t{1} << 40;
constexpr std::size_t buffer_size = std::size_t{1} << 16;
constexpr int max_window_log = 27;  // zstd may ask for 128 MB, never for more

class HeaderReader {
 public:
  explicit HeaderReader(std::istream& file) : file_(file) {}

  std::string line() {
    ++number_;
    std::string text;
    for (int c = file_.get(); c != '\n'; c = file_.get()) {
      if (c == std::istream::traits_type::eof()) fail("the file ends within the header");
      if (c < ' ' || c > '~') fail("only printable ASCII characters may stand in the header");
      if (text.size() == max_line) fail("the line is too long");
      text += static_cast<char>(c);
    }
    return text;
  }

  // The value of the next line, which must be "KEY: VALUE".
  std::string field(const std::string& key) {
    const std::string text = line();
    if (text.compare(0, key.size() + 2, key + ": ") != 0 || text.size() == key.size() + 2) {
      fail("\"" + key + ": ...\" is expected here");
    }
    return text.substr(key.size() + 2);
  }

  std::uint64_t number(const std::string& key) { return parse(field(key)); }

  int player(const std::string& key) {
    const std::string value = field(key);
    if (value != "first" && value != "second") fail("first or second is expected");
    return value == "first" ? 0 : 1;
  }

  int score(const std::string& key) {
    const std::string value = field(key);
    const bool negative = value[0] == '-';
    const std::uint64_t size = parse(negative ? value.substr(1) : value);
    if (size > max_bits || (negative && size == 0)) fail("the score is out of range");
    return negative ? -static_cast<int>(size) : static_cast<int>(size);
  }

  // "none", or columns from 1 separated by single spaces.
  std::vector<int> columns(const std::string& key) {
    const std::string value = field(key);
    std::vector<int> result;
    if (value == "none") return result;
    for (std::size_t start = 0; start <= value.size();) {
      const std::size_t end = std::min(value.find(' ', start), value.size());
      const std::uint64_t column = parse(value.substr(start, end - start));
      if (column < 1 || column > max_width) fail("there is no such column");
      result.push_back(static_cast<int>(column) - 1);
      start = end + 1;
    }
    return result;
  }

  // "none", or stones "x,y" separated by single spaces.
  std::vector<std::pair<int, int>> stones(const std::string& key) {
    const std::string value = field(key);
    std::vector<std::pair<int, int>> result;
    if (value == "none") return result;
    for (std::size_t start = 0; start <= value.size();) {
      const std::size_t end = std::min(value.find(' ', start), value.size());
      const std::string cell = value.substr(start, end - start);
      const std::size_t comma = cell.find(',');
      if (comma == std::string::npos) fail("a cell such as 3,-1 is expected");
      result.emplace_back(coordinate(cell.substr(0, comma)), coordinate(cell.substr(comma + 1)));
      start = end + 1;
    }
    return result;
  }

  [[noreturn]] void fail(const std::string& what) const {
    throw Unreadable("line " + std::to_string(number_) + " of the header: " + what);
  }

 private:
  int coordinate(const std::string& text) const {
    const bool negative = !text.empty() && text[0] == '-';
    const std::uint64_t size = parse(negative ? text.substr(1) : text);
    if (size > max_coordinate || (negative && size == 0)) fail("the cell is out of range");
    return negative ? -static_cast<int>(size) : static_cast<int>(size);
  }

  std::uint64_t parse(const std::string& text) const {
    const bool digits =
        !text.empty() && text.size() <= 18 &&
        std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
    if (!digits || (text.size() > 1 && text[0] == '0')) fail("a plain decimal number is expected");
    return std::strtoull(text.c_str(), nullptr, 10);
  }

  std::istream& file_;
  int number_ = 0;
};

}  // namespace

Header read_header(std::istream& file) {
  HeaderReader in(file);
  if (in.line() != "INAROW CERTIFICATE 1") in.fail("this is not \"INAROW CERTIFICATE 1\"");
  Header h;
  h.game = in.field("game");
  if (h.game.compare(0, 8, "Connect(") == 0) {
    h.cells = in.stones("moves");
  } else {
    h.moves = in.columns("moves");
  }
  h.claim = in.field("claim");
  h.player = in.player("for");
  h.score = in.score("score");
  h.method = in.field("method");
  for (std::size_t i = 0; i < h.counts.size(); ++i) h.counts[i] = in.number(count_names[i]);
  const std::string codec = in.field("codec");
  if (codec != "plain" && codec != "zstd") in.fail("the codec must be plain or zstd");
  h.compressed = codec == "zstd";
  h.length = in.number("length");
  if (h.length > max_length) in.fail("the body is too long");
  h.sha256 = in.field("sha256");
  if (h.sha256.size() != 64 ||
      h.sha256.find_first_not_of("0123456789abcdef") != std::string::npos) {
    in.fail("64 small hexadecimal digits are expected");
  }
  if (!in.line().empty()) in.fail("the header must end here with an empty line");
  return h;
}

struct Body::Decoder {
  std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)> context{ZSTD_createDCtx(), &ZSTD_freeDCtx};
  std::vector<std::uint8_t> input;
  std::size_t used = 0;
  bool frame_ended = false;
};

Body::Body(std::istream& file, const Header& header)
    : file_(file), length_(header.length), expected_hash_(header.sha256) {
  if (!header.compressed) return;
  decoder_ = std::make_unique<Decoder>();
  if (!decoder_->context ||
      ZSTD_isError(ZSTD_DCtx_setParameter(decoder_->context.get(), ZSTD_d_windowLogMax,
                                          max_window_log)) != 0) {
    throw std::bad_alloc();
  }
}

Body::~Body() = default;

std::size_t Body::read_file(std::vector<std::uint8_t>& buffer) {
  buffer.resize(buffer_size);
  file_.read(reinterpret_cast<char*>(buffer.data()), static_cast<std::streamsize>(buffer.size()));
  buffer.resize(static_cast<std::size_t>(file_.gcount()));
  if (file_.bad()) throw Unreadable("the file cannot be read on");
  return buffer.size();
}

// Leaves the buffer empty only at the end of the body.
void Body::refill() {
  used_ = 0;
  filled_ = 0;
  if (!decoder_) {
    filled_ = read_file(buffer_);
  } else {
    buffer_.resize(buffer_size);
    while (filled_ == 0 && !decoder_->frame_ended) {
      Decoder& d = *decoder_;
      const bool at_end = d.used == d.input.size() && (d.used = 0, read_file(d.input) == 0);
      ZSTD_inBuffer in{d.input.data(), d.input.size(), d.used};
      ZSTD_outBuffer out{buffer_.data(), buffer_.size(), 0};
      const std::size_t status = ZSTD_decompressStream(d.context.get(), &out, &in);
      if (ZSTD_isError(status) != 0) {
        throw Unreadable("the compressed body is damaged after " + std::to_string(produced_) +
                         " bytes: " + ZSTD_getErrorName(status));
      }
      d.used = in.pos;
      filled_ = out.pos;
      d.frame_ended = status == 0;
      if (at_end && filled_ == 0 && !d.frame_ended)
        throw Unreadable("the compressed body is cut off");
    }
    if (filled_ == 0 &&
        (decoder_->used < decoder_->input.size() || read_file(decoder_->input) != 0)) {
      throw Unreadable("bytes follow the compressed body");
    }
  }
  hash_.add(buffer_.data(), filled_);
  produced_ += filled_;
  if (produced_ > length_) {
    throw Refuted("the body is longer than the " + std::to_string(length_) +
                  " bytes of the header");
  }
}

std::uint8_t Body::next() {
  if (used_ == filled_) refill();
  if (filled_ == 0) {
    throw Refuted("the body ends after " + std::to_string(place_) +
                  " bytes, before the proof does");
  }
  ++place_;
  return buffer_[used_++];
}

void Body::finish() {
  if (used_ == filled_) refill();
  if (used_ != filled_) {
    throw Refuted("the proof is complete after " + std::to_string(place_) +
                  " bytes of the body, but more follow");
  }
  if (place_ != length_) {
    throw Refuted("the body has " + std::to_string(place_) + " bytes, the header says " +
                  std::to_string(length_));
  }
  if (hash_.finish() != expected_hash_)
    throw Refuted("the SHA-256 of the body is not the header's");
}

}  // namespace check
