#pragma once

// What a book knows of a position, as plain data, and how two books' knowledge becomes one.
//
// Soundness: `proved` was found by this program's search, or by a certificate that it verified (or
// is said so by a book of this program whose maker one trusts; `book verify` works it out again).
// What a file of another program says is `claimed` and never counts as proved. Estimates are
// guesses.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "rules/bounds.hpp"
#include "rules/game_spec.hpp"

namespace inarow {

// All scores that are possible in the game.
Bounds any_score(const GameSpec& spec);
// The bounds that a value alone gives.
Bounds bounds_of_value(const GameSpec& spec, GameValue value);

// Where a proved fact comes from.
struct Provenance {
  std::string method{};       // alphabeta, threat, job-level, certificate, children, ...
  std::string budget{};       // in words: "exact", "order 2, 1 s a job"
  std::string version{};      // of the program
  std::string certificate{};  // its SHA-256, if there is one
  friend bool operator==(const Provenance&, const Provenance&) = default;
};

struct BoardMark {
  Cell cell{};
  std::string text{};  // a label; empty: a plain mark
  friend bool operator==(const BoardMark&, const BoardMark&) = default;
};

// How far the win of the player to move is from being proved and refuted.
struct BookProofNumbers {
  std::uint64_t proof = 1;
  std::uint64_t disproof = 1;
  friend bool operator==(const BookProofNumbers&, const BookProofNumbers&) = default;
};

struct PositionFacts {
  std::optional<Bounds> proved{};
  Provenance source{};  // of `proved`
  std::optional<Bounds> claimed{};
  std::optional<double> estimate{};  // the chance of the player to move, 0 to 1
  std::uint64_t visits = 0;          // positions below it that growing has looked at
  std::optional<BookProofNumbers> numbers{};
  std::vector<Move> best{};
  std::vector<BoardMark> marks{};
  std::string comment{};
  friend bool operator==(const PositionFacts&, const PositionFacts&) = default;
};

// Both together. Bounds are intersected, so that nothing that is proved is lost; the certificate is
// kept where both know the same; of estimates, the one with more visits counts; different comments
// follow each other, marks and best moves are united. An error if they contradict each other:
// proved facts that exclude each other.
Result<PositionFacts> united(const PositionFacts& mine, const PositionFacts& other);

}  // namespace inarow
