#include "generate/generator.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <exception>
#include <filesystem>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <thread>

#include "ask/tables.hpp"
#include "base/child_process.hpp"
#include "base/files.hpp"
#include "base/quote.hpp"
#include "base/random.hpp"
#include "base/sha256.hpp"
#include "generate/distinct.hpp"
#include "generate/grade.hpp"
#include "generate/verify.hpp"
#include "match/registry.hpp"
#include "rules/notation.hpp"

namespace inarow::puzzles {
namespace {

using nlohmann::json;

constexpr std::size_t drop_positions = 8;  // of a game that are looked at

struct GameResult {
  std::vector<Puzzle> puzzles;
  Yield yield;
};

// The positions of a game in the order in which they are looked at. In drop games few of them,
// drawn by lot: all of them would take too long.
std::vector<std::size_t> plies_of(const Game& game, const Maker& maker, std::uint64_t number) {
  std::vector<std::size_t> plies;
  Game at(game.spec());
  for (std::size_t ply = 0; ply <= game.moves().size(); ++ply) {
    if (maker.fits(at)) plies.push_back(ply);
    if (ply < game.moves().size()) (void)at.play(game.moves()[ply]);
  }
  if (game.spec().drop() == nullptr || plies.size() <= drop_positions) return plies;
  Random random(number);
  for (std::size_t i = 0; i < drop_positions; ++i) {
    const auto rest = static_cast<int>(plies.size() - i);
    std::swap(plies[i], plies[i + static_cast<std::size_t>(random.below(rest))]);
  }
  plies.resize(drop_positions);
  std::sort(plies.begin(), plies.end());
  return plies;
}

// All puzzles of a game. While a side's win goes on, its next positions are the same puzzle. Those
// of placement games are proved again with larger limits: with the makers' own, two of 512 of
// Connect6 had a second solution.
GameResult puzzles_of(const Game& game, Maker& maker, std::uint64_t number, const Work& work) {
  GameResult result;
  std::array<std::size_t, 2> again{0, 0};  // from this ply on
  Game at(game.spec());
  for (const std::size_t ply : plies_of(game, maker, number)) {
    if (stopped(work.stop)) break;
    while (at.moves().size() < ply) (void)at.play(game.moves()[at.moves().size()]);
    std::size_t& next = again[static_cast<std::size_t>(index_of(at.to_move()))];
    if (ply < next) continue;
    if (std::optional<Puzzle> puzzle = maker.make(at, result.yield)) {
      next = ply + 2 * static_cast<std::size_t>(puzzle->length) + 1;
      if (game.spec().placement() != nullptr && !verify(*puzzle, work)) continue;
      result.yield.count(Filter::verified);
      result.puzzles.push_back(std::move(*puzzle));
    }
  }
  return result;
}

// Whatever changes the puzzles of a game by its number.
std::string header_of(const GenerateOptions& options) {
  std::string records;
  for (const Game& game : options.records) {
    records += format_moves(options.spec, game.moves());
    records += '\n';
  }
  const MakerOptions& m = options.maker;
  return json{{"journal", 1},
              {"game", options.spec.to_string()},
              {"records", options.records.size()},
              {"records_hash", records.empty() ? "" : to_hex(sha256(records))},
              {"players", options.self_play.players},
              {"seed", options.self_play.seed},
              {"order", m.order},
              {"win", m.win},
              {"defend", m.defend},
              {"least_length", m.least_length},
              {"most_empty", m.most_empty},
              {"minimise", m.minimise}}
      .dump();
}

class Journal {
 public:
  // Reads what is there and goes on behind it.
  Result<std::map<std::uint64_t, GameResult>> open(const std::string& path,
                                                   const std::string& header) {
    std::map<std::uint64_t, GameResult> done;
    std::error_code error;
    std::size_t good = 0;  // bytes up to the last whole game
    if (std::filesystem::exists(path, error)) {
      const Result<std::string> text = read_whole_file(path);
      if (!text) return tl::unexpected<Error>(text.error());
      const Result<std::size_t> read = read_back(*text, header, done);
      if (!read) return failure(fmt::format("{}: {}", quoted(path), read.error().message));
      good = *read;
    }
    file_ = Descriptor(::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666));
    if (file_.get() < 0 || ::ftruncate(file_.get(), static_cast<off_t>(good)) != 0 ||
        ::lseek(file_.get(), 0, SEEK_END) < 0) {
      return failure(fmt::format("cannot write {}: {}", quoted(path), std::strerror(errno)));
    }
    if (good == 0) write(header + "\n");
    return done;
  }

  void add(std::uint64_t number, const GameResult& result) {
    if (file_.get() < 0) return;
    std::string text;
    for (const Puzzle& puzzle : result.puzzles) text += write_puzzle(puzzle) + "\n";
    text += json{{"done", number}, {"yield", result.yield.passed}}.dump() + "\n";
    write(text);
  }

  bool failed() const { return failed_; }

 private:
  static Result<std::size_t> read_back(const std::string& text, const std::string& header,
                                       std::map<std::uint64_t, GameResult>& done) {
    std::size_t at = std::min(text.find('\n'), text.size());
    if (text.substr(0, at) != header) {
      if (text.empty()) return std::size_t{0};
      return failure("this journal is of a run with other options; remove it, or give another -o");
    }
    std::size_t good = ++at;
    GameResult game;
    while (at < text.size()) {
      const std::size_t end = text.find('\n', at);
      if (end == std::string::npos) break;
      const std::string line = text.substr(at, end - at);
      at = end + 1;
      const json object = json::parse(line, nullptr, false);
      if (!object.is_object()) return failure("the journal is damaged");
      if (!object.contains("done")) {
        Result<Puzzle> puzzle = read_puzzle(line);
        if (!puzzle)
          return failure(fmt::format("the journal is damaged: {}", puzzle.error().message));
        game.puzzles.push_back(std::move(*puzzle));
        continue;
      }
      const auto yield = object.find("yield");
      if (!object["done"].is_number_unsigned() || yield == object.end() || !yield->is_array() ||
          yield->size() != game.yield.passed.size()) {
        return failure("the journal is damaged");
      }
      for (std::size_t i = 0; i < game.yield.passed.size(); ++i) {
        if (!(*yield)[i].is_number_unsigned()) return failure("the journal is damaged");
        game.yield.passed[i] = (*yield)[i].get<std::uint64_t>();
      }
      done[object["done"].get<std::uint64_t>()] = std::move(game);
      game = {};
      good = at;
    }
    return good;
  }

  void write(const std::string& text) {
    std::size_t at = 0;
    while (at < text.size() && !failed_) {
      const ssize_t n = ::write(file_.get(), text.data() + at, text.size() - at);
      if (n <= 0) {
        failed_ = true;
      } else {
        at += static_cast<std::size_t>(n);
      }
    }
    if (::fdatasync(file_.get()) != 0) failed_ = true;
  }

  Descriptor file_;
  bool failed_ = false;
};

// What is accepted, in the order of the games.
class Acceptance {
 public:
  explicit Acceptance(const GenerateOptions& options) : options_(options) {}

  // Takes the next games as far as they are there.
  void take(std::map<std::uint64_t, GameResult>& results) {
    for (auto it = results.find(next_); it != results.end() && !enough();
         it = results.find(next_)) {
      made_.yield += it->second.yield;
      for (Puzzle& puzzle : it->second.puzzles) accept(std::move(puzzle));
      results.erase(it);
      ++next_;
      ++made_.games;
    }
  }

  bool enough() const {
    if (options_.count > 0 && made_.puzzles.size() >= options_.count) return true;
    return options_.per_grade > 0 &&
           std::all_of(by_grade_.begin(), by_grade_.end(),
                       [&](std::size_t n) { return n >= options_.per_grade; });
  }

  std::size_t size() const { return made_.puzzles.size(); }
  Generated& made() { return made_; }

 private:
  void accept(Puzzle puzzle) {
    if (enough() || !collection_.add(puzzle)) return;
    made_.yield.count(Filter::distinct);
    // A journal may be older than the formula.
    puzzle.grade = grade_of(puzzle);
    std::size_t& grade = by_grade_[static_cast<std::size_t>(puzzle.grade - 1)];
    if (options_.per_grade > 0 && grade >= options_.per_grade) return;
    ++grade;
    puzzle.id = fmt::format("{}-{:06}", id_prefix(options_.spec), made_.puzzles.size() + 1);
    made_.puzzles.push_back(std::move(puzzle));
  }

  const GenerateOptions& options_;
  Generated made_;
  Collection collection_;
  std::array<std::size_t, grades> by_grade_{};
  std::uint64_t next_ = 0;
};

class Run {
 public:
  Run(const GenerateOptions& options, const Work& work)
      : options_(options), work_(work), end_(work.stop), acceptance_(options) {}

  Result<Generated> run() {
    if (!options_.journal.empty()) {
      Result<std::map<std::uint64_t, GameResult>> before =
          journal_.open(options_.journal, header_of(options_));
      if (!before) return tl::unexpected<Error>(before.error());
      results_ = std::move(*before);
      for (const auto& [number, result] : results_) done_.insert(number);
      acceptance_.made().games_before = done_.size();
    }
    acceptance_.take(results_);
    Tables own;
    if (work_.tables == nullptr) work_.tables = &own;
    const int threads = std::max(1, work_.threads);
    work_.seats = threads;
    work_.threads = 1;
    work_.many = true;
    work_.stop = &end_;
    work_.observer = nullptr;
    std::vector<std::jthread> helpers;
    for (int t = 1; t < threads; ++t) helpers.emplace_back([this] { work_on(); });
    work_on();
    helpers.clear();
    if (failed_) std::rethrow_exception(failed_);
    if (journal_.failed()) {
      return failure(fmt::format("cannot write {}", quoted(options_.journal)));
    }
    if (!refused_.empty()) return failure(refused_);
    Generated& made = acceptance_.made();
    made.complete = acceptance_.enough() || (exhausted_ && made.games == next_);
    return std::move(made);
  }

  void set_observer(Observer* observer) { observer_ = observer; }

 private:
  void work_on() {
    try {
      const std::unique_ptr<Maker> maker = make_maker(options_.spec, options_.maker, work_);
      while (const std::optional<std::uint64_t> number = next_game()) {
        std::optional<Game> played;
        const Game* game = nullptr;
        if (*number < options_.records.size()) {
          game = &options_.records[static_cast<std::size_t>(*number)];
        } else {
          Result<Game> made = self_play(options_.spec, options_.self_play, *number, &end_);
          if (!made) return refuse(made.error().message);
          played = std::move(*made);
          game = &*played;
        }
        GameResult result = puzzles_of(*game, *maker, *number, work_);
        if (stopped(&end_)) return;
        keep(*number, std::move(result));
      }
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!failed_) failed_ = std::current_exception();
      end_.request_stop();
    }
  }

  std::optional<std::uint64_t> next_game() {
    const std::lock_guard lock(mutex_);
    if (stopped(&end_) || acceptance_.enough()) return std::nullopt;
    while (done_.contains(next_)) ++next_;
    const std::uint64_t records = options_.records.size();
    const bool none = next_ >= records && options_.self_play.players.empty();
    if (none || (options_.games > 0 && next_ >= records + options_.games)) {
      exhausted_ = true;
      return std::nullopt;
    }
    return next_++;
  }

  void keep(std::uint64_t number, GameResult result) {
    const std::lock_guard lock(mutex_);
    journal_.add(number, result);
    results_[number] = std::move(result);
    acceptance_.take(results_);
    if (observer_ != nullptr) {
      observer_->set_stage(
          fmt::format("{} puzzles, {} games", acceptance_.size(), acceptance_.made().games));
    }
    if (acceptance_.enough() || journal_.failed()) end_.request_stop();
  }

  void refuse(const std::string& message) {
    const std::lock_guard lock(mutex_);
    if (refused_.empty()) refused_ = message;
    end_.request_stop();
  }

  const GenerateOptions& options_;
  Work work_;
  StopToken end_;
  Observer* observer_ = nullptr;
  std::mutex mutex_;  // of all below
  Journal journal_;
  std::map<std::uint64_t, GameResult> results_;  // finished, and not yet accepted
  std::set<std::uint64_t> done_;
  Acceptance acceptance_;
  std::uint64_t next_ = 0;
  bool exhausted_ = false;
  std::string refused_;
  std::exception_ptr failed_;
};

}  // namespace

Result<Generated> generate(const GenerateOptions& options, const Work& work) {
  if (const auto obstacle = puzzle_obstacle(options.spec)) return failure(*obstacle);
  for (const std::string& name : options.self_play.players) {
    for (const Player side : {Player::first, Player::second}) {
      const Result<std::string> known = resolve_player(name, options.spec, side, {});
      if (!known) return tl::unexpected<Error>(known.error());
    }
  }
  Run run(options, work);
  run.set_observer(work.observer);
  return run.run();
}

std::string id_prefix(const GameSpec& spec) {
  const std::string text = spec.to_string();
  if (text == "drop:7x6") return "c4";
  if (text == "Connect(15,15,5,1,1)") return "go";
  if (text == "Connect(19,19,6,2,1)") return "c6";
  std::string prefix;
  for (const char c : text) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    if (plain) prefix += c;
    if (!plain && !prefix.empty() && prefix.back() != '-') prefix += '-';
    if (c >= 'A' && c <= 'Z') prefix += static_cast<char>(c - 'A' + 'a');
  }
  while (!prefix.empty() && prefix.back() == '-') prefix.pop_back();
  return prefix;
}

}  // namespace inarow::puzzles
