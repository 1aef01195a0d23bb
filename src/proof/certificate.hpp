#pragma once

// The container of a certificate, as docs/formats/certificate.md has it: a readable header, then
// the body. The writer streams the body to a file without a name while the proof is found; counts,
// length and hash are known only at its end, so the header comes last and the whole is written to
// its place (base/output_file.hpp) when it is complete. The same proof gives the same bytes.
//
//   Result<CertificateWriter> out = CertificateWriter::create("draw.cert", Codec::zstd);
//   out->put(byte); ...
//   Result<CertificateSize> size = out->finish(header);
//
// A writer that is destroyed without finish() leaves no file behind.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "rules/types.hpp"

namespace inarow {

// The small zstd is the same format, written with a tenth of the memory: the file is a few percent
// larger, the body the same.
enum class Codec : std::uint8_t { plain, zstd, small_zstd };
inline constexpr std::size_t zstd_bytes = std::size_t{96} << 20;  // what the large one takes

// What a checker counts when it follows the proof.
struct ProofCounts {
  std::uint64_t positions = 0;    // records: positions of the prover with his move
  std::uint64_t wins = 0;         // leaves: the prover wins with his next stone
  std::uint64_t held = 0;         // leaves: it is too late for the opponent
  std::uint64_t dead = 0;         // leaves: no line is left to the opponent
  std::uint64_t repeats = 0;      // positions that were proved before
  std::uint64_t rule_leaves = 0;  // leaves: rules
  friend bool operator==(const ProofCounts&, const ProofCounts&) = default;
};

struct CertificateHeader {
  std::string game;
  std::vector<Column> moves;
  std::vector<Cell> stones;  // the moves of a placement game, in order
  std::string claim;
  Player player = Player::first;
  int score = 0;
  std::string method;
  ProofCounts counts;
};

struct CertificateSize {
  std::uint64_t file_bytes = 0;
  std::uint64_t body_bytes = 0;  // before compression
};

// Where the bytes of a proof go.
class BodySink {
 public:
  virtual ~BodySink() = default;
  virtual void put(std::uint8_t byte) = 0;
  void put(std::string_view bytes) {
    for (const char c : bytes) put(static_cast<std::uint8_t>(c));
  }

 protected:
  BodySink() = default;
  BodySink(const BodySink&) = default;
  BodySink(BodySink&&) = default;
  BodySink& operator=(const BodySink&) = default;
  BodySink& operator=(BodySink&&) = default;
};

// Into memory.
class StringSink : public BodySink {
 public:
  using BodySink::put;
  void put(std::uint8_t byte) override { text += static_cast<char>(byte); }
  std::string text;
};

class CertificateWriter final : public BodySink {
 public:
  static Result<CertificateWriter> create(const std::string& path, Codec codec);
  CertificateWriter(CertificateWriter&&) noexcept;
  CertificateWriter& operator=(CertificateWriter&&) noexcept;
  CertificateWriter(const CertificateWriter&) = delete;
  CertificateWriter& operator=(const CertificateWriter&) = delete;
  ~CertificateWriter() override;

  using BodySink::put;
  void put(std::uint8_t byte) override;

  // Writes the rest, puts the header before the body and gives the file its name. A full disk met
  // on the way is reported here.
  Result<CertificateSize> finish(const CertificateHeader& header);

 private:
  struct State;
  explicit CertificateWriter(std::unique_ptr<State> state);
  void flush(bool last);

  std::unique_ptr<State> state_;
};

}  // namespace inarow
