#include "ask/tables.hpp"

#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cstdio>
#include <limits>

#include "ask/work.hpp"
#include "book/installed.hpp"
#include "search/alphabeta/analysis.hpp"
#include "search/threat_space/threat_search.hpp"

namespace inarow {
namespace {

std::size_t most_of_the_machine() {
  const auto pages = static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES));
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGE_SIZE));
  return pages * page / 4 * 3;
}

// What programs can still take before the system runs short of memory.
std::size_t free_memory() {
  // Lines such as "MemAvailable:   23456 kB" (proc(5)).
  unsigned long kilobytes = 0;
  if (std::FILE* const file = std::fopen("/proc/meminfo", "re"); file != nullptr) {
    char line[256];
    while (std::fgets(line, sizeof line, file) != nullptr &&
           std::sscanf(line, "MemAvailable: %lu", &kilobytes) != 1) {
    }
    std::fclose(file);
  }
  return kilobytes > 0 ? std::size_t{kilobytes} << 10 : most_of_the_machine() / 2;
}

// What is left of the memory beside the program, its libraries and each thread's own small table.
std::size_t left_of(const Work& work) {
  const auto threads = static_cast<std::size_t>(std::max(work.threads, work.seats));
  const std::size_t rest = program_bytes + threads * thread_bytes;
  return work.memory_bytes > rest + megabyte ? work.memory_bytes - rest : megabyte;
}

}  // namespace

std::size_t table_bytes_for(const Work& work, int empty_cells, int parts) {
  if (work.memory_bytes > 0) return left_of(work) / static_cast<std::size_t>(parts);
  // A larger table costs time to touch.
  constexpr int middle_of_a_game = 34;
  const int cells = work.many ? middle_of_a_game : empty_cells;
  const int doublings = std::clamp((cells - 30) / 4, 0, 7);
  return std::min((8 * megabyte) << doublings, most_of_the_machine());
}

std::size_t growing_table_bytes_for(const Work& work, int parts) {
  if (work.memory_bytes > 0) return left_of(work) / static_cast<std::size_t>(parts);
  // Once for all, so that the tables of later questions are as large as those kept from earlier
  // ones.
  static const std::size_t share = std::max(free_memory() / 4, 64 * megabyte);
  return share / static_cast<std::size_t>(parts);
}

std::size_t memory_for(const Work& work) {
  const std::size_t all = work.memory_bytes > 0 ? left_of(work) : most_of_the_machine();
  return all / static_cast<std::size_t>(work.seats);
}

std::size_t threat_entries_for(const Work& work) {
  using threats::ThreatLimits;
  const std::size_t most = memory_for(work) / 4 / ThreatLimits::bytes_an_entry;
  return std::min(ThreatLimits{}.table, std::bit_floor(std::max<std::size_t>(most, 1)));
}

Tables::Tables(const TablesOptions& options)
    : options_(options),
      pool_(options.all_bytes > 0 ? options.all_bytes : std::numeric_limits<std::size_t>::max()),
      players_(options.kept_players, options.table_bytes),
      engine_places_(options.engines_at_once) {}
Tables::~Tables() = default;

std::unique_ptr<Tables::EnginePlace> Tables::engine_place(const StopToken* stop) {
  constexpr auto look_at_stop = std::chrono::milliseconds(20);
  while (!stopped(stop)) {
    if (engine_places_.try_acquire_for(look_at_stop)) return std::make_unique<EnginePlace>(*this);
  }
  return nullptr;
}

std::shared_ptr<const DropGame> Tables::drop(const DropSpec& spec, bool rules,
                                             std::size_t table_bytes) {
  const std::size_t bytes = options_.table_bytes > 0 ? options_.table_bytes : table_bytes;
  const std::lock_guard lock(mutex_);
  if (std::shared_ptr<const DropGame> kept = find_kept(spec, rules, bytes)) return kept;
  auto fresh = std::make_shared<DropGame>(DropGame{spec, rules, nullptr, bytes});
  if (DropAnalyst::needs_engine(spec)) {
    forget_unused(bytes);
    fresh->lease = pool_.take(bytes);
    fresh->table_bytes = fresh->lease.bytes();
    fresh->engine =
        make_drop_engine(spec, fresh->table_bytes, rules ? RuleLimits{} : RuleLimits::never());
  }
  games_.push_front(std::move(fresh));
  if (games_.size() > options_.kept_games) games_.pop_back();
  return games_.front();
}

// One that is smaller than it could be now gives way.
std::shared_ptr<const DropGame> Tables::find_kept(const DropSpec& spec, bool rules,
                                                  std::size_t bytes) {
  const auto entry = std::find_if(games_.begin(), games_.end(), [&](const auto& game) {
    return game->spec == spec && game->rules == rules;
  });
  if (entry == games_.end()) return nullptr;
  if ((*entry)->engine != nullptr && (*entry)->table_bytes < pool_.offered(bytes)) {
    games_.erase(entry);
    return nullptr;
  }
  games_.splice(games_.begin(), games_, entry);
  return games_.front();
}

// Who is in use cannot be forgotten: its table would go on to take its bytes.
void Tables::forget_unused(std::size_t wanted) {
  for (auto game = games_.end(); game != games_.begin() && pool_.offered(wanted) < wanted;) {
    --game;
    if (game->use_count() == 1) game = games_.erase(game);
  }
}

const Tables::BookEntry& Tables::find_book(const DropSpec& spec) {
  const auto found = std::find_if(books_.begin(), books_.end(),
                                  [&](const BookEntry& entry) { return entry.spec == spec; });
  if (found != books_.end()) return *found;
  BookEntry entry{spec, nullptr, ""};
  Result<std::unique_ptr<DropBook>> book = installed_book(spec);
  if (book) {
    entry.book = std::move(*book);
  } else {
    entry.error = book.error().message;
  }
  return books_.emplace_back(std::move(entry));
}

std::shared_ptr<const DropBook> Tables::book(const DropSpec& spec) {
  const std::lock_guard lock(mutex_);
  return find_book(spec).book;
}

std::shared_ptr<const Books> Tables::books_of(const GameSpec& spec) {
  if (books() != nullptr && books()->has(spec)) return books();
  const std::lock_guard lock(mutex_);
  const auto [place, is_new] = own_stores_.try_emplace(spec.to_string());
  if (!is_new) return place->second;
  const std::string file = installed_book_file(spec);
  if (file.empty() || is_score_book(file)) return nullptr;
  // A damaged one is as good as none: what is searched is not wrong without it.
  if (Result<Books> store = Books::open({file})) {
    place->second = std::make_shared<const Books>(std::move(*store));
  }
  return place->second;
}

std::shared_ptr<const KnownScores> Tables::scores(const DropSpec& spec) {
  std::shared_ptr<const DropBook> own = book(spec);
  if (books() == nullptr || !books()->has(GameSpec(spec))) return own;
  return std::make_shared<BookScores>(books(), std::move(own));
}

std::string Tables::book_error(const DropSpec& spec) {
  const std::lock_guard lock(mutex_);
  return find_book(spec).error;
}

}  // namespace inarow
