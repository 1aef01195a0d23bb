#pragma once

// The SQLite file of a book: what makes it one, its schema and versions, and who may write to it.
// docs/formats/book-store.md describes the tables.

#include <memory>
#include <string>

#include "base/result.hpp"
#include "rules/game_spec.hpp"

namespace SQLite {
class Database;
}

namespace inarow {

// Who writes to a book has it locked. The lock is the system's and ends with the process; SQLite's
// own would have to be held against the readers too.
class WriterLock {
 public:
  WriterLock() = default;
  WriterLock(WriterLock&& other) noexcept;
  WriterLock& operator=(WriterLock&& other) noexcept;
  WriterLock(const WriterLock&) = delete;
  WriterLock& operator=(const WriterLock&) = delete;
  ~WriterLock();
  // Makes the file if there is none.
  static Result<WriterLock> take(const std::string& path);

 private:
  explicit WriterLock(int file) : file_(file) {}
  int file_ = -1;
};

struct BookFile {
  WriterLock lock;  // goes after the database
  std::unique_ptr<SQLite::Database> database;

  // As BookStore::open has it.
  static Result<BookFile> open(const std::string& path, const GameSpec& spec, bool writes);
  std::string note(const std::string& name) const;

  BookFile();
  BookFile(BookFile&&) noexcept;
  BookFile& operator=(BookFile&&) noexcept;
  ~BookFile();
};

// The game of a book.
Result<GameSpec> book_game(const std::string& path);

}  // namespace inarow
