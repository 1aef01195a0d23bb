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
#include "base/sha256.hpp"
#include "generate/distinct.hpp"
#include "generate/game_puzzles.hpp"
#include "generate/grade.hpp"
#include "generate/puzzle_job.hpp"
#include "generate/verify.hpp"
#include "grid/worker.hpp"
#include "match/registry.hpp"
#include "rules/notation.hpp"

namespace inarow::puzzles {
namespace {

using namespace std::chrono_literals;
using nlohmann::json;

constexpr auto look_at_stop = 50ms;
constexpr int priority_of_jobs = 5;

// Whatever changes the puzzles of a game by its number.
std::string header_of(const GenerateOptions& options) {
  std::string records;
  for (const Record& record : options.records) {
    records += format_moves(options.spec, record.game.moves());
    if (record.first_ply > 0) records += fmt::format(" from {}", record.first_ply);
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
  Result<std::map<std::uint64_t, GamePuzzles>> open(const std::string& path,
                                                    const std::string& header) {
    std::map<std::uint64_t, GamePuzzles> done;
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

  void add(std::uint64_t number, const GamePuzzles& result) {
    if (file_.get() < 0) return;
    std::string text;
    for (const Puzzle& puzzle : result.puzzles) text += write_puzzle(puzzle) + "\n";
    text += json{{"done", number}, {"yield", yield_json(result.yield)}}.dump() + "\n";
    write(text);
  }

  bool failed() const { return failed_; }

 private:
  static Result<std::size_t> read_back(const std::string& text, const std::string& header,
                                       std::map<std::uint64_t, GamePuzzles>& done) {
    std::size_t at = std::min(text.find('\n'), text.size());
    if (text.substr(0, at) != header) {
      if (text.empty()) return std::size_t{0};
      return failure("this journal is of a run with other options; remove it, or give another -o");
    }
    std::size_t good = ++at;
    GamePuzzles game;
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
      const auto read = yield != object.end() ? read_yield(*yield) : std::nullopt;
      if (!object["done"].is_number_unsigned() || !read) return failure("the journal is damaged");
      game.yield = *read;
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
  void take(std::map<std::uint64_t, GamePuzzles>& results) {
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

  // With a broker `games_at_a_time` of its workers, else the threads of the work.
  Result<Generated> run(grid::JobBroker* broker, int games_at_a_time) {
    if (!options_.journal.empty()) {
      Result<std::map<std::uint64_t, GamePuzzles>> before =
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
    const auto work_on = [&] { broker == nullptr ? make() : hand_out(*broker, games_at_a_time); };
    std::vector<std::jthread> helpers;
    for (int t = 1; t < threads; ++t) helpers.emplace_back(work_on);
    work_on();
    helpers.clear();
    for (const auto& [key, number] : handed_out_) broker->cancel(key);
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
  void make() {
    try {
      const std::unique_ptr<Maker> maker = make_maker(options_.spec, options_.maker, work_);
      while (const std::optional<std::uint64_t> number = next_game()) {
        const Result<Record> record = record_of(*number);
        if (!record) return refuse(record.error().message);
        GamePuzzles result = puzzles_of(*record, *maker, *number, work_);
        if (stopped(&end_)) return;
        keep(*number, std::move(result));
      }
    } catch (...) {
      fail();
    }
  }

  Result<Record> record_of(std::uint64_t number) const {
    if (number < options_.records.size()) return options_.records[static_cast<std::size_t>(number)];
    Result<Game> played = self_play(options_.spec, options_.self_play, number, &end_);
    if (!played) return tl::unexpected<Error>(played.error());
    return Record{std::move(*played)};
  }

  // Keeps the broker busy and takes what comes back, until there is nothing more to come.
  void hand_out(grid::JobBroker& broker, int games_at_a_time) {
    try {
      while (!stopped(&end_)) {
        submit(broker, static_cast<std::size_t>(games_at_a_time));
        if (all_is_back()) return;
        if (const std::optional<grid::Outcome> outcome = broker.next(look_at_stop)) {
          take(broker, *outcome);
        }
      }
    } catch (...) {
      fail();
    }
  }

  void submit(grid::JobBroker& broker, std::size_t most) {
    while (true) {
      std::optional<std::uint64_t> number;
      std::string key;
      {
        const std::lock_guard lock(mutex_);
        if (handed_out_.size() >= most) return;
        number = next_game_locked();
        if (!number) return;
        key = fmt::format("{}-{}", name_, *number);
        handed_out_[key] = *number;
      }
      PuzzleJob job{options_.spec, options_.maker, *number, std::nullopt, options_.self_play};
      if (*number < options_.records.size()) {
        job.record = options_.records[static_cast<std::size_t>(*number)];
      }
      broker.submit({.key = key,
                     .priority = priority_of_jobs,
                     .question = write_puzzle_job(job),
                     .version = grid::program_version(),
                     .game = options_.spec.to_string()});
    }
  }

  bool all_is_back() {
    const std::lock_guard lock(mutex_);
    return exhausted_ && handed_out_.empty();
  }

  void take(grid::JobBroker& broker, const grid::Outcome& outcome) {
    std::uint64_t number = 0;
    {
      const std::lock_guard lock(mutex_);
      const auto it = handed_out_.find(outcome.key);
      if (it == handed_out_.end()) return broker.acknowledge(outcome.key);
      number = it->second;
    }
    if (!outcome.error.empty()) {
      return refuse(fmt::format("game {}: {}", number + 1, outcome.error));
    }
    Result<GamePuzzles> found = read_puzzle_answer(outcome.answer, options_.spec);
    if (found) {
      for (const Puzzle& puzzle : found->puzzles) {
        const Result<void> holds = verify(puzzle, work_);
        if (stopped(&end_)) return;
        if (!holds) found = tl::unexpected<Error>(holds.error());
        if (!found) break;
      }
    }
    if (!found) return broker.refuse(outcome, found.error().message);
    {
      const std::lock_guard lock(mutex_);
      if (handed_out_.erase(outcome.key) == 0) return;  // told twice
    }
    keep(number, std::move(*found));
    broker.acknowledge(outcome.key);
  }

  void fail() {
    const std::lock_guard lock(mutex_);
    if (!failed_) failed_ = std::current_exception();
    end_.request_stop();
  }

  std::optional<std::uint64_t> next_game() {
    const std::lock_guard lock(mutex_);
    return next_game_locked();
  }
  std::optional<std::uint64_t> next_game_locked() {
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

  void keep(std::uint64_t number, GamePuzzles result) {
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
  const std::string name_ = grid::random_name();  // of the jobs
  std::mutex mutex_;                              // of all below
  Journal journal_;
  std::map<std::uint64_t, GamePuzzles> results_;  // finished, and not yet accepted
  std::set<std::uint64_t> done_;
  std::map<std::string, std::uint64_t> handed_out_;  // games by the keys of their jobs
  Acceptance acceptance_;
  std::uint64_t next_ = 0;
  bool exhausted_ = false;
  std::string refused_;
  std::exception_ptr failed_;
};

Result<Generated> generate_by(const GenerateOptions& options, const Work& work,
                              grid::JobBroker* broker, int games_at_a_time) {
  if (const auto obstacle = puzzle_obstacle(options.spec)) return failure(*obstacle);
  for (const std::string& name : options.self_play.players) {
    for (const Player side : {Player::first, Player::second}) {
      const Result<std::string> known = resolve_player(name, options.spec, side, {});
      if (!known) return tl::unexpected<Error>(known.error());
    }
  }
  Run run(options, work);
  run.set_observer(work.observer);
  return run.run(broker, games_at_a_time);
}

}  // namespace

Result<Generated> generate(const GenerateOptions& options, const Work& work) {
  return generate_by(options, work, nullptr, 0);
}

Result<Generated> generate(const GenerateOptions& options, const Work& work,
                           grid::JobBroker& broker, int games_at_a_time) {
  return generate_by(options, work, &broker, games_at_a_time);
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
