#include "proof/certificate.hpp"

#include <fmt/format.h>
#include <openssl/evp.h>
#include <unistd.h>
#include <zstd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <new>

#include "base/output_file.hpp"
#include "base/quote.hpp"
#include "base/sha256.hpp"

namespace inarow {
namespace {

constexpr std::size_t buffer_size = std::size_t{1} << 16;
constexpr int compression_level = 19;
// Of the small zstd: logarithms of the window and of the tables of four bytes an entry, together
// 9 MB instead of 88.
constexpr int small_window = 21;
constexpr int small_table = 20;

// The body while its header is not known: a file without a name.
class BodyFile {
 public:
  explicit BodyFile(const std::string& beside) : fd_(open_nameless_file(beside)) {
    if (fd_ < 0) error_ = errno;
  }
  ~BodyFile() {
    if (fd_ >= 0) ::close(fd_);
  }
  BodyFile(const BodyFile&) = delete;
  BodyFile& operator=(const BodyFile&) = delete;

  void write(const void* data, std::size_t size) {
    const char* bytes = static_cast<const char*>(data);
    while (size > 0 && error_ == 0) {
      const ssize_t written = ::write(fd_, bytes, size);
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) {
        error_ = errno;
        return;
      }
      bytes += written;
      size -= static_cast<std::size_t>(written);
    }
  }

  void append_to(OutputFile& file) {
    std::vector<char> buffer(buffer_size);
    if (error_ == 0 && ::lseek(fd_, 0, SEEK_SET) != 0) error_ = errno;
    while (error_ == 0) {
      const ssize_t count = ::read(fd_, buffer.data(), buffer.size());
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) error_ = errno;
      if (count <= 0) return;
      file.write({buffer.data(), static_cast<std::size_t>(count)});
    }
  }

  int error() const { return error_; }

 private:
  int fd_;
  int error_ = 0;
};

std::string header_text(const CertificateHeader& h, Codec codec, std::uint64_t length,
                        const std::string& hash) {
  std::string moves;
  for (const Column column : h.moves) moves += fmt::format(" {}", column.index + 1);
  for (const Cell cell : h.stones) moves += fmt::format(" {},{}", cell.x, cell.y);
  if (moves.empty()) moves = " none";
  const ProofCounts& c = h.counts;
  return fmt::format(
      "INAROW CERTIFICATE 1\n"
      "game: {}\nmoves:{}\nclaim: {}\nfor: {}\nscore: {}\nmethod: {}\n"
      "positions: {}\nwins: {}\nheld: {}\ndead: {}\nrepeats: {}\nrule-leaves: {}\n"
      "codec: {}\nlength: {}\nsha256: {}\n\n",
      h.game, moves, h.claim, name_of(h.player), h.score, h.method, c.positions, c.wins, c.held,
      c.dead, c.repeats, c.rule_leaves, codec == Codec::plain ? "plain" : "zstd", length, hash);
}

}  // namespace

struct CertificateWriter::State {
  State(std::string final_path, OutputFile output, Codec chosen)
      : path(std::move(final_path)), file(std::move(output)), codec(chosen), body(path) {
    if (!hash || EVP_DigestInit_ex(hash.get(), EVP_sha256(), nullptr) != 1) throw std::bad_alloc();
    if (codec != Codec::plain) {
      compressor.reset(ZSTD_createCCtx());
      set(ZSTD_c_compressionLevel, compression_level);
      if (codec == Codec::small_zstd) {
        set(ZSTD_c_windowLog, small_window);
        set(ZSTD_c_chainLog, small_table);
        set(ZSTD_c_hashLog, small_table);
      }
      compressed.resize(ZSTD_CStreamOutSize());
    }
    buffer.reserve(buffer_size);
  }

  void set(ZSTD_cParameter parameter, int value) {
    if (!compressor ||
        ZSTD_isError(ZSTD_CCtx_setParameter(compressor.get(), parameter, value)) != 0) {
      throw std::bad_alloc();
    }
  }

  std::string path;
  OutputFile file;
  Codec codec;
  BodyFile body;
  std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> hash{EVP_MD_CTX_new(), &EVP_MD_CTX_free};
  std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> compressor{nullptr, &ZSTD_freeCCtx};
  std::vector<char> compressed;
  std::vector<std::uint8_t> buffer;
  std::uint64_t length = 0;
};

CertificateWriter::CertificateWriter(std::unique_ptr<State> state) : state_(std::move(state)) {}
CertificateWriter::CertificateWriter(CertificateWriter&&) noexcept = default;
CertificateWriter& CertificateWriter::operator=(CertificateWriter&&) noexcept = default;
CertificateWriter::~CertificateWriter() = default;

namespace {

tl::unexpected<Error> body_failed(const std::string& path, int error) {
  return failure(fmt::format("cannot write {}: no room for the proof: {}", printable(path),
                             std::strerror(error)));
}

}  // namespace

Result<CertificateWriter> CertificateWriter::create(const std::string& path, Codec codec) {
  Result<OutputFile> file = OutputFile::create(path);
  if (!file) return tl::unexpected<Error>(file.error());
  auto state = std::make_unique<State>(path, std::move(*file), codec);
  if (state->body.error() != 0) return body_failed(path, state->body.error());
  return CertificateWriter(std::move(state));
}

void CertificateWriter::put(std::uint8_t byte) {
  state_->buffer.push_back(byte);
  if (state_->buffer.size() == buffer_size) flush(false);
}

void CertificateWriter::flush(bool last) {
  State& s = *state_;
  EVP_DigestUpdate(s.hash.get(), s.buffer.data(), s.buffer.size());
  s.length += s.buffer.size();
  if (s.codec == Codec::plain) {
    s.body.write(s.buffer.data(), s.buffer.size());
  } else {
    ZSTD_inBuffer in{s.buffer.data(), s.buffer.size(), 0};
    for (bool more = true; more;) {
      ZSTD_outBuffer out{s.compressed.data(), s.compressed.size(), 0};
      const std::size_t left =
          ZSTD_compressStream2(s.compressor.get(), &out, &in, last ? ZSTD_e_end : ZSTD_e_continue);
      if (ZSTD_isError(left) != 0) throw std::bad_alloc();  // nothing else can go wrong here
      s.body.write(out.dst, out.pos);
      more = last ? left != 0 : in.pos < in.size;
    }
  }
  s.buffer.clear();
}

Result<CertificateSize> CertificateWriter::finish(const CertificateHeader& header) {
  flush(true);
  State& s = *state_;
  Sha256 hash{};
  EVP_DigestFinal_ex(s.hash.get(), hash.data(), nullptr);
  if (s.body.error() != 0) return body_failed(s.path, s.body.error());
  s.file.write(header_text(header, s.codec, s.length, to_hex(hash)));
  s.body.append_to(s.file);
  if (s.body.error() != 0) return body_failed(s.path, s.body.error());
  const Result<std::uint64_t> bytes = s.file.finish();
  if (!bytes) return tl::unexpected<Error>(bytes.error());
  return CertificateSize{*bytes, s.length};
}

}  // namespace inarow
