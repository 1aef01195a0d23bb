#pragma once

// A file of another program, or of another book, put into a book; docs/formats/book-files.md.
//
//   import_file(store, "openings.lib", {}, nullptr, nullptr)
//
//   .sgf         games with variations, all dialects of rules/game_tree.hpp, several games a file
//   .lib         RenLib's libraries
//   .csv, .jsonl one position a record
//   .txt         "moves score" a line
//   .book        exact scores of a drop game (book/drop_book.hpp)
//
// Soundness: what a file says is claimed, not proved, unless the caller trusts it. Only the exact
// scores of a .book, which this program has made, are proved.
//
// All of a file is put into the store or nothing: who reads a bad byte on the last line has changed
// nothing. All but .sgf and .book take no more memory for a larger file.

#include <cstdint>
#include <string>
#include <vector>

#include "base/stop.hpp"
#include "book/book_store.hpp"
#include "rules/observer.hpp"

namespace inarow {

struct ImportOptions {
  // What the file says without "claimed" is proved; its source is what the file says of it, or
  // "imported" and the file's name.
  bool trust = false;
};

struct ImportReport {
  std::uint64_t positions = 0;      // of the file
  std::uint64_t new_positions = 0;  // that the book did not have
  std::uint64_t moves = 0;          // from one of its positions to another
  std::uint64_t contradictions =
      0;  // positions of which the book knew the contrary, and still does
  std::vector<std::string> contradicting{};  // some of them, in words
  std::uint64_t skipped = 0;  // empty lines; moves after a pass or after the end of a game
  bool stopped = false;       // before the end; then nothing was put
};

// Stop and observer may be null. Must not be called within a Batch of the store.
Result<ImportReport> import_file(BookStore& store, const std::string& path,
                                 const ImportOptions& options, const StopToken* stop,
                                 Observer* observer);

// In messages and helps: the endings that are known.
inline constexpr const char* import_endings = ".sgf, .lib, .csv, .jsonl, .txt or .book";

}  // namespace inarow
