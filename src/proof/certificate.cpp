#include "proof/certificate.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <openssl/evp.h>
#include <unistd.h>
#include <zstd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <new>

#include "base/sha256.hpp"

namespace inarow {
namespace {

constexpr std::size_t buffer_size = std::size_t{1} << 16;
constexpr int compression_level = 19;

// A file that goes away unless it is renamed. Its name has the process in it, so that two writers
// do not meet.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& beside)
      : path_(fmt::format("{}.{}.tmp", beside, ::getpid())),
        fd_(::open(path_.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0644)) {
    if (fd_ < 0) error_ = errno;
  }
  ~TemporaryFile() {
    if (fd_ < 0) return;
    ::close(fd_);
    if (named_) ::unlink(path_.c_str());
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  // From now on the file goes away even if the program is killed; it cannot be renamed any more.
  void forget_name() {
    if (fd_ >= 0) ::unlink(path_.c_str());
    named_ = false;
  }

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
      size_ += static_cast<std::uint64_t>(written);
    }
  }

  void append_from_start_of(TemporaryFile& other) {
    std::vector<char> buffer(buffer_size);
    if (::lseek(other.fd_, 0, SEEK_SET) != 0) error_ = errno;
    while (error_ == 0) {
      const ssize_t count = ::read(other.fd_, buffer.data(), buffer.size());
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) error_ = errno;
      if (count <= 0) return;
      write(buffer.data(), static_cast<std::size_t>(count));
    }
  }

  void rename_to(const std::string& path) {
    if (error_ != 0) return;
    if (::fsync(fd_) != 0 || std::rename(path_.c_str(), path.c_str()) != 0) {
      error_ = errno;
    } else {
      named_ = false;
    }
  }

  int error() const { return error_; }
  std::uint64_t size() const { return size_; }

 private:
  std::string path_;
  int fd_;
  int error_ = 0;
  std::uint64_t size_ = 0;
  bool named_ = true;
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
      c.dead, c.repeats, c.rule_leaves, codec == Codec::zstd ? "zstd" : "plain", length, hash);
}

}  // namespace

struct CertificateWriter::State {
  State(std::string final_path, Codec chosen)
      : path(std::move(final_path)), codec(chosen), body(path) {
    body.forget_name();
    if (!hash || EVP_DigestInit_ex(hash.get(), EVP_sha256(), nullptr) != 1) throw std::bad_alloc();
    if (codec == Codec::zstd) {
      compressor.reset(ZSTD_createCCtx());
      if (!compressor || ZSTD_isError(ZSTD_CCtx_setParameter(
                             compressor.get(), ZSTD_c_compressionLevel, compression_level)) != 0) {
        throw std::bad_alloc();
      }
      compressed.resize(ZSTD_CStreamOutSize());
    }
    buffer.reserve(buffer_size);
  }

  std::string path;
  Codec codec;
  TemporaryFile body;
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

Result<CertificateWriter> CertificateWriter::create(const std::string& path, Codec codec) {
  auto state = std::make_unique<State>(path, codec);
  if (state->body.error() != 0) {
    return failure(fmt::format("cannot write {}: {}", path, std::strerror(state->body.error())));
  }
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
  TemporaryFile file(s.path);
  const std::string text = header_text(header, s.codec, s.length, to_hex(hash));
  file.write(text.data(), text.size());
  file.append_from_start_of(s.body);
  if (s.body.error() == 0) file.rename_to(s.path);
  const CertificateSize size{file.size(), s.length};
  const int error = s.body.error() != 0 ? s.body.error() : file.error();
  if (error != 0) return failure(fmt::format("cannot write {}: {}", s.path, std::strerror(error)));
  return size;
}

}  // namespace inarow
