#include "book/book_file.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sqlite3.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

#include "base/quote.hpp"
#include "book/book_store.hpp"

namespace inarow {
namespace {

constexpr int application_id = 0x696e626b;  // "inbk"

// The step from each version of the schema to the next; the first makes a book of an empty file.
constexpr std::array migrations = {
    R"(
CREATE TABLE note (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE source (
  id INTEGER PRIMARY KEY,
  method TEXT NOT NULL,
  budget TEXT NOT NULL,
  version TEXT NOT NULL,
  certificate TEXT NOT NULL,
  UNIQUE (method, budget, version, certificate)
);
CREATE TABLE position (
  id INTEGER PRIMARY KEY,
  key BLOB NOT NULL UNIQUE,
  stones INTEGER NOT NULL,
  way TEXT NOT NULL,
  lower INTEGER,
  upper INTEGER,
  source INTEGER REFERENCES source (id),
  claimed_lower INTEGER,
  claimed_upper INTEGER,
  estimate REAL,
  visits INTEGER NOT NULL,
  proof INTEGER,
  disproof INTEGER,
  best TEXT NOT NULL,
  marks TEXT NOT NULL,
  comment TEXT NOT NULL,
  checksum INTEGER NOT NULL
);
CREATE TABLE move (
  parent INTEGER NOT NULL REFERENCES position (id),
  move TEXT NOT NULL,
  number INTEGER NOT NULL,
  child INTEGER NOT NULL REFERENCES position (id),
  PRIMARY KEY (parent, move)
) WITHOUT ROWID;
CREATE TABLE growth (
  unix_seconds INTEGER NOT NULL,
  positions INTEGER NOT NULL,
  proved INTEGER NOT NULL,
  work_seconds REAL NOT NULL
);
)",
};

constexpr int latest_version = BookStore::schema_version;
static_assert(migrations.size() == latest_version);

std::string meta(SQLite::Database& database, const std::string& name) {
  SQLite::Statement query(database, "SELECT value FROM note WHERE name = ?");
  query.bind(1, name);
  return query.executeStep() ? query.getColumn(0).getString() : std::string();
}

// Whether this is a book of a version that is known; the reason if it is not.
std::optional<std::string> complaint(SQLite::Database& db, const std::string& path) {
  if (db.execAndGet("PRAGMA application_id").getInt() != application_id) {
    return "this is no book of inarow";
  }
  const int version = db.execAndGet("PRAGMA user_version").getInt();
  if (version > latest_version) {
    return fmt::format("written by a later version of inarow (schema {}, this one knows {})",
                       version, latest_version);
  }
  // A file that was cut off is found here, and not only where it is cut.
  std::error_code error;
  const auto size = std::filesystem::file_size(path, error);
  const auto journal = std::filesystem::file_size(path + "-wal", error);
  const bool is_alone = error || journal == 0;
  const auto pages = static_cast<std::uintmax_t>(db.execAndGet("PRAGMA page_count").getInt64());
  const auto bytes = static_cast<std::uintmax_t>(db.execAndGet("PRAGMA page_size").getInt64());
  if (is_alone && size < pages * bytes) return "is damaged: it is cut off";
  return std::nullopt;
}

std::string in_words(const SQLite::Exception& error) {
  switch (error.getErrorCode()) {
    case SQLITE_NOTADB:
      return "this is no book of inarow";
    case SQLITE_CORRUPT:
      return "is damaged";
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return "somebody else is writing to this book";
    default:
      return error.what();
  }
}

void migrate(SQLite::Database& db, int version, const GameSpec& spec) {
  if (version == latest_version) return;
  SQLite::Transaction transaction(db);
  for (int v = version; v < latest_version; ++v) db.exec(migrations[static_cast<std::size_t>(v)]);
  db.exec(fmt::format("PRAGMA application_id = {}", application_id));
  db.exec(fmt::format("PRAGMA user_version = {}", latest_version));
  if (version == 0) {
    SQLite::Statement put(db, "INSERT INTO note VALUES ('game', ?), ('made by', ?)");
    put.bind(1, spec.to_string());
    put.bind(2, "inarow " INAROW_VERSION);
    put.exec();
  }
  transaction.commit();
}

}  // namespace

WriterLock::WriterLock(WriterLock&& other) noexcept : file_(std::exchange(other.file_, -1)) {}
WriterLock& WriterLock::operator=(WriterLock&& other) noexcept {
  std::swap(file_, other.file_);
  return *this;
}
WriterLock::~WriterLock() {
  if (file_ >= 0) ::close(file_);
}

Result<WriterLock> WriterLock::take(const std::string& path) {
  WriterLock lock(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644));
  if (lock.file_ < 0) return failure(std::strerror(errno));
  if (::flock(lock.file_, LOCK_EX | LOCK_NB) != 0) {
    return failure("somebody else is writing to this book");
  }
  return lock;
}

BookFile::BookFile() = default;
BookFile::BookFile(BookFile&&) noexcept = default;
BookFile& BookFile::operator=(BookFile&&) noexcept = default;
BookFile::~BookFile() { database.reset(); }

std::string BookFile::note(const std::string& name) const { return meta(*database, name); }

Result<GameSpec> book_game(const std::string& path) {
  const auto refuse = [&](const std::string& reason) {
    return failure(fmt::format("{}: {}", quoted(path, 200), reason));
  };
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return refuse("there is no such file");
  try {
    SQLite::Database db(path, SQLite::OPEN_READONLY);
    if (const auto reason = complaint(db, path)) return refuse(*reason);
    return GameSpec::parse(meta(db, "game"));
  } catch (const SQLite::Exception& failed) {
    return refuse(in_words(failed));
  }
}

Result<BookFile> BookFile::open(const std::string& path, const GameSpec& spec, bool writes) {
  const auto refuse = [&](const std::string& reason) {
    return failure(fmt::format("{}: {}", quoted(path, 200), reason));
  };
  std::error_code error;
  if (!writes && !std::filesystem::exists(path, error)) return refuse("there is no such file");
  BookFile file;
  if (writes) {
    Result<WriterLock> taken = WriterLock::take(path);
    if (!taken) return refuse(taken.error().message);
    file.lock = std::move(*taken);
  }
  try {
    file.database = std::make_unique<SQLite::Database>(
        path, writes ? SQLite::OPEN_READWRITE : SQLite::OPEN_READONLY);
    SQLite::Database& db = *file.database;
    db.setBusyTimeout(5000);
    const bool empty = writes && std::filesystem::file_size(path, error) == 0 &&
                       db.execAndGet("SELECT count(*) FROM sqlite_master").getInt() == 0;
    int version = 0;
    if (!empty) {
      if (const auto reason = complaint(db, path)) return refuse(*reason);
      if (file.note("game") != spec.to_string()) {
        return refuse(fmt::format("is a book of {}, not of {}", printable(file.note("game")),
                                  spec.to_string()));
      }
      version = db.execAndGet("PRAGMA user_version").getInt();
      if (version < latest_version && !writes) {
        return refuse("is of an older version; any command that writes to it brings it up to date");
      }
      // Who only looks something up is protected by the rows' own checksums.
      if (writes && db.execAndGet("PRAGMA quick_check").getString() != "ok") {
        return refuse("is damaged");
      }
    }
    if (writes) {
      db.exec("PRAGMA journal_mode = WAL");
      db.exec("PRAGMA synchronous = NORMAL");
      db.exec("PRAGMA cache_size = -65536");
      migrate(db, version, spec);
    }
    return file;
  } catch (const SQLite::Exception& failed) {
    return refuse(in_words(failed));
  }
}

}  // namespace inarow
