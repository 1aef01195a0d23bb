#pragma once

// The opening book of a drop game: the exact scores of all unfinished positions up to a number of
// plies, one for each pair of mirror images. docs/formats/book.md describes the file.
//
// Exact: built by the solver, protected by a checksum; a damaged file is refused as a whole.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/stop.hpp"
#include "rules/observer.hpp"
#include "search/alphabeta/analysis.hpp"

namespace inarow {

struct BookEntry {
  Word64 key = 0;  // DropBoard::canonical_key
  std::int8_t score = 0;
};

class DropBook final : public KnownScores {
 public:
  static Result<DropBook> parse(std::string_view bytes);
  static Result<DropBook> load(const std::string& path);
  std::string serialise() const;

  DropBook(const DropSpec& spec, int plies, std::string recipe);

  const DropSpec& spec() const { return spec_; }
  int plies() const { return static_cast<int>(by_ply_.size()) - 1; }
  const std::string& recipe() const { return recipe_; }
  const std::vector<std::vector<BookEntry>>& by_ply() const { return by_ply_; }
  std::vector<BookEntry>& entries_of_ply(int ply) { return by_ply_[static_cast<std::size_t>(ply)]; }

  std::optional<int> score(const Game& game) const override;
  std::optional<int> score(const DropStones& stones) const;

 private:
  DropSpec spec_;
  std::string recipe_;
  std::vector<std::vector<BookEntry>> by_ply_;  // each sorted by key
};

// Whether the file begins as such a book does; false if it cannot be read.
bool is_score_book(const std::string& path);

// Books are for flat drop games of at most 64 bits that need a search; says so of any other.
Result<void> expect_book_game(const GameSpec& spec);

// Moves that lead to the position of an entry.
MoveList moves_to(const DropSpec& spec, int ply, const BookEntry& entry);

struct BookBuildOptions {
  int plies = 8;
  int threads = 1;
  std::size_t table_bytes = 0;
  std::string journal;  // finished scores are appended here, so that a build can go on later
};

// Builds a book; nothing if it was stopped (the journal has what is done). The board must have at
// most 64 bits and be flat.
Result<std::optional<DropBook>> build_drop_book(const DropSpec& spec,
                                                const BookBuildOptions& options,
                                                const StopToken& stop, Observer& observer);

}  // namespace inarow
