#include "book/book_store.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <sqlite3.h>

#include <map>
#include <mutex>
#include <tuple>

#include "base/expects.hpp"
#include "base/quote.hpp"
#include "book/book_file.hpp"
#include "book/book_row.hpp"
#include "rules/notation.hpp"

namespace inarow {
namespace {

constexpr const char* columns =
    "p.id, p.key, p.way, p.lower, p.upper, p.source, p.claimed_lower, p.claimed_upper, "
    "p.estimate, p.visits, p.proof, p.disproof, p.best, p.marks, p.comment, p.checksum";
constexpr int column_count = 16;

std::optional<std::int64_t> number_at(SQLite::Statement& query, int column) {
  const SQLite::Column value = query.getColumn(column);
  if (value.isNull()) return std::nullopt;
  return value.getInt64();
}

std::string_view text_at(SQLite::Statement& query, int column) {
  const SQLite::Column value = query.getColumn(column);
  const void* bytes = value.getBlob();
  return {static_cast<const char*>(bytes), static_cast<std::size_t>(value.getBytes())};
}

template <class T>
void bind(SQLite::Statement& query, int place, const std::optional<T>& value) {
  if (value) {
    query.bind(place, *value);
  } else {
    query.bind(place);
  }
}

}  // namespace

std::string position_key(const std::vector<Stone>& canonical) {
  std::string key;
  const auto put = [&](unsigned number) {
    for (; number > 0x7f; number >>= 7) key += static_cast<char>((number & 0x7f) | 0x80);
    key += static_cast<char>(number);
  };
  for (const Stone& stone : canonical) {
    put(static_cast<unsigned>(stone.cell.x) * 2 + static_cast<unsigned>(index_of(stone.player)));
    put(static_cast<unsigned>(stone.cell.y));
  }
  return key;
}

struct BookStore::State {
  State(BookFile opened, std::string its_path, const GameSpec& its_spec, bool may_write)
      : file(std::move(opened)), path(std::move(its_path)), spec(its_spec), writes(may_write) {}

  BookFile file;
  SQLite::Database& database = *file.database;
  std::string path;
  GameSpec spec;
  bool writes;
  std::mutex mutex;

  SQLite::Statement select{database,
                           fmt::format("SELECT {} FROM position p WHERE key = ?", columns)};
  SQLite::Statement select_moves{
      database, fmt::format("SELECT {}, m.move FROM move m JOIN position p ON p.id = m.child "
                            "WHERE m.parent = ? ORDER BY m.number",
                            columns)};
  SQLite::Statement insert{database,
                           "INSERT INTO position VALUES "
                           "(NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "
                           "ON CONFLICT (key) DO NOTHING"};
  SQLite::Statement update{
      database,
      "UPDATE position SET lower = ?, upper = ?, source = ?, claimed_lower = ?, claimed_upper = ?, "
      "estimate = ?, visits = ?, proof = ?, disproof = ?, best = ?, marks = ?, comment = ?, "
      "checksum = ? WHERE id = ?"};
  SQLite::Statement insert_move{database,
                                "INSERT OR IGNORE INTO move VALUES (?, ?, "
                                "(SELECT count(*) FROM move WHERE parent = ?1), ?)"};
  std::map<std::int64_t, Provenance> sources{};
  std::map<std::tuple<std::string, std::string, std::string, std::string>, std::int64_t>
      source_ids{};

  [[noreturn]] void damaged(const std::string& what) const {
    throw BookError(fmt::format("{}: is damaged: {}", quoted(path, 200), what));
  }

  const Provenance& provenance(std::int64_t id) {
    const auto known = sources.find(id);
    if (known != sources.end()) return known->second;
    SQLite::Statement query(database,
                            "SELECT method, budget, version, certificate FROM source WHERE id = ?");
    query.bind(1, id);
    if (!query.executeStep()) damaged("a source is missing");
    const Provenance found{query.getColumn(0).getString(), query.getColumn(1).getString(),
                           query.getColumn(2).getString(), query.getColumn(3).getString()};
    return sources.emplace(id, found).first->second;
  }

  std::int64_t source_id(const Provenance& p) {
    const auto key = std::tuple(p.method, p.budget, p.version, p.certificate);
    const auto known = source_ids.find(key);
    if (known != source_ids.end()) return known->second;
    SQLite::Statement put(database, "INSERT OR IGNORE INTO source VALUES (NULL, ?, ?, ?, ?)");
    put.bind(1, p.method);
    put.bind(2, p.budget);
    put.bind(3, p.version);
    put.bind(4, p.certificate);
    put.exec();
    SQLite::Statement query(database,
                            "SELECT id FROM source WHERE method = ? AND budget = ? AND version = ? "
                            "AND certificate = ?");
    query.bind(1, p.method);
    query.bind(2, p.budget);
    query.bind(3, p.version);
    query.bind(4, p.certificate);
    if (!query.executeStep()) damaged("a source is missing");
    return source_ids.emplace(key, query.getColumn(0).getInt64()).first->second;
  }

  // The row that the query stands on; its checksum is looked at.
  BookRow row_of(SQLite::Statement& query) {
    BookRow row;
    row.id = query.getColumn(0).getInt64();
    row.key = text_at(query, 1);
    row.way = text_at(query, 2);
    row.lower = number_at(query, 3);
    row.upper = number_at(query, 4);
    row.source = number_at(query, 5);
    row.claimed_lower = number_at(query, 6);
    row.claimed_upper = number_at(query, 7);
    if (!query.getColumn(8).isNull()) row.estimate = query.getColumn(8).getDouble();
    row.visits = query.getColumn(9).getInt64();
    row.proof = number_at(query, 10);
    row.disproof = number_at(query, 11);
    row.best = text_at(query, 12);
    row.marks = text_at(query, 13);
    row.comment = text_at(query, 14);
    const Provenance none;
    if (row.checksum(row.source ? provenance(*row.source) : none) !=
        query.getColumn(15).getInt64()) {
      damaged(fmt::format("the checksum of position {} is wrong", row.id));
    }
    return row;
  }

  PositionFacts facts_of(const BookRow& row, const Symmetry& from_book) {
    PositionFacts facts = inarow::facts_of(row, from_book);
    if (row.source) facts.source = provenance(*row.source);
    return facts;
  }

  void set_row(BookRow& row, const PositionFacts& facts, const Symmetry& to_book) {
    set_facts(row, facts, to_book);
    row.source.reset();
    if (facts.proved) row.source = source_id(facts.source);
  }

  // From `lower` on, as both statements have them.
  int bind_facts(SQLite::Statement& query, int place, const BookRow& row) {
    for (const auto& number :
         {row.lower, row.upper, row.source, row.claimed_lower, row.claimed_upper}) {
      bind(query, place++, number);
    }
    bind(query, place++, row.estimate);
    query.bind(place++, row.visits);
    bind(query, place++, row.proof);
    bind(query, place++, row.disproof);
    query.bindNoCopy(place++, row.best);
    query.bindNoCopy(place++, row.marks);
    query.bindNoCopy(place++, row.comment);
    query.bind(place++, row.checksum(row.source ? provenance(*row.source) : Provenance{}));
    return place;
  }

  std::optional<BookRow> find(const std::string& key) {
    select.reset();
    select.bindNoCopy(1, key.data(), static_cast<int>(key.size()));
    if (!select.executeStep()) return std::nullopt;
    return row_of(select);
  }

  // Whatever SQLite says becomes a BookError in our words.
  template <class Do>
  auto guarded(Do&& what) -> decltype(what()) {
    try {
      return what();
    } catch (const SQLite::Exception& error) {
      const int code = error.getErrorCode();
      if (code == SQLITE_CORRUPT || code == SQLITE_NOTADB) damaged(error.what());
      throw BookError(fmt::format("{}: {}", quoted(path, 200), error.what()));
    } catch (const RowDamage& damage) {
      damaged(damage.what());
    }
  }
};

BookStore::BookStore(std::unique_ptr<State> state) : state_(std::move(state)) {}
BookStore::BookStore(BookStore&&) noexcept = default;
BookStore& BookStore::operator=(BookStore&&) noexcept = default;
BookStore::~BookStore() {
  if (!state_ || !state_->writes) return;
  // One file alone is easier to copy than three; with readers beside it stays as it is.
  try {
    state_->database.exec("PRAGMA optimize");
    state_->select.reset();
    state_->select_moves.reset();
    state_->database.exec("PRAGMA journal_mode = DELETE");
  } catch (const SQLite::Exception&) {  // NOLINT(bugprone-empty-catch): nothing is lost by it
  }
}

Result<GameSpec> BookStore::game_of(const std::string& path) { return book_game(path); }

Result<BookStore> BookStore::open(const std::string& path, const GameSpec& spec,
                                  BookAccess access) {
  const bool writes = access == BookAccess::write;
  Result<BookFile> file = BookFile::open(path, spec, writes);
  if (!file) return tl::unexpected<Error>(file.error());
  try {
    return BookStore(std::make_unique<State>(std::move(*file), path, spec, writes));
  } catch (const SQLite::Exception&) {
    // The tables are not those of its version.
    return failure(fmt::format("{}: is damaged", quoted(path, 200)));
  }
}

const GameSpec& BookStore::spec() const { return state_->spec; }
const std::string& BookStore::path() const { return state_->path; }

std::optional<PositionFacts> BookStore::find(const Game& game) const {
  EXPECTS(game.spec() == state_->spec);
  if (has_null_stones(game)) return std::nullopt;
  const CanonicalForm form = canonical_form(game.spec(), game.stones());
  const std::lock_guard guard(state_->mutex);
  return state_->guarded([&]() -> std::optional<PositionFacts> {
    const std::optional<BookRow> row = state_->find(position_key(form.stones));
    state_->select.reset();
    if (!row) return std::nullopt;
    return state_->facts_of(*row, inverse(form.to_canonical));
  });
}

std::vector<BookMove> BookStore::moves(const Game& game) const {
  EXPECTS(game.spec() == state_->spec);
  if (has_null_stones(game)) return {};
  const CanonicalForm form = canonical_form(game.spec(), game.stones());
  const Symmetry from_book = inverse(form.to_canonical);
  std::vector<BookMove> moves;
  const std::lock_guard guard(state_->mutex);
  state_->guarded([&] {
    const std::optional<BookRow> row = state_->find(position_key(form.stones));
    state_->select.reset();
    if (!row) return;
    std::vector<std::pair<Move, BookRow>> found;
    SQLite::Statement& query = state_->select_moves;
    query.reset();
    query.bind(1, row->id);
    while (query.executeStep()) {
      const auto move = move_of(text_at(query, column_count), from_book);
      if (!move) state_->damaged("a move of it is none");
      found.emplace_back(*move, state_->row_of(query));
    }
    query.reset();
    for (const auto& [move, child] : found) {
      Game after = game;
      if (!after.play(move)) state_->damaged("a move of it is not legal");
      const CanonicalForm child_form = canonical_form(after.spec(), after.stones());
      if (position_key(child_form.stones) != child.key) {
        state_->damaged("a move of it leads elsewhere");
      }
      moves.push_back({move, state_->facts_of(child, inverse(child_form.to_canonical))});
    }
  });
  return moves;
}

void BookStore::for_each(const Visit& visit) const {
  const std::lock_guard guard(state_->mutex);
  state_->guarded([&] {
    SQLite::Statement query(state_->database,
                            fmt::format("SELECT {} FROM position p ORDER BY id", columns));
    while (query.executeStep()) {
      const BookRow row = state_->row_of(query);
      const Result<Game> game = read_game(state_->spec, row.way);
      if (!game) state_->damaged(fmt::format("position {} cannot be reached", row.id));
      const CanonicalForm form = canonical_form(game->spec(), game->stones());
      if (position_key(form.stones) != row.key) {
        state_->damaged(fmt::format("position {} is another than it says", row.id));
      }
      if (!visit(*game, state_->facts_of(row, inverse(form.to_canonical)))) return;
    }
  });
}

Result<BookPlace> BookStore::store(const Game& game, const PositionFacts& facts, bool unite) {
  EXPECTS(state_->writes && game.spec() == state_->spec);
  if (has_null_stones(game)) {
    return failure("a position with stones that are not placed has no place in a book");
  }
  const CanonicalForm form = canonical_form(game.spec(), game.stones());
  const std::lock_guard guard(state_->mutex);
  return state_->guarded([&]() -> Result<BookPlace> {
    // Most positions of a bulk import are new, so that is tried first.
    BookRow fresh_row{.key = position_key(form.stones),
                      .way = format_moves(game.spec(), game.moves())};
    state_->set_row(fresh_row, facts, form.to_canonical);
    SQLite::Statement& insert = state_->insert;
    insert.reset();
    insert.bindNoCopy(1, fresh_row.key.data(), static_cast<int>(fresh_row.key.size()));
    insert.bind(2, game.stone_count());
    insert.bindNoCopy(3, fresh_row.way);
    state_->bind_facts(insert, 4, fresh_row);
    if (insert.exec() > 0) {
      return BookPlace{state_->database.getLastInsertRowid(), form.to_canonical};
    }
    std::optional<BookRow> row = state_->find(fresh_row.key);
    state_->select.reset();
    if (!row) state_->damaged("a position is in its index only");
    const PositionFacts old = state_->facts_of(*row, inverse(form.to_canonical));
    PositionFacts fresh = facts;
    if (unite) {
      Result<PositionFacts> both = united(old, facts);
      if (!both) {
        return failure(fmt::format("the position after {}: {}",
                                   row->way.empty() ? "no moves" : row->way, both.error().message));
      }
      fresh = std::move(*both);
    }
    if (!(fresh == old)) {
      state_->set_row(*row, fresh, form.to_canonical);
      SQLite::Statement& put = state_->update;
      put.reset();
      const int place = state_->bind_facts(put, 1, *row);
      put.bind(place, row->id);
      put.exec();
    }
    return BookPlace{row->id, form.to_canonical};
  });
}

Result<BookPlace> BookStore::put(const Game& game, const PositionFacts& facts) {
  return store(game, facts, true);
}
Result<BookPlace> BookStore::replace(const Game& game, const PositionFacts& facts) {
  return store(game, facts, false);
}

void BookStore::link(const BookPlace& from, const Move& move, const BookPlace& to) {
  EXPECTS(state_->writes);
  const std::lock_guard guard(state_->mutex);
  state_->guarded([&] {
    SQLite::Statement& put = state_->insert_move;
    put.reset();
    const std::string text = sorted_move_text(move, from.to_book);
    put.bind(1, from.id);
    put.bindNoCopy(2, text);
    put.bind(3, to.id);
    put.exec();
  });
}

BookStore::Batch::Batch(BookStore& store) : store_(store) {
  State& state = *store.state_;
  const std::lock_guard guard(state.mutex);
  state.guarded([&] { state.database.exec("BEGIN IMMEDIATE"); });
}

BookStore::Batch::~Batch() {
  if (done_) return;
  State& state = *store_.state_;
  const std::lock_guard guard(state.mutex);
  // Sources that were made in it are gone with it.
  state.sources.clear();
  state.source_ids.clear();
  try {
    state.database.exec("ROLLBACK");
  } catch (const SQLite::Exception&) {  // NOLINT(bugprone-empty-catch): SQLite has done it itself
  }
}

void BookStore::Batch::commit() {
  State& state = *store_.state_;
  const std::lock_guard guard(state.mutex);
  state.guarded([&] { state.database.exec("COMMIT"); });
  done_ = true;
}

std::string BookStore::note(const std::string& name) const {
  const std::lock_guard guard(state_->mutex);
  return state_->guarded([&] { return state_->file.note(name); });
}

void BookStore::set_note(const std::string& name, const std::string& text) {
  const std::lock_guard guard(state_->mutex);
  state_->guarded([&] {
    SQLite::Statement put(state_->database, "INSERT OR REPLACE INTO note VALUES (?, ?)");
    put.bind(1, name);
    put.bind(2, text);
    put.exec();
  });
}

void BookStore::add_growth(const Growth& growth) {
  const std::lock_guard guard(state_->mutex);
  state_->guarded([&] {
    SQLite::Statement put(state_->database, "INSERT INTO growth VALUES (?, ?, ?, ?)");
    put.bind(1, growth.unix_seconds);
    put.bind(2, static_cast<std::int64_t>(growth.positions));
    put.bind(3, static_cast<std::int64_t>(growth.proved));
    put.bind(4, growth.work_seconds);
    put.exec();
  });
}

std::vector<BookStore::Growth> BookStore::growth() const {
  std::vector<Growth> all;
  const std::lock_guard guard(state_->mutex);
  state_->guarded([&] {
    SQLite::Statement query(state_->database, "SELECT * FROM growth ORDER BY rowid");
    while (query.executeStep()) {
      all.push_back({query.getColumn(0).getInt64(),
                     static_cast<std::uint64_t>(query.getColumn(1).getInt64()),
                     static_cast<std::uint64_t>(query.getColumn(2).getInt64()),
                     query.getColumn(3).getDouble()});
    }
  });
  return all;
}

std::vector<BookStore::Depth> BookStore::depths() const {
  std::vector<Depth> depths;
  const std::lock_guard guard(state_->mutex);
  state_->guarded([&] {
    SQLite::Statement query(
        state_->database,
        "SELECT stones, count(*), total(lower > 0), total(lower = 0 AND upper = 0), "
        "total(upper < 0), total(lower <= 0 AND upper >= 0 AND NOT (lower = 0 AND upper = 0)), "
        "total(lower IS NULL AND claimed_lower IS NOT NULL) "
        "FROM position GROUP BY stones ORDER BY stones");
    while (query.executeStep()) {
      const auto number = [&](int column) {
        return static_cast<std::uint64_t>(query.getColumn(column).getInt64());
      };
      depths.push_back({query.getColumn(0).getInt(), number(1), number(2), number(3), number(4),
                        number(5), number(6)});
    }
  });
  return depths;
}

std::uint64_t BookStore::size() const {
  const std::lock_guard guard(state_->mutex);
  return state_->guarded([&] {
    return static_cast<std::uint64_t>(
        state_->database.execAndGet("SELECT count(*) FROM position").getInt64());
  });
}

std::optional<std::string> BookStore::damage() const {
  try {
    {
      const std::lock_guard guard(state_->mutex);
      SQLite::Database& db = state_->database;
      const std::string check = db.execAndGet("PRAGMA integrity_check(1)").getString();
      if (check != "ok") return fmt::format("{}: is damaged: {}", quoted(path(), 200), check);
      SQLite::Statement lost(db,
                             "SELECT count(*) FROM move WHERE parent NOT IN (SELECT id FROM "
                             "position) OR child NOT IN (SELECT id FROM position)");
      lost.executeStep();
      if (lost.getColumn(0).getInt64() > 0) {
        return fmt::format("{}: is damaged: moves lead to positions that are missing",
                           quoted(path(), 200));
      }
    }
    for_each([](const Game&, const PositionFacts&) { return true; });
    return std::nullopt;
  } catch (const std::exception& error) {
    return error.what();
  }
}

}  // namespace inarow
