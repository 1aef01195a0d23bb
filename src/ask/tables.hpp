#pragma once

// What outlives a question: the solver's tables and the books of the games asked about lately, and
// players whose strategy took time to find. Entries of tables are facts, so sharing them between
// questions, threads and doors is sound. Thread-safe.
//
//   Tables tables({.table_bytes = 256 << 20});
//   std::shared_ptr<const DropGame> game = tables.drop(spec, {}, 0);
//   game->engine->make_worker(...)

#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <semaphore>
#include <string>
#include <vector>

#include "base/memory_pool.hpp"
#include "base/stop.hpp"
#include "book/position_book.hpp"
#include "match/kept_players.hpp"
#include "search/alphabeta/drop_engine.hpp"

namespace inarow {

struct TablesOptions {
  std::size_t table_bytes = 0;  // of each solver's table at most; 0: as the question asks
  std::size_t all_bytes = 0;    // of all solvers' tables, also of those in use; 0: any number
  std::size_t kept_games = 4;
  std::size_t kept_players = 16;
  std::shared_ptr<const Books> books = {};   // to be asked first; may be null
  std::vector<ExternalEngine> engines = {};  // programs of other authors that may play
  int engines_at_once = 4;                   // of them that think at a time
};

// Who still works with a game that is no longer kept keeps it alive.
struct DropGame {
  DropSpec spec;
  bool rules = true;
  std::shared_ptr<DropEngine> engine;  // null if the game needs none
  std::size_t table_bytes = 0;
  MemoryPool::Lease lease = {};
};

class Tables {
 public:
  explicit Tables(const TablesOptions& options = {});
  ~Tables();
  Tables(const Tables&) = delete;
  Tables& operator=(const Tables&) = delete;

  // The solver of a drop game of finite height; with Allis's rules in it or without. If the
  // options leave it open, its table may grow to `table_bytes` at least: a kept one that may not
  // gives way.
  std::shared_ptr<const DropGame> drop(const DropSpec& spec, bool rules, std::size_t table_bytes);

  // The book that comes with the program; null if there is none or it is damaged (then `book_error`
  // says so).
  std::shared_ptr<const DropBook> book(const DropSpec& spec);
  // What somebody brought along; may be null.
  const std::shared_ptr<const Books>& books() const { return options_.books; }
  // These, or else the store that comes with the program; null if neither has this game.
  std::shared_ptr<const Books> books_of(const GameSpec& spec);
  // The exact scores of both; null if neither has this game.
  std::shared_ptr<const KnownScores> scores(const DropSpec& spec);
  std::string book_error(const DropSpec& spec);

  KeptPlayers& players() { return players_; }
  const std::vector<ExternalEngine>& engines() const { return options_.engines; }

  // A place for a program of another author to think. Waits until there is one; null if the stop
  // comes first.
  class EnginePlace {
   public:
    explicit EnginePlace(Tables& tables) : tables_(tables) {}
    ~EnginePlace() { tables_.engine_places_.release(); }
    EnginePlace(const EnginePlace&) = delete;
    EnginePlace& operator=(const EnginePlace&) = delete;

   private:
    Tables& tables_;
  };
  std::unique_ptr<EnginePlace> engine_place(const StopToken* stop);

  // Of each solver's table, and of all kept players together; 0: as the question asks.
  std::size_t table_bytes() const { return options_.table_bytes; }

 private:
  struct BookEntry {
    DropSpec spec;
    std::shared_ptr<const DropBook> book;
    std::string error;
  };
  // All of these under the lock.
  const BookEntry& find_book(const DropSpec& spec);
  std::shared_ptr<const DropGame> find_kept(const DropSpec& spec, bool rules, std::size_t bytes);
  void forget_unused(std::size_t wanted);

  TablesOptions options_;
  MemoryPool pool_;  // before the games, which have leases
  std::mutex mutex_;
  std::list<std::shared_ptr<const DropGame>> games_;  // the last used one first
  std::list<BookEntry> books_;                        // all that were asked for: they are few
  std::map<std::string, std::shared_ptr<const Books>> own_stores_;  // likewise, by their game
  KeptPlayers players_;
  std::counting_semaphore<> engine_places_;
};

}  // namespace inarow
