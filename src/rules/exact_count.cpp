#include "rules/exact_count.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <thread>

#include "base/expects.hpp"
#include "rules/drop_board.hpp"
#include "rules/lines.hpp"

namespace inarow {
namespace {

// A sorted list of words, stored as differences: 7 bits a byte, the lowest first, the top bit of a
// byte says that more follow.
struct PackedList {
  std::unique_ptr<std::uint8_t[]> bytes;
  std::size_t size = 0;
};

template <class Word>
class PackedReader {
 public:
  explicit PackedReader(const PackedList& list)
      : at_(list.bytes.get()), end_(list.bytes.get() + list.size) {}

  // The next word; false at the end.
  bool next(Word& word) {
    if (at_ == end_) return false;
    Word difference = *at_ & 0x7f;
    for (int shift = 7; (*at_++ & 0x80) != 0; shift += 7) {
      difference |= static_cast<Word>(*at_ & 0x7f) << shift;
    }
    last_ += difference;
    word = last_;
    return true;
  }

 private:
  const std::uint8_t* at_;
  const std::uint8_t* end_;
  Word last_ = 0;
};

template <class Word>
class PackedWriter {
 public:
  void add(Word word) {
    Word difference = word - last_;
    last_ = word;
    while (difference > 0x7f) {
      bytes_.push_back(static_cast<std::uint8_t>((difference & 0x7f) | 0x80));
      difference >>= 7;
    }
    bytes_.push_back(static_cast<std::uint8_t>(difference));
  }

  PackedList finish() {
    PackedList list;
    list.size = bytes_.size();
    list.bytes = std::make_unique<std::uint8_t[]>(list.size);
    std::copy(bytes_.begin(), bytes_.end(), list.bytes.get());
    bytes_.clear();
    last_ = 0;
    return list;
  }

 private:
  std::vector<std::uint8_t> bytes_;  // keeps its capacity from list to list
  Word last_ = 0;
};

// The unfinished positions of one ply with one skyline, as sets of the first player's stones.
template <class Word>
struct SkylineList {
  Word all;  // every square below the skyline
  PackedList list;
};

template <class Word>
class DropEnumeration {
 public:
  DropEnumeration(const DropSpec& spec, const ExactCountOptions& options, const StopToken& stop,
                  Observer& observer)
      : geometry_(spec), options_(options), stop_(stop), observer_(observer) {}

  ExactCount run() {
    ExactCount count;
    const int last =
        options_.max_men > 0 ? std::min(options_.max_men, geometry_.cells()) : geometry_.cells();
    PackedWriter<Word> writer;
    writer.add(0);
    layer_.push_back({Word{0}, writer.finish()});
    bytes_ = layer_[0].list.size;
    count.rows.push_back({0, 1, 0});
    std::uint64_t total = 1;
    for (int men = 1; men <= last; ++men) {
      const ExactCount::Row row = next_layer(men, total);
      if (end_ != ExactCount::End::complete) {
        count.end = end_;
        break;
      }
      count.rows.push_back(row);
      total += row.positions;
    }
    return count;
  }

 private:
  // From the lists of men - 1 stones to those of men.
  ExactCount::Row next_layer(int men, std::uint64_t total) {
    std::vector<SkylineList<Word>> next = successors();
    std::atomic<std::size_t> next_job{0};
    std::atomic<std::uint64_t> positions{0};
    std::atomic<std::uint64_t> won{0};
    const auto work = [&] {
      PackedWriter<Word> writer;
      while (true) {
        const std::size_t job = next_job.fetch_add(1);
        if (job >= next.size() || stop_requested()) return;
        const auto [found, finished] = merge(next[job], men, writer);
        positions += found;
        won += finished;
        const std::uint64_t used = bytes_ += next[job].list.size + sizeof(SkylineList<Word>) + 16;
        if (options_.memory_bytes != 0 && used > options_.memory_bytes) {
          fail(ExactCount::End::out_of_memory);
        }
        if (observer_.looked_at()) {
          observer_.set_stage(fmt::format("{} men: {} of {} skylines, {} positions, {} MB", men,
                                          job, next.size(), total + positions.load(), used >> 20));
        }
      }
    };
    std::vector<std::thread> threads;
    for (int t = 1; t < options_.threads; ++t) threads.emplace_back(work);
    work();
    for (std::thread& thread : threads) thread.join();
    for (const SkylineList<Word>& old : layer_) {
      bytes_ -= old.list.size + sizeof(SkylineList<Word>) + 16;
    }
    layer_ = std::move(next);
    return {men, positions.load(), won.load()};
  }

  // The skylines of the next ply, sorted, still without positions.
  std::vector<SkylineList<Word>> successors() const {
    std::vector<Word> skylines;
    for (const SkylineList<Word>& from : layer_) {
      if (from.list.size == 0) continue;
      for (int x = 0; x < geometry_.width(); ++x) {
        const Word landing = geometry_.landing(from.all, Column{x});
        if (landing != 0) skylines.push_back(from.all | landing);
      }
    }
    std::sort(skylines.begin(), skylines.end());
    skylines.erase(std::unique(skylines.begin(), skylines.end()), skylines.end());
    std::vector<SkylineList<Word>> result;
    result.reserve(skylines.size());
    for (const Word all : skylines) result.push_back({all, {}});
    return result;
  }

  // Merges the predecessors' lists into `target`; returns all positions and those won.
  std::pair<std::uint64_t, std::uint64_t> merge(SkylineList<Word>& target, int men,
                                                PackedWriter<Word>& writer) {
    const bool firsts_move = men % 2 == 1;
    struct Source {
      PackedReader<Word> reader;
      Word stone;  // the new stone if it is the first player's, else 0
      Word head;   // the next position
    };
    std::vector<Source> sources;
    for (int x = 0; x < geometry_.width(); ++x) {
      const Word top = geometry_.highest(target.all, Column{x});
      if (top == 0) continue;
      const auto from =
          std::lower_bound(layer_.begin(), layer_.end(), target.all ^ top,
                           [](const SkylineList<Word>& s, Word all) { return s.all < all; });
      if (from == layer_.end() || from->all != (target.all ^ top)) continue;
      Source source{PackedReader<Word>(from->list), firsts_move ? top : Word{0}, 0};
      if (!source.reader.next(source.head)) continue;
      source.head |= source.stone;
      sources.push_back(source);
    }
    std::uint64_t positions = 0;
    std::uint64_t won = 0;
    while (!sources.empty()) {
      Word least = sources[0].head;
      for (std::size_t i = 1; i < sources.size(); ++i) least = std::min(least, sources[i].head);
      for (std::size_t i = 0; i < sources.size(); ++i) {
        if (sources[i].head != least) continue;
        if (sources[i].reader.next(sources[i].head)) {
          sources[i].head |= sources[i].stone;
        } else {
          sources.erase(sources.begin() + static_cast<std::ptrdiff_t>(i));
          --i;
        }
      }
      ++positions;
      if (geometry_.has_line(firsts_move ? least : target.all ^ least)) {
        ++won;
      } else {
        writer.add(least);
      }
      if ((positions & 0xfffff) == 0 && stop_requested()) break;
    }
    target.list = writer.finish();
    return {positions, won};
  }

  bool stop_requested() {
    if (failed_.load(std::memory_order_relaxed)) return true;
    if (!stop_.stopped()) return false;
    fail(ExactCount::End::stopped);
    return true;
  }

  void fail(ExactCount::End end) {
    const std::lock_guard lock(mutex_);
    if (!failed_.exchange(true)) end_ = end;
  }

  DropGeometry<Word> geometry_;
  const ExactCountOptions& options_;
  const StopToken& stop_;
  Observer& observer_;
  std::vector<SkylineList<Word>> layer_;  // sorted by skyline
  std::atomic<std::uint64_t> bytes_{0};
  std::atomic<bool> failed_{false};
  std::mutex mutex_;
  ExactCount::End end_ = ExactCount::End::complete;
};

// Stones of both players on at most 64 cells; no position has all cells of both, which marks an
// empty slot.
struct TwoSets {
  Word64 first = 0;
  Word64 second = 0;
  friend bool operator==(const TwoSets&, const TwoSets&) = default;
};
constexpr TwoSets no_position{~Word64{0}, ~Word64{0}};

// An open-addressing set, at most half full.
class PositionSet {
 public:
  PositionSet() : slots_(1024, no_position) {}

  bool insert(TwoSets position) {
    if (2 * (size_ + 1) > slots_.size()) grow();
    std::size_t i = slot(position);
    for (; !(slots_[i] == no_position); i = (i + 1) & (slots_.size() - 1)) {
      if (slots_[i] == position) return false;
    }
    slots_[i] = position;
    ++size_;
    return true;
  }

  const std::vector<TwoSets>& slots() const { return slots_; }
  std::size_t bytes() const { return slots_.size() * sizeof(TwoSets); }
  // While it grows, the old and the new slots are there together.
  std::size_t bytes_after_insert() const {
    return 2 * (size_ + 1) > slots_.size() ? 3 * bytes() : bytes();
  }

 private:
  std::size_t slot(TwoSets p) const {
    return mix(p.first ^ mix(p.second + 1)) & (slots_.size() - 1);
  }
  void grow() {
    std::vector<TwoSets> old(slots_.size() * 2, no_position);
    old.swap(slots_);
    size_ = 0;
    for (const TwoSets& position : old) {
      if (!(position == no_position)) insert(position);
    }
  }

  std::vector<TwoSets> slots_;
  std::size_t size_ = 0;
};

class PlacementEnumeration {
 public:
  PlacementEnumeration(const GameSpec& spec, const ExactCountOptions& options,
                       const StopToken& stop, Observer& observer)
      : spec_(*spec.placement()), options_(options), stop_(stop), observer_(observer) {
    cells_ = *spec.cells();
    const LineTable table(spec);
    for (const std::vector<Cell>& line : table.lines()) {
      Word64 bits = 0;
      for (const Cell c : line) bits |= Word64{1} << (c.y * spec_.board->columns + c.x);
      lines_.push_back(bits);
    }
  }

  ExactCount run() {
    ExactCount count;
    std::vector<TwoSets> unfinished{TwoSets{}};
    count.rows.push_back({0, 1, 0});
    int men = 0;
    for (int move = 0; men < cells_ && !unfinished.empty(); ++move) {
      const int due = std::min(move == 0 ? spec_.q : spec_.p, cells_ - men);
      if (options_.max_men > 0 && men + due > options_.max_men) break;
      PositionSet found;
      const bool firsts_move = move % 2 == 0;
      for (const TwoSets& position : unfinished) {
        extend(position, firsts_move, due, 0, found, unfinished.size() * sizeof(TwoSets));
        if (count_.end != ExactCount::End::complete) {
          count.end = count_.end;
          return count;
        }
      }
      men += due;
      ExactCount::Row row{men, 0, 0};
      unfinished.clear();
      for (const TwoSets& position : found.slots()) {
        if (position == no_position) continue;
        ++row.positions;
        if (has_line(firsts_move ? position.first : position.second)) {
          ++row.won;
        } else {
          unfinished.push_back(position);
        }
      }
      count.rows.push_back(row);
    }
    return count;
  }

 private:
  bool has_line(Word64 stones) const {
    return std::any_of(lines_.begin(), lines_.end(),
                       [&](Word64 line) { return (stones & line) == line; });
  }

  // Inserts all positions that arise by `due` more stones on cells from `from` on.
  void extend(TwoSets position, bool firsts, int due, int from, PositionSet& found,
              std::size_t other_bytes) {
    if (due == 0) {
      if (options_.memory_bytes != 0 &&
          found.bytes_after_insert() + other_bytes > options_.memory_bytes) {
        count_.end = ExactCount::End::out_of_memory;
        return;
      }
      found.insert(position);
      if ((++steps_ & 0xffff) == 0) {
        if (stop_.stopped()) count_.end = ExactCount::End::stopped;
        if (observer_.looked_at()) observer_.set_stage(fmt::format("{} positions tried", steps_));
      }
      return;
    }
    for (int i = from; i <= cells_ - due && count_.end == ExactCount::End::complete; ++i) {
      const Word64 bit = Word64{1} << i;
      if (((position.first | position.second) & bit) != 0) continue;
      TwoSets next = position;
      (firsts ? next.first : next.second) |= bit;
      extend(next, firsts, due - 1, i + 1, found, other_bytes);
    }
  }

  const PlacementSpec& spec_;
  const ExactCountOptions& options_;
  const StopToken& stop_;
  Observer& observer_;
  int cells_ = 0;
  std::vector<Word64> lines_;
  ExactCount count_;
  std::uint64_t steps_ = 0;
};

}  // namespace

double exact_count_bytes(const GameSpec& spec, const PositionEstimate& estimate, int max_men) {
  // Bytes a position: measured on 5x5, 6x4 and 4x7 for drop games (1.16 to 1.38); a slot of 16
  // bytes in a half-full set that may have to double, for placement games.
  const double each = spec.drop() != nullptr ? 1.5 : 64.0;
  double peak = 0;
  for (std::size_t i = 0; i + 1 < estimate.rows.size(); ++i) {
    if (max_men > 0 && estimate.rows[i + 1].men > max_men) break;
    peak = std::max(peak, each * (estimate.rows[i].unfinished + estimate.rows[i + 1].unfinished));
  }
  return peak;
}

double exact_count_bytes(const GameSpec& spec, const PositionBound& bound, int max_men) {
  PositionEstimate all;
  for (const PositionBound::Row& row : bound.rows) {
    all.rows.push_back({row.men, row.positions.get_d(), row.positions.get_d()});
  }
  return exact_count_bytes(spec, all, max_men);
}

ExactCount count_exactly(const GameSpec& spec, const ExactCountOptions& options,
                         const StopToken& stop, Observer& observer) {
  if (const DropSpec* drop = spec.drop()) {
    if (drop->bits() <= word_bits<Word64>) {
      return DropEnumeration<Word64>(*drop, options, stop, observer).run();
    }
    return DropEnumeration<Word128>(*drop, options, stop, observer).run();
  }
  EXPECTS(*spec.cells() <= 64);
  return PlacementEnumeration(spec, options, stop, observer).run();
}

}  // namespace inarow
