#pragma once

// The container of a certificate (docs/formats/certificate.md): the header's fields, and the body
// as a stream of bytes whose length and hash are checked on the way.

#include <array>
#include <cstdint>
#include <istream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "sha256.hpp"

namespace check {

// What the checker counts while it follows a proof; the header must say the same. Positions are
// bytes that give a move (or stand at an opponent's root); the others are explained in the format.
enum Count { positions, wins, held, dead, repeats, rule_leaves };
inline constexpr std::array count_names{"positions", "wins",    "held",
                                        "dead",      "repeats", "rule-leaves"};
using Counts = std::array<std::uint64_t, count_names.size()>;

struct Header {
  std::string game;
  std::vector<int> moves;                  // columns from 0; not yet known to be legal
  std::vector<std::pair<int, int>> cells;  // the same of placement games: the stones, x and y
  std::string claim;
  int player = 0;  // for whom: 0 is who begins
  int score = 0;
  std::string method;  // how it was made; free text
  Counts counts{};
  bool compressed = false;
  std::uint64_t length = 0;  // of the body, uncompressed
  std::string sha256;
};

// Reads the header up to and with the empty line; throws Unreadable.
Header read_header(std::istream& file);

class Body {
 public:
  Body(std::istream& file, const Header& header);
  ~Body();
  Body(const Body&) = delete;
  Body& operator=(const Body&) = delete;

  std::uint8_t next();
  std::uint64_t place() const { return place_; }  // bytes read so far
  // Throws unless everything has been read, nothing follows and the hash is right.
  void finish();

 private:
  void refill();
  std::size_t read_file(std::vector<std::uint8_t>& buffer);

  struct Decoder;
  std::istream& file_;
  std::uint64_t length_;
  std::string expected_hash_;
  std::unique_ptr<Decoder> decoder_;  // null if the body is not compressed
  std::vector<std::uint8_t> buffer_;
  std::size_t used_ = 0;
  std::size_t filled_ = 0;
  std::uint64_t place_ = 0;
  std::uint64_t produced_ = 0;
  Sha256 hash_;
};

}  // namespace check
