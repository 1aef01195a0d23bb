#pragma once

// A book written to a file of a format that others read; docs/formats/book-files.md.
//
//   export_file(store, "openings.sgf", nullptr, nullptr)
//
//   .sgf         the tree of the book's moves with comments, marks and what is known
//   .lib         the same for RenLib (15x15, one stone a move)
//   .csv, .jsonl one position a record, with everything the book knows
//   .txt, -      the positions whose score is proved: "moves score" a line
//
// The file is there when all of it is written, or it is as it was before. Any other ending is
// refused.

#include <cstdint>
#include <string>

#include "base/stop.hpp"
#include "book/book_store.hpp"
#include "rules/observer.hpp"

namespace inarow {

struct ExportReport {
  std::uint64_t positions = 0;
  std::uint64_t moves = 0;     // that lead from one to another
  std::uint64_t left_out = 0;  // positions without a proved score, of plain scores
  std::uint64_t bytes = 0;
  bool stopped = false;  // before the end; then nothing was written
};

// Stop and observer may be null. What was put into the store and not committed need not be in it.
Result<ExportReport> export_file(const BookStore& store, const std::string& path,
                                 const StopToken* stop, Observer* observer);

// In messages and helps: the endings that are known.
inline constexpr const char* export_endings = ".sgf, .lib, .csv, .jsonl or .txt";

}  // namespace inarow
