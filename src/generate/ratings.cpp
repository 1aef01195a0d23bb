#include "generate/ratings.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <sqlite3.h>

#include <cstdlib>
#include <filesystem>

#include "base/quote.hpp"
#include "generate/grade.hpp"

namespace inarow::puzzles {
namespace {

constexpr int application_id = 0x696e7072;  // "inpr"
constexpr int schema_version = 1;

constexpr const char* schema = R"(
CREATE TABLE rating (
  kind TEXT NOT NULL CHECK (kind IN ('person', 'puzzle')),
  name TEXT NOT NULL,
  rating REAL NOT NULL,
  deviation REAL NOT NULL,
  volatility REAL NOT NULL,
  solved INTEGER NOT NULL,
  failed INTEGER NOT NULL,
  PRIMARY KEY (kind, name)
) WITHOUT ROWID;
CREATE TABLE result (
  id INTEGER PRIMARY KEY,
  person TEXT NOT NULL,
  puzzle TEXT NOT NULL,
  solved INTEGER NOT NULL,
  at TEXT NOT NULL DEFAULT (datetime('now'))
);
)";

RatedName row_of(SQLite::Statement& query) {
  RatedName row;
  row.name = query.getColumn(0).getString();
  row.rating = {query.getColumn(1).getDouble(), query.getColumn(2).getDouble(),
                query.getColumn(3).getDouble()};
  row.solved = query.getColumn(4).getInt();
  row.failed = query.getColumn(5).getInt();
  return row;
}

}  // namespace

std::string default_rating_file() {
  const char* const data = std::getenv("XDG_DATA_HOME");
  if (data != nullptr && *data != '\0') return std::string(data) + "/inarow/puzzle-ratings.db";
  const char* const home = std::getenv("HOME");
  return std::string(home == nullptr ? "." : home) + "/.local/share/inarow/puzzle-ratings.db";
}

struct RatingStore::State {
  SQLite::Database database;
  std::string path;

  std::optional<RatedName> find(const char* kind, const std::string& name) {
    SQLite::Statement query(database,
                            "SELECT name, rating, deviation, volatility, solved, failed "
                            "FROM rating WHERE kind = ? AND name = ?");
    query.bind(1, kind);
    query.bind(2, name);
    if (!query.executeStep()) return std::nullopt;
    return row_of(query);
  }
  void put(const char* kind, const RatedName& row) {
    SQLite::Statement query(database, "INSERT OR REPLACE INTO rating VALUES (?, ?, ?, ?, ?, ?, ?)");
    query.bind(1, kind);
    query.bind(2, row.name);
    query.bind(3, row.rating.rating);
    query.bind(4, row.rating.deviation);
    query.bind(5, row.rating.volatility);
    query.bind(6, row.solved);
    query.bind(7, row.failed);
    query.exec();
  }
  std::vector<RatedName> list(const char* kind) {
    SQLite::Statement query(database,
                            "SELECT name, rating, deviation, volatility, solved, failed "
                            "FROM rating WHERE kind = ? ORDER BY rating DESC, name");
    query.bind(1, kind);
    std::vector<RatedName> rows;
    while (query.executeStep()) rows.push_back(row_of(query));
    return rows;
  }
  RatedName of_puzzle(const Puzzle& puzzle) {
    if (std::optional<RatedName> known = find("puzzle", puzzle.id)) return *known;
    RatedName fresh;
    fresh.name = puzzle.id;
    fresh.rating.rating = first_rating(puzzle.grade);
    return fresh;
  }
  tl::unexpected<Error> failed(const SQLite::Exception& error) const {
    return failure(fmt::format("{}: {}", quoted(path), error.what()));
  }
};

RatingStore::RatingStore(std::unique_ptr<State> state) : state_(std::move(state)) {}
RatingStore::RatingStore(RatingStore&&) noexcept = default;
RatingStore& RatingStore::operator=(RatingStore&&) noexcept = default;
RatingStore::~RatingStore() = default;

Result<RatingStore> RatingStore::open(const std::string& path) {
  const auto refuse = [&](const std::string& reason) {
    return failure(fmt::format("{}: {}", quoted(path), reason));
  };
  std::error_code error;
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  if (!folder.empty()) std::filesystem::create_directories(folder, error);
  try {
    std::unique_ptr<State> state(
        new State{SQLite::Database(path, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE), path});
    SQLite::Database& db = state->database;
    constexpr int patience_ms = 5000;
    db.setBusyTimeout(patience_ms);
    db.exec("BEGIN IMMEDIATE");
    const bool empty = db.execAndGet("SELECT count(*) FROM sqlite_master").getInt() == 0;
    const int id = db.execAndGet("PRAGMA application_id").getInt();
    const int version = db.execAndGet("PRAGMA user_version").getInt();
    if (empty) {
      db.exec(schema);
      db.exec(fmt::format("PRAGMA application_id = {}", application_id));
      db.exec(fmt::format("PRAGMA user_version = {}", schema_version));
    }
    db.exec("COMMIT");
    if (!empty && id != application_id) return refuse("this is no file of puzzle ratings");
    if (!empty && version > schema_version) {
      return refuse(
          fmt::format("written by a later version of inarow (schema {}, this one knows "
                      "{})",
                      version, schema_version));
    }
    return RatingStore(std::move(state));
  } catch (const SQLite::Exception& problem) {
    if (problem.getErrorCode() == SQLITE_NOTADB) return refuse("this is no file of puzzle ratings");
    return refuse(problem.what());
  }
}

Result<RatingStore::Change> RatingStore::add(const std::string& person, const Puzzle& puzzle,
                                             bool solved) {
  try {
    SQLite::Transaction transaction(state_->database);
    Change change;
    change.person = state_->find("person", person).value_or(RatedName{person, {}, 0, 0});
    change.puzzle = state_->of_puzzle(puzzle);
    const Rating before = change.person.rating;
    const Rating puzzle_before = change.puzzle.rating;
    change.expected = expected_score(before, puzzle_before);
    change.person.rating = updated(before, {{puzzle_before, solved ? 1.0 : 0.0}});
    change.puzzle.rating = updated(puzzle_before, {{before, solved ? 0.0 : 1.0}});
    ++(solved ? change.person.solved : change.person.failed);
    ++(solved ? change.puzzle.solved : change.puzzle.failed);
    state_->put("person", change.person);
    state_->put("puzzle", change.puzzle);
    SQLite::Statement query(state_->database,
                            "INSERT INTO result (person, puzzle, solved) VALUES (?, ?, ?)");
    query.bind(1, person);
    query.bind(2, puzzle.id);
    query.bind(3, solved ? 1 : 0);
    query.exec();
    transaction.commit();
    return change;
  } catch (const SQLite::Exception& error) {
    return state_->failed(error);
  }
}

Result<RatedName> RatingStore::puzzle(const Puzzle& puzzle) {
  try {
    return state_->of_puzzle(puzzle);
  } catch (const SQLite::Exception& error) {
    return state_->failed(error);
  }
}

Result<std::vector<RatedName>> RatingStore::people() {
  try {
    return state_->list("person");
  } catch (const SQLite::Exception& error) {
    return state_->failed(error);
  }
}

Result<std::vector<RatedName>> RatingStore::puzzles() {
  try {
    return state_->list("puzzle");
  } catch (const SQLite::Exception& error) {
    return state_->failed(error);
  }
}

}  // namespace inarow::puzzles
