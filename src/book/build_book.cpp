// Builds a book: solves the positions of the last ply, and takes the others' scores from them.

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <mutex>
#include <thread>
#include <unordered_map>

#include "base/expects.hpp"
#include "base/files.hpp"
#include "base/quote.hpp"
#include "book/drop_book.hpp"
#include "rules/drop_board.hpp"

namespace inarow {
namespace {

struct BookPosition {
  Word64 me = 0;
  Word64 all = 0;
};

class Builder {
 public:
  Builder(const DropSpec& spec, const BookBuildOptions& options, const StopToken& stop,
          Observer& observer)
      : spec_(spec), geometry_(spec), options_(options), stop_(stop), observer_(observer) {}

  Result<std::optional<DropBook>> run() {
    enumerate();
    if (const Result<void> read = read_journal(); !read) {
      return tl::unexpected<Error>(read.error());
    }
    if (const Result<void> solved = solve_last_ply(); !solved) {
      return tl::unexpected<Error>(solved.error());
    }
    if (scores_.size() < layers_.back().size()) return std::optional<DropBook>();
    DropBook book(spec_, options_.plies,
                  fmt::format("inarow {} book build {} --plies {}", INAROW_VERSION,
                              GameSpec(spec_).to_string(), options_.plies));
    for (int ply = options_.plies; ply >= 0; --ply) fill(book, ply);
    return std::optional<DropBook>(std::move(book));
  }

 private:
  Word64 key(const BookPosition& p) const { return p.me + p.all + geometry_.bottom(); }
  BookPosition mirrored(const BookPosition& p) const {
    return {geometry_.mirror(p.me), geometry_.mirror(p.all)};
  }
  BookPosition canonical(const BookPosition& p) const {
    const BookPosition other = mirrored(p);
    return key(other) < key(p) ? other : p;
  }
  // The stone's bit, or 0 if the column is full.
  Word64 landing(const BookPosition& p, int x) const { return geometry_.landing(p.all, Column{x}); }

  // The unfinished positions of every ply, one a mirror pair, sorted by key.
  void enumerate() {
    layers_ = {{BookPosition{}}};
    for (int ply = 1; ply <= options_.plies; ++ply) {
      std::vector<BookPosition> next;
      for (const BookPosition& p : layers_.back()) {
        for (int x = 0; x < geometry_.width(); ++x) {
          const Word64 bit = landing(p, x);
          if (bit == 0 || geometry_.has_line(p.me | bit)) continue;
          next.push_back(canonical({p.all ^ p.me, p.all | bit}));
        }
      }
      const auto by_key = [this](const BookPosition& a, const BookPosition& b) {
        return key(a) < key(b);
      };
      const auto same = [this](const BookPosition& a, const BookPosition& b) {
        return key(a) == key(b);
      };
      std::sort(next.begin(), next.end(), by_key);
      next.erase(std::unique(next.begin(), next.end(), same), next.end());
      layers_.push_back(std::move(next));
    }
  }

  // The journal has a line "key score" a position; the last one may be cut off.
  Result<void> read_journal() {
    if (options_.journal.empty() || ::access(options_.journal.c_str(), F_OK) != 0) return {};
    const Result<std::string> text = read_whole_file(options_.journal);
    if (!text) return tl::unexpected<Error>(text.error());
    std::unordered_map<Word64, bool> wanted;
    for (const BookPosition& p : layers_.back()) wanted.emplace(key(p), true);
    std::size_t at = 0;
    for (std::size_t line = 1; at < text->size(); ++line) {
      const std::size_t end = text->find('\n', at);
      if (end == std::string::npos) break;
      unsigned long long number = 0;
      int score = 0;
      int used = 0;
      const std::string row = text->substr(at, end - at);
      if (std::sscanf(row.c_str(), "%llu %d%n", &number, &score, &used) != 2 ||
          static_cast<std::size_t>(used) != row.size() || wanted.count(number) == 0) {
        return failure(
            fmt::format("{}, line {}: not a line of a journal of {} with {} plies; remove "
                        "the file to begin anew",
                        options_.journal, line, GameSpec(spec_).to_string(), options_.plies));
      }
      scores_[number] = score;
      at = end + 1;
    }
    journal_size_ = at;
    return {};
  }

  Result<void> solve_last_ply() {
    std::vector<BookPosition> todo;
    for (const BookPosition& p : layers_.back()) {
      if (scores_.count(key(p)) == 0) todo.push_back(p);
    }
    if (todo.empty()) return {};
    int journal = -1;
    if (!options_.journal.empty()) {
      // A journal is found again by its name; so it must be a file of its own and no link.
      journal = ::open(options_.journal.c_str(), O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0644);
      struct stat status{};
      if (journal >= 0 && (::fstat(journal, &status) != 0 || !S_ISREG(status.st_mode))) {
        ::close(journal);
        return failure(
            fmt::format("cannot write {}: it is no regular file", printable(options_.journal)));
      }
      if (journal < 0 || ::ftruncate(journal, static_cast<off_t>(journal_size_)) != 0 ||
          ::lseek(journal, 0, SEEK_END) < 0) {
        return failure(fmt::format("cannot write {}: {}", options_.journal, std::strerror(errno)));
      }
    }
    const auto engine = make_drop_engine(spec_, options_.table_bytes);
    std::atomic<std::size_t> next{0};
    std::atomic<bool> journal_failed{false};
    std::mutex mutex;
    const std::size_t before = scores_.size();
    const auto start = std::chrono::steady_clock::now();
    const auto work = [&] {
      const auto worker = engine->make_worker(&stop_, nullptr);
      while (!stop_.stopped() && !journal_failed) {
        const std::size_t i = next.fetch_add(1);
        if (i >= todo.size()) return;
        const BookPosition& p = todo[i];
        const ScoreRange range = worker->solve({p.me, p.all ^ p.me}, ScoreWindow::score(spec_));
        if (!range.complete) return;
        const std::lock_guard lock(mutex);
        scores_[key(p)] = range.lower;
        const std::string row = fmt::format("{} {}\n", key(p), range.lower);
        if (journal >= 0 &&
            ::write(journal, row.data(), row.size()) != static_cast<ssize_t>(row.size())) {
          journal_failed = true;
        }
        if (observer_.looked_at()) report(scores_.size() - before, before, start);
      }
    };
    std::vector<std::thread> threads;
    for (int t = 1; t < options_.threads; ++t) threads.emplace_back(work);
    work();
    for (std::thread& thread : threads) thread.join();
    if (journal >= 0) ::close(journal);
    if (journal_failed) return failure(fmt::format("cannot write {}", options_.journal));
    return {};
  }

  void report(std::size_t done, std::size_t before, std::chrono::steady_clock::time_point start) {
    const double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    const std::size_t total = layers_.back().size();
    const double left =
        seconds / static_cast<double>(done) * static_cast<double>(total - before - done);
    observer_.set_stage(fmt::format("{} of {} positions of {} plies, about {:.0f} minutes left",
                                    before + done, total, options_.plies, left / 60));
  }

  // The entries of a ply: solved, or the best of what is one ply deeper.
  void fill(DropBook& book, int ply) const {
    std::vector<BookEntry>& entries = book.entries_of_ply(ply);
    for (const BookPosition& p : layers_[static_cast<std::size_t>(ply)]) {
      int best = -1000;
      if (ply == options_.plies) {
        best = scores_.at(key(p));
      } else {
        for (int x = 0; x < geometry_.width(); ++x) {
          const Word64 bit = landing(p, x);
          if (bit == 0) continue;
          if (geometry_.has_line(p.me | bit)) {
            best = (geometry_.cells() + 1 - ply) / 2;
            break;
          }
          const Word64 all = p.all | bit;
          const int score =
              all == geometry_.board() ? 0 : -*book.score({p.all ^ p.me, all ^ (p.all ^ p.me)});
          best = std::max(best, score);
        }
        if (p.all == geometry_.board()) best = 0;
      }
      entries.push_back({key(p), static_cast<std::int8_t>(best)});
    }
  }

  DropSpec spec_;
  DropGeometry<Word64> geometry_;
  const BookBuildOptions& options_;
  const StopToken& stop_;
  Observer& observer_;
  std::vector<std::vector<BookPosition>> layers_;
  std::unordered_map<Word64, int> scores_;  // of the last ply
  std::size_t journal_size_ = 0;
};

}  // namespace

Result<std::optional<DropBook>> build_drop_book(const DropSpec& spec,
                                                const BookBuildOptions& options,
                                                const StopToken& stop, Observer& observer) {
  EXPECTS(spec.height && spec.bits() <= 64 && !spec.cylinder && spec.k >= 2);
  return Builder(spec, options, stop, observer).run();
}

}  // namespace inarow
