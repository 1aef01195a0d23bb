#include "match/tournament/tournament.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <thread>

#include "base/files.hpp"
#include "base/quote.hpp"
#include "base/sha256.hpp"
#include "match/registry.hpp"
#include "match/tournament/openings.hpp"
#include "rules/notation.hpp"

namespace inarow::tournament {
namespace {

namespace fs = std::filesystem;

// What must not change between two runs: the file, the openings that somebody wrote, the programs
// of the command line.
std::string fingerprint_of(const TournamentSetting& setting, const std::string& openings) {
  std::string all = setting.text + '\n' + openings;
  for (const ExternalEngine& engine : setting.engines) {
    all += fmt::format("\n{}={}", engine.name, engine.command);
  }
  return to_hex(sha256(all));
}

// Random openings are those of the first run: which ones a short proof search throws away depends
// on the machine.
Result<std::vector<Game>> random_openings(const Plan& plan, const std::string& path,
                                          const StopToken* stop) {
  std::error_code ignored;
  if (fs::exists(path, ignored)) return read_openings(plan.game, path);
  Result<std::vector<Game>> openings = make_openings(plan, "", stop);
  if (!openings) return openings;
  const Result<void> written = write_whole_file(path, openings_text(*openings));
  if (!written) return tl::unexpected<Error>(written.error());
  return openings;
}

}  // namespace

Result<std::unique_ptr<Tournament>> Tournament::open(Plan plan, const TournamentSetting& setting) {
  std::unique_ptr<Tournament> tournament(new Tournament(std::move(plan)));
  Tournament& t = *tournament;
  t.folder_ = setting.folder;
  t.engines_ = setting.engines;
  if (const auto fault = fault_of_engines(t.engines_)) return failure(*fault);
  if (const auto obstacle = obstacle_of(t.plan_, t.engines_)) return failure(*obstacle);
  const bool random = t.plan_.openings.random > 0;
  Result<std::vector<Game>> openings = std::vector<Game>();
  if (!random) openings = make_openings(t.plan_, setting.beside, setting.stop);
  if (!openings) return tl::unexpected<Error>(openings.error());

  std::error_code error;
  fs::create_directories(t.folder_, error);
  if (error || !fs::is_directory(t.folder_, error)) {
    return failure(fmt::format("cannot make the folder {}: {}", printable(t.folder_),
                               error ? error.message() : "there is a file of this name"));
  }
  const std::string path = t.folder_ + "/log.jsonl";
  Result<GameLog> log = GameLog::open(path, fingerprint_of(setting, openings_text(*openings)));
  if (!log) return tl::unexpected<Error>(log.error());
  if (random) openings = random_openings(t.plan_, t.folder_ + "/openings.txt", setting.stop);
  if (!openings) return tl::unexpected<Error>(openings.error());
  t.openings_ = std::move(*openings);
  Result<std::vector<Pairing>> schedule = make_schedule(t.plan_, t.openings_.size());
  if (!schedule) return tl::unexpected<Error>(schedule.error());
  t.schedule_ = std::move(*schedule);
  t.begun_.assign(t.schedule_.size(), false);
  for (std::size_t i = 0; i < log->lines().size(); ++i) {
    Result<PlayedGame> game = read_log_line(log->lines()[i], t.schedule_);
    const auto place = game ? static_cast<std::size_t>(game->pairing.number) - 1 : 0;
    if (!game || t.begun_[place]) {
      return failure(fmt::format("{} line {}: {}", printable(path), i + 2,
                                 game ? "this game was played already" : game.error().message));
    }
    t.begun_[place] = true;
    t.games_.push_back(std::move(*game));
  }
  t.resumed_ = static_cast<int>(t.games_.size());
  t.log_ = std::make_unique<GameLog>(std::move(*log));
  return {std::move(tournament)};
}

bool Tournament::is_decided() const {
  return plan_.sprt && sprt_state(*plan_.sprt, pairs_of(games_)).verdict != SprtVerdict::open;
}

bool Tournament::is_complete() const {
  const std::lock_guard lock(mutex_);
  return games_.size() == schedule_.size() || is_decided();
}

Standings Tournament::standings() const {
  const std::lock_guard lock(mutex_);
  return standings_of(plan_, games_, static_cast<int>(schedule_.size()));
}

std::vector<PlayedGame> Tournament::games() const {
  const std::lock_guard lock(mutex_);
  return games_;
}

const Pairing* Tournament::next() {
  const std::lock_guard lock(mutex_);
  while (next_ < schedule_.size() && begun_[next_]) ++next_;
  if (next_ == schedule_.size() || !trouble_) return nullptr;
  begun_[next_] = true;
  return &schedule_[next_];
}

// The file of the game comes before its line in the log: what the log has is there.
Result<void> Tournament::keep(const PlayedGame& game) {
  const std::string path = fmt::format("{}/{:05}.sgf", folder_, game.pairing.number);
  if (Result<void> written = write_whole_file(path, sgf_of(plan_, game)); !written) return written;
  const std::lock_guard lock(mutex_);
  if (Result<void> added = log_->add(log_line(game)); !added) return added;
  games_.push_back(game);
  games_.back().comments.clear();
  return {};
}

void Tournament::play_some(StopToken& decided, Observer& observer) try {
  const Hall hall{plan_, openings_, engines_, kept_, folder_, decided};
  while (!decided.stop_requested()) {
    const Pairing* pairing = next();
    if (pairing == nullptr) return;
    const std::optional<PlayedGame> game = play_game(hall, *pairing);
    if (!game) return;
    const Result<void> kept = keep(*game);
    const std::lock_guard lock(mutex_);
    if (!kept) {
      trouble_ = kept;
      decided.request_stop();
      return;
    }
    observer.set_stage(fmt::format("{} of {} games; last: {} - {} {}", games_.size(),
                                   schedule_.size(), plan_.players[pairing->first].name,
                                   plan_.players[pairing->second].name,
                                   game->outcome == Outcome::draw         ? "1/2-1/2"
                                   : game->outcome == Outcome::first_wins ? "1-0"
                                                                          : "0-1"));
    if (is_decided()) decided.request_stop();
  }
} catch (...) {
  const std::lock_guard lock(mutex_);
  exception_ = std::current_exception();
  decided.request_stop();
}

Result<void> Tournament::run(const StopToken& stop, Observer& observer) {
  if (is_complete()) return {};
  StopToken decided(&stop);  // also stops the games that are no longer needed
  std::vector<std::thread> others;
  const int seats = std::min(plan_.concurrency, static_cast<int>(schedule_.size()));
  others.reserve(static_cast<std::size_t>(seats));
  for (int i = 1; i < seats; ++i) {
    try {
      others.emplace_back([&] { play_some(decided, observer); });
    } catch (const std::system_error&) {
      break;  // with fewer, then
    }
  }
  play_some(decided, observer);
  for (std::thread& other : others) other.join();
  if (exception_) std::rethrow_exception(exception_);
  return trouble_;
}

}  // namespace inarow::tournament
