#include "grid/tree_store.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <sqlite3.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/expects.hpp"
#include "base/quote.hpp"
#include "grid/broker.hpp"
#include "rules/notation.hpp"

namespace inarow::grid {
namespace {

using nlohmann::json;

constexpr int application_id = 0x696e6a74;  // "injt"
constexpr int schema_version = 1;

constexpr const char* schema = R"(
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE node (
  id INTEGER PRIMARY KEY,
  moves TEXT NOT NULL,
  chance REAL NOT NULL,
  expanded INTEGER NOT NULL,
  closed INTEGER NOT NULL,
  winner TEXT,
  reserve TEXT NOT NULL,
  proof BLOB NOT NULL
);
CREATE TABLE link (
  parent INTEGER NOT NULL,
  number INTEGER NOT NULL,
  move TEXT NOT NULL,
  child INTEGER NOT NULL,
  cut INTEGER NOT NULL,
  PRIMARY KEY (parent, number)
) WITHOUT ROWID;
)";

}  // namespace

struct TreeStore::State {
  SQLite::Database database;
  std::string path;
  std::string name;

  std::string meta(const char* key) {
    SQLite::Statement query(database, "SELECT value FROM meta WHERE name = ?");
    query.bind(1, key);
    return query.executeStep() ? query.getColumn(0).getString() : std::string();
  }
  void set_meta(const char* key, const std::string& value) {
    SQLite::Statement query(database, "INSERT OR REPLACE INTO meta VALUES (?, ?)");
    query.bind(1, key);
    query.bind(2, value);
    query.exec();
  }
};

TreeStore::TreeStore(std::unique_ptr<State> state) : state_(std::move(state)) {}
TreeStore::TreeStore(TreeStore&&) noexcept = default;
TreeStore& TreeStore::operator=(TreeStore&&) noexcept = default;
TreeStore::~TreeStore() = default;

const std::string& TreeStore::name() const { return state_->name; }

Result<TreeStore> TreeStore::open(const std::string& path, const Game& game, Player attacker) {
  const auto refuse = [&](const std::string& reason) {
    return failure(fmt::format("{}: {}", quoted(path), reason));
  };
  try {
    std::unique_ptr<State> state(
        new State{SQLite::Database(path, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE), path, {}});
    SQLite::Database& db = state->database;
    // Locked with the first access, until it is closed.
    db.exec("PRAGMA locking_mode = EXCLUSIVE");
    db.exec("PRAGMA journal_mode = WAL");
    db.exec("PRAGMA synchronous = NORMAL");
    db.exec("BEGIN IMMEDIATE");
    const int id = db.execAndGet("PRAGMA application_id").getInt();
    const int version = db.execAndGet("PRAGMA user_version").getInt();
    const bool empty = db.execAndGet("SELECT count(*) FROM sqlite_master").getInt() == 0;
    const std::string position = format_moves(game.spec(), game.moves());
    if (empty) {
      db.exec(schema);
      db.exec(fmt::format("PRAGMA application_id = {}", application_id));
      db.exec(fmt::format("PRAGMA user_version = {}", schema_version));
      state->set_meta("tree", random_name());
      state->set_meta("game", game.spec().to_string());
      state->set_meta("moves", position);
      state->set_meta("attacker", inarow::name_of(attacker));
      db.exec("COMMIT");
    } else {
      db.exec("COMMIT");
      if (id != application_id) return refuse("this is no file of a job-level search");
      if (version > schema_version) {
        return refuse(
            fmt::format("written by a later version of inarow (schema {}, this one knows {})",
                        version, schema_version));
      }
      if (db.execAndGet("PRAGMA quick_check").getString() != "ok") return refuse("is damaged");
      if (state->meta("game") != game.spec().to_string() || state->meta("moves") != position ||
          state->meta("attacker") != inarow::name_of(attacker)) {
        return refuse(fmt::format("is the tree of {} after {}, for {}; give another --tree",
                                  state->meta("game"),
                                  state->meta("moves").empty() ? "no moves" : state->meta("moves"),
                                  state->meta("attacker")));
      }
    }
    state->name = state->meta("tree");
    return TreeStore(std::move(state));
  } catch (const SQLite::Exception& error) {
    const int code = error.getErrorCode();
    if (code == SQLITE_BUSY || code == SQLITE_LOCKED) {
      return refuse("another search is at work on this tree");
    }
    if (code == SQLITE_NOTADB) return refuse("this is no file of a job-level search");
    if (code == SQLITE_CORRUPT) return refuse("is damaged");
    return refuse(error.what());
  }
}

TreeStore::Totals TreeStore::totals() const {
  Totals totals;
  const auto number = [&](const char* name) {
    const std::string text = state_->meta(name);
    return text.empty() ? 0.0 : std::stod(text);
  };
  totals.jobs = static_cast<std::uint64_t>(number("jobs"));
  totals.refused = static_cast<std::uint64_t>(number("refused"));
  totals.seconds = number("seconds");
  totals.client_seconds = number("client_seconds");
  return totals;
}

Result<void> TreeStore::load(ProofTree& tree, NodeProofs& proofs) {
  const auto damaged = [&] { return failure(fmt::format("{}: is damaged", quoted(state_->path))); };
  try {
    SQLite::Statement nodes(state_->database,
                            "SELECT id, moves, chance, expanded, closed, winner, reserve, proof "
                            "FROM node ORDER BY id");
    std::vector<TreeNode> read;
    std::vector<std::string> texts;
    while (nodes.executeStep()) {
      if (nodes.getColumn(0).getInt64() != static_cast<std::int64_t>(read.size())) return damaged();
      const Result<Game> game = read_game(tree.spec(), nodes.getColumn(1).getString());
      if (!game) return damaged();
      TreeNode node;
      node.moves = game->moves();
      node.attacker_to_move = game->to_move() == tree.attacker();
      node.chance = nodes.getColumn(2).getDouble();
      node.expanded = nodes.getColumn(3).getInt() != 0;
      node.closed = nodes.getColumn(4).getInt() != 0;
      if (!nodes.getColumn(5).isNull()) {
        node.winner = nodes.getColumn(5).getString() == "first" ? Player::first : Player::second;
      }
      for (const json& suggestion : json::parse(nodes.getColumn(6).getString())) {
        Suggestion s;
        for (const json& cell : suggestion.at("move")) {
          s.move.push_back({cell.at(0).get<int>(), cell.at(1).get<int>()});
        }
        s.chance = suggestion.at("chance").get<double>();
        node.reserve.push_back(std::move(s));
      }
      read.push_back(std::move(node));
      texts.push_back(nodes.getColumn(7).getString());
    }
    if (read.empty()) return {};
    tree.restore(std::move(read));
    for (NodeId id = 0; id < texts.size(); ++id) {
      if (!proofs.load(id, texts[id])) return damaged();
    }
    SQLite::Statement links(state_->database,
                            "SELECT parent, move, child, cut FROM link ORDER BY parent, number");
    while (links.executeStep()) {
      const auto parent = static_cast<NodeId>(links.getColumn(0).getInt64());
      const auto child = static_cast<NodeId>(links.getColumn(2).getInt64());
      Move move;
      for (const json& cell : json::parse(links.getColumn(1).getString())) {
        move.push_back({cell.at(0).get<int>(), cell.at(1).get<int>()});
      }
      if (parent >= tree.size() || child >= tree.size() ||
          !tree.restore_link(parent, move, child, links.getColumn(3).getInt() != 0)) {
        return damaged();
      }
    }
    tree.settle();
    return {};
  } catch (const std::exception&) {
    return damaged();
  }
}

Result<void> TreeStore::save(const ProofTree& tree, const NodeProofs& proofs,
                             const std::set<NodeId>& nodes, const Totals& totals) {
  const auto cells = [](const Move& move) {
    json list = json::array();
    for (const Cell cell : move) list.push_back({cell.x, cell.y});
    return list;
  };
  try {
    SQLite::Transaction transaction(state_->database);
    SQLite::Statement put(state_->database,
                          "INSERT OR REPLACE INTO node VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
    SQLite::Statement link(state_->database, "INSERT OR REPLACE INTO link VALUES (?, ?, ?, ?, ?)");
    for (const NodeId id : nodes) {
      const TreeNode& node = tree.node(id);
      json reserve = json::array();
      for (const Suggestion& s : node.reserve) {
        reserve.push_back({{"move", cells(s.move)}, {"chance", s.chance}});
      }
      const std::string proof = proofs.save(id);
      put.reset();
      put.bind(1, static_cast<std::int64_t>(id));
      put.bind(2, format_moves(tree.spec(), node.moves));
      put.bind(3, node.chance);
      put.bind(4, node.expanded ? 1 : 0);
      put.bind(5, node.closed ? 1 : 0);
      if (node.winner) {
        put.bind(6, inarow::name_of(*node.winner));
      } else {
        put.bind(6);
      }
      put.bind(7, reserve.dump());
      put.bind(8, proof.data(), static_cast<int>(proof.size()));
      put.exec();
      for (std::size_t i = 0; i < node.children.size(); ++i) {
        link.reset();
        link.bind(1, static_cast<std::int64_t>(id));
        link.bind(2, static_cast<std::int64_t>(i));
        link.bind(3, cells(node.children[i].move).dump());
        link.bind(4, static_cast<std::int64_t>(node.children[i].child));
        link.bind(5, node.children[i].cut ? 1 : 0);
        link.exec();
      }
    }
    state_->set_meta("jobs", std::to_string(totals.jobs));
    state_->set_meta("refused", std::to_string(totals.refused));
    state_->set_meta("seconds", std::to_string(totals.seconds));
    state_->set_meta("client_seconds", std::to_string(totals.client_seconds));
    transaction.commit();
    return {};
  } catch (const SQLite::Exception& error) {
    return failure(fmt::format("{}: {}", quoted(state_->path), error.what()));
  }
}

}  // namespace inarow::grid
