#pragma once

// The transposition table: proved score bounds of positions, found by a lossless key.
//
// Exact: an entry is only ever returned for the very key it was stored under, also when several
// threads read and write at the same time.
//
// LOSSLESS KEYS. A key has b bits (b = width * (height + 1)). mix() maps the b-bit numbers onto
// themselves bijectively: x ^ (x >> s) with s >= 1 is invertible, so is multiplication by an odd
// number modulo 2^b. The low i bits of mix(key) choose the bucket, with i >= 13; all bits but the
// low 13 (the remainder) are stored in the entry. So a bucket's number and a remainder give back
// mix(key), hence the key, whatever i is:
//
//   mix(key)     |                 remainder                 |   13 bits   |
//                |                         |   number of the bucket, i     |
//
//   b <= 56:  an entry is one word   | remainder <= 43 | work 5 | move 4 | upper 6 | lower 6 |
//             and a bucket is four of them;
//   b <= 72:  two words              | remainder 64 | payload |           three a bucket
//   else:     three words            | remainder 128 | payload |          two a bucket
//
// One-word entries are read and written atomically. A bucket of longer entries has one more word, a
// sequence lock: odd while somebody writes, and changed by every write. A reader who finds it odd,
// or changed after he has read, takes it that the position is not there; a writer who finds it odd
// gives up. So nobody ever sees one entry's payload with another's remainder.
//
// REPLACEMENT (Tromp 2008, section 2.4, "TwoBig"): in each bucket the last entry is always
// replaced, the others keep the results that cost the most work.
//
// GROWTH. The address space is there from the beginning, but the search begins in a few megabytes
// of it and doubles them when they are crowded, so that memory is cleared by the system only where
// it is needed. With one more bit of index the entries of bucket n belong either there or to
// n + 2^i, as their own bit i says. The latter are copied, bucket by bucket, and then the larger
// index is put into force for all threads at once. The copies left behind in bucket n match no key
// that is looked for there, and count as free places. Meanwhile everybody reads and stores as
// before: what a thread stores by the old index behind the one who copies will not be found any
// more, which costs time and is never wrong, since entries mean the same by either index.
//
// Bounds are facts about a position, whatever search found them, so the table never needs
// clearing between searches on the same geometry.

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>

#include "base/bits.hpp"
#include "base/pages.hpp"

namespace inarow {

// What is known about a position: lower <= score <= upper, and a move to try first.
struct TableBounds {
  static constexpr int no_move = 15;
  int lower = 0;
  int upper = 0;
  int move = no_move;  // a column, if it is below no_move
};

// Keys of at most so many bits share a word with their bounds.
inline constexpr int max_packed_bits = 56;

template <class Word, int MaxKeyBits>
class ScoreTable {
 public:
  static constexpr bool packed = MaxKeyBits <= max_packed_bits;
  static constexpr int entry_words = packed ? 1 : (MaxKeyBits <= 72 ? 2 : 3);
  static constexpr int slots = packed ? 4 : (entry_words == 2 ? 3 : 2);
  static constexpr int min_index_bits = 13;
  static constexpr int payload_bits = 21;
  static_assert(!packed || MaxKeyBits - min_index_bits + payload_bits <= 64,
                "a packed entry must hold the whole remainder");
  static_assert(entry_words != 2 || MaxKeyBits - min_index_bits <= 64,
                "a two-word entry must hold the whole remainder");
  static_assert(entry_words != 3 || MaxKeyBits - min_index_bits <= 128,
                "a three-word entry must hold the whole remainder");
  // Packed scores have 6 bits: -31..31 covers every board of at most 62 cells.
  static constexpr int score_bias = packed ? 32 : 128;

  // Large enough that no search notices the first doublings, small enough to be cleared at once.
  static constexpr std::size_t first_bytes = std::size_t{4} << 20;

  // `key_bits` is width * (height + 1) of the geometry; at most `bytes` are used, but never less
  // than min_index_bits asks for (a quarter to half a megabyte).
  ScoreTable(int key_bits, std::size_t bytes)
      : key_mask_(low_bits<Word>(key_bits)),
        fold_(key_bits / 2 > 0 ? key_bits / 2 : 1),
        index_mask_(last_bucket(key_bits, std::min(bytes, first_bytes))),
        last_index_mask_(last_bucket(key_bits, bytes)),
        pages_((last_index_mask_ + 1) * sizeof(Bucket)) {}

  std::size_t bytes() const { return (last_index_mask_ + 1) * sizeof(Bucket); }  // full-grown
  std::size_t bytes_in_use() const { return (index_mask() + 1) * sizeof(Bucket); }

  // The key as the table uses it; compute it once per position.
  Word mix(Word key) const {
    const Word x = key * odd_factor & key_mask_;
    return x ^ (x >> fold_);
  }

  // The key again. With 3 * fold_ >= the bits of the key, x ^= x >> fold_ is undone by two shifts;
  // each step of Newton's iteration doubles the low bits in which the inverse is right.
  Word unmix(Word mixed) const {
    const Word x = mixed ^ (mixed >> fold_) ^ (mixed >> fold_ >> fold_);
    Word inverse = odd_factor;  // right in three bits, as that of any odd number
    for (int bits = 3; bits < word_bits<Word>; bits *= 2) inverse *= 2 - odd_factor * inverse;
    return x * inverse & key_mask_;
  }

  void prefetch(Word mixed) const { __builtin_prefetch(&bucket(mixed)); }

  bool probe(Word mixed, TableBounds& out) const {
    const Bucket& b = bucket(mixed);
    const Word remainder = remainder_of(mixed);
    std::uint64_t sequence = 0;
    if constexpr (!packed) {
      sequence = b.words[lock_word].load(std::memory_order_acquire);
      if ((sequence & 1) != 0) return false;
    }
    for (int i = 0; i < slots; ++i) {
      std::uint64_t payload = 0;
      if (!matches(b, i, remainder, payload)) continue;
      if constexpr (!packed) {
        std::atomic_thread_fence(std::memory_order_acquire);
        if (b.words[lock_word].load(std::memory_order_relaxed) != sequence) return false;
      }
      decode(payload, out);
      return true;
    }
    return false;
  }

  // `work`: 0..31, the logarithm of the nodes spent. True if a free place was taken: whoever stores
  // counts these and tells the table now and then.
  bool store(Word mixed, const TableBounds& bounds, int work) {
    const std::size_t mask = index_mask();
    Bucket& b = buckets()[static_cast<std::size_t>(mixed) & mask];
    std::uint64_t sequence = 0;
    if constexpr (!packed) {
      sequence = b.words[lock_word].load(std::memory_order_relaxed);
      if ((sequence & 1) != 0 ||
          !b.words[lock_word].compare_exchange_strong(
              sequence, sequence + 1, std::memory_order_acquire, std::memory_order_relaxed)) {
        return false;
      }
      std::atomic_thread_fence(std::memory_order_release);
    }
    const Word remainder = remainder_of(mixed);
    const Home home(mask, static_cast<std::size_t>(mixed));
    int victim = 0;
    int least = 32;
    for (int i = 0; i < slots; ++i) {
      std::uint64_t payload = 0;
      if (matches(b, i, remainder, payload)) {
        victim = i;
        least = work_of(payload);
        work = work > least ? work : least;
        break;
      }
      const int old = home.has(b, i) ? work_of(payload) : free_place;
      if (i + 1 < slots || old == free_place ? old < least : work < least) {
        least = old;
        victim = i;
      }
    }
    write(b, victim, remainder, bounds, work);
    if constexpr (!packed) b.words[lock_word].store(sequence + 2, std::memory_order_release);
    return least == free_place;
  }

  void add_taken(std::size_t places) { taken_.fetch_add(places, std::memory_order_relaxed); }

  // Whether it is time to double the table. With half of the places taken, few results have been
  // lost yet (docs/results/solver-experiments.md).
  bool is_crowded() const {
    const std::size_t mask = index_mask();
    return mask != last_index_mask_ &&
           taken_.load(std::memory_order_relaxed) > (mask + 1) * slots / 2;
  }

  // Does a part of the doubling, less than a millisecond of copying and at most the first touch of
  // a huge page. False if there is nothing to do, or another thread is at it. A doubling that is
  // left unfinished, because the search ends, is gone on with by the next who asks.
  bool grow_a_little() {
    const std::unique_lock lock(growing_, std::try_to_lock);
    if (!lock || !is_crowded()) return false;
    const std::size_t half = index_mask() + 1;
    for (int i = 0; i < buckets_a_step && copied_ < half; ++i, ++copied_) {
      copy_those_who_move(copied_, copied_ + half);
    }
    if (copied_ == half) {
      copied_ = 0;
      index_mask_.store(2 * half - 1, std::memory_order_release);
    }
    return true;
  }

  // Calls `take(mixed, bounds, work)` for the entries there are. Others may store meanwhile: each
  // entry is as somebody stored it, but the newest may be missing.
  template <class Take>
  void for_each(const Take& take) const {
    const std::size_t mask = index_mask();
    for (std::size_t number = 0; number <= mask; ++number) {
      Bucket b;
      if (!read_bucket(buckets()[number], b)) continue;
      const Home home(mask, number);
      for (int i = 0; i < slots; ++i) {
        if (!home.has(b, i)) continue;
        const std::uint64_t payload = load(b, i * entry_words);
        TableBounds bounds;
        decode(payload, bounds);
        const std::size_t low = number & ((std::size_t{1} << min_index_bits) - 1);
        take((remainder_in(b, i) << min_index_bits) | low, bounds, work_of(payload));
      }
    }
  }

 private:
  static constexpr Word odd_factor = [] {
    constexpr std::uint64_t golden = 0x9e3779b97f4a7c15ULL;
    if constexpr (sizeof(Word) == 8) {
      return golden;
    } else {
      return (static_cast<Word>(golden) << 64) | 0xf39cc0605cedc835ULL;
    }
  }();

  static constexpr int lock_word = slots * entry_words;
  static constexpr int bucket_words = packed ? 4 : 8;
  static_assert(packed || lock_word < bucket_words);

  struct alignas(bucket_words * 8) Bucket {
    std::atomic<std::uint64_t> words[bucket_words];
  };
  static_assert(sizeof(Bucket) == bucket_words * sizeof(std::uint64_t) &&
                std::atomic<std::uint64_t>::is_always_lock_free);

  static constexpr int free_place = -1;
  static constexpr int buckets_a_step = 4096;

  static std::size_t last_bucket(int key_bits, std::size_t bytes) {
    int bits = min_index_bits;
    while (bits + 1 < key_bits && bits < 40 && (sizeof(Bucket) << (bits + 1)) <= bytes) ++bits;
    return (std::size_t{1} << (bits < key_bits ? bits : key_bits)) - 1;
  }

  // Who sees a larger index sees the buckets that were filled before it came into force.
  std::size_t index_mask() const { return index_mask_.load(std::memory_order_acquire); }

  const Bucket* buckets() const { return static_cast<const Bucket*>(pages_.memory()); }
  Bucket* buckets() { return static_cast<Bucket*>(pages_.memory()); }
  const Bucket& bucket(Word mixed) const {
    return buckets()[static_cast<std::size_t>(mixed) & index_mask()];
  }

  static Word remainder_of(Word mixed) { return mixed >> min_index_bits; }

  // Which entries belong to a bucket: their remainders end in the number of the bucket, without its
  // low 13 bits. The others were copied elsewhere when the table grew.
  class Home {
   public:
    Home(std::size_t mask, std::size_t number)
        : mask_(mask >> min_index_bits), rest_(number >> min_index_bits & mask_) {}
    bool has(const Bucket& b, int i) const {
      const std::uint64_t payload = load(b, i * entry_words);
      if constexpr (packed) {
        return is_used(payload) && (payload >> payload_bits & mask_) == rest_;
      } else {
        return is_used(payload) && (load(b, i * entry_words + 1) & mask_) == rest_;
      }
    }

   private:
    std::uint64_t mask_;
    std::uint64_t rest_;
  };

  // The entries of a bucket as they were at one moment; false if somebody is writing to it.
  static bool read_bucket(const Bucket& b, Bucket& copy) {
    std::uint64_t sequence = 0;
    if constexpr (!packed) {
      sequence = b.words[lock_word].load(std::memory_order_acquire);
      if ((sequence & 1) != 0) return false;
    }
    for (int i = 0; i < slots * entry_words; ++i) {
      copy.words[i].store(load(b, i), std::memory_order_relaxed);
    }
    if constexpr (!packed) {
      std::atomic_thread_fence(std::memory_order_acquire);
      return b.words[lock_word].load(std::memory_order_relaxed) == sequence;
    }
    return true;
  }

  // Nobody else looks at the bucket `to` yet.
  void copy_those_who_move(std::size_t from, std::size_t to) {
    Bucket source;
    if (!read_bucket(buckets()[from], source)) return;
    const Home home(2 * index_mask() + 1, to);
    for (int i = 0; i < slots; ++i) {
      if (!home.has(source, i)) continue;
      for (int j = i * entry_words; j < (i + 1) * entry_words; ++j) {
        buckets()[to].words[j].store(load(source, j), std::memory_order_relaxed);
      }
    }
  }

  static std::uint64_t load(const Bucket& b, int i) {
    return b.words[i].load(std::memory_order_relaxed);
  }
  static Word remainder_in(const Bucket& b, int i) {
    if constexpr (packed) {
      return static_cast<Word>(load(b, i) >> payload_bits);
    } else if constexpr (entry_words == 2) {
      return static_cast<Word>(load(b, i * entry_words + 1));
    } else {
      return (static_cast<Word>(load(b, i * entry_words + 2)) << 64) | load(b, i * entry_words + 1);
    }
  }
  static int work_of(std::uint64_t payload) {
    return static_cast<int>(payload >> (packed ? 16 : 24) & 31);
  }

  // In a free slot the biased lower bound is 0; in a used one it is at least 1.
  static bool is_used(std::uint64_t payload) { return (payload & (packed ? 63 : 255)) != 0; }

  static bool matches(const Bucket& b, int i, Word remainder, std::uint64_t& payload) {
    payload = load(b, i * entry_words);
    if constexpr (packed) {
      return payload >> payload_bits == static_cast<std::uint64_t>(remainder) && is_used(payload);
    } else {
      if (!is_used(payload) ||
          load(b, i * entry_words + 1) != static_cast<std::uint64_t>(remainder)) {
        return false;
      }
      if constexpr (entry_words == 3) {
        return load(b, i * entry_words + 2) == static_cast<std::uint64_t>(remainder >> 64);
      }
      return true;
    }
  }

  static void decode(std::uint64_t payload, TableBounds& out) {
    constexpr int bits = packed ? 6 : 8;
    constexpr std::uint64_t mask = (1U << bits) - 1;
    out.lower = static_cast<int>(payload & mask) - score_bias;
    out.upper = static_cast<int>(payload >> bits & mask) - score_bias;
    out.move = static_cast<int>(payload >> (2 * bits) & 15);
  }

  static void write(Bucket& b, int i, Word remainder, const TableBounds& bounds, int work) {
    constexpr int bits = packed ? 6 : 8;
    const int biased_lower = bounds.lower + score_bias;
    const int biased_upper = bounds.upper + score_bias;
    const auto lower = static_cast<std::uint64_t>(biased_lower);
    const auto upper = static_cast<std::uint64_t>(biased_upper);
    const auto move = static_cast<std::uint64_t>(
        bounds.move < TableBounds::no_move ? bounds.move : TableBounds::no_move);
    const auto effort = static_cast<std::uint64_t>(work);
    std::uint64_t payload =
        lower | upper << bits | move << (2 * bits) | effort << (packed ? 16 : 24);
    if constexpr (packed) payload |= static_cast<std::uint64_t>(remainder) << payload_bits;
    b.words[i * entry_words].store(payload, std::memory_order_relaxed);
    if constexpr (!packed) {
      b.words[i * entry_words + 1].store(static_cast<std::uint64_t>(remainder),
                                         std::memory_order_relaxed);
    }
    if constexpr (entry_words == 3) {
      b.words[i * entry_words + 2].store(static_cast<std::uint64_t>(remainder >> 64),
                                         std::memory_order_relaxed);
    }
  }

  Word key_mask_;
  int fold_;
  std::atomic<std::size_t> index_mask_;  // of the buckets in use
  std::size_t last_index_mask_;          // of all there will ever be
  ZeroedPages pages_;
  // On a cache line of their own: the others are read all the time.
  alignas(64) std::atomic<std::size_t> taken_ = 0;  // places; about, with several threads
  std::mutex growing_;
  std::size_t copied_ = 0;  // buckets, under the lock
};

}  // namespace inarow
