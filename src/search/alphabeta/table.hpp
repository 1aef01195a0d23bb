#pragma once

// The transposition table: proved score bounds of positions, found by a lossless key.
//
// Exact: an entry is only ever returned for the very key it was stored under, also when several
// threads read and write at the same time.
//
// LOSSLESS KEYS. A key has b bits (b = width * (height + 1)). mix() maps the b-bit numbers onto
// themselves bijectively: x ^ (x >> s) with s >= 1 is invertible, so is multiplication by an odd
// number modulo 2^b. Its low i bits choose the bucket, the other b - i bits (the remainder) are
// stored in the entry in full; bucket and remainder together give back mix(key), hence the key.
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
// Bounds are facts about a position, whatever search found them, so the table never needs
// clearing between searches on the same geometry. The memory comes from the system already clear
// and is touched only where it is used.

#include <atomic>
#include <cstddef>
#include <cstdint>

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

  // `key_bits` is width * (height + 1) of the geometry; at most `bytes` are used, but never less
  // than min_index_bits asks for (a quarter to half a megabyte).
  ScoreTable(int key_bits, std::size_t bytes)
      : key_bits_(key_bits),
        index_bits_(choose_index_bits(key_bits, bytes)),
        pages_(sizeof(Bucket) << index_bits_) {
    key_mask_ = low_bits<Word>(key_bits_);
    fold_ = key_bits_ / 2 > 0 ? key_bits_ / 2 : 1;
  }

  std::size_t bytes() const { return sizeof(Bucket) << index_bits_; }
  int index_bits() const { return index_bits_; }

  // The key as the table uses it; compute it once per position.
  Word mix(Word key) const {
    if constexpr (sizeof(Word) == 8) {
      Word x = key * 0x9e3779b97f4a7c15ULL & key_mask_;
      x ^= x >> fold_;
      return x;
    } else {
      constexpr Word odd = (static_cast<Word>(0x9e3779b97f4a7c15ULL) << 64) | 0xf39cc0605cedc835ULL;
      Word x = key * odd & key_mask_;
      x ^= x >> fold_;
      return x;
    }
  }

  void prefetch(Word mixed) const { __builtin_prefetch(&bucket(mixed)); }

  bool probe(Word mixed, TableBounds& out) const {
    const Bucket& b = bucket(mixed);
    const Word remainder = mixed >> index_bits_;
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

  // `work`: 0..31, the logarithm of the nodes spent.
  void store(Word mixed, const TableBounds& bounds, int work) {
    Bucket& b = bucket(mixed);
    std::uint64_t sequence = 0;
    if constexpr (!packed) {
      sequence = b.words[lock_word].load(std::memory_order_relaxed);
      if ((sequence & 1) != 0 ||
          !b.words[lock_word].compare_exchange_strong(
              sequence, sequence + 1, std::memory_order_acquire, std::memory_order_relaxed)) {
        return;
      }
      std::atomic_thread_fence(std::memory_order_release);
    }
    const Word remainder = mixed >> index_bits_;
    int victim = slots - 1;
    int least = 32;
    for (int i = 0; i < slots; ++i) {
      std::uint64_t payload = 0;
      if (matches(b, i, remainder, payload)) {
        const int old = work_of(payload);
        victim = i;
        work = work > old ? work : old;
        least = 0;
        break;
      }
      if (i + 1 < slots) {
        const int old = work_of(load(b, i * entry_words));
        if (old < least) {
          least = old;
          victim = i;
        }
      }
    }
    write(b, work >= least ? victim : slots - 1, remainder, bounds, work);
    if constexpr (!packed) b.words[lock_word].store(sequence + 2, std::memory_order_release);
  }

 private:
  static constexpr int lock_word = slots * entry_words;
  static constexpr int bucket_words = packed ? 4 : 8;
  static_assert(packed || lock_word < bucket_words);

  struct alignas(bucket_words * 8) Bucket {
    std::atomic<std::uint64_t> words[bucket_words];
  };
  static_assert(sizeof(Bucket) == bucket_words * sizeof(std::uint64_t) &&
                std::atomic<std::uint64_t>::is_always_lock_free);

  static int choose_index_bits(int key_bits, std::size_t bytes) {
    int bits = min_index_bits;
    while (bits + 1 < key_bits && bits < 40 && (sizeof(Bucket) << (bits + 1)) <= bytes) ++bits;
    return bits < key_bits ? bits : key_bits;
  }

  const Bucket& bucket(Word mixed) const {
    return static_cast<const Bucket*>(pages_.memory())[index(mixed)];
  }
  Bucket& bucket(Word mixed) { return static_cast<Bucket*>(pages_.memory())[index(mixed)]; }
  std::size_t index(Word mixed) const {
    return static_cast<std::size_t>(mixed) & ((std::size_t{1} << index_bits_) - 1);
  }

  static std::uint64_t load(const Bucket& b, int i) {
    return b.words[i].load(std::memory_order_relaxed);
  }
  static int work_of(std::uint64_t payload) {
    return static_cast<int>(payload >> (packed ? 16 : 24) & 31);
  }

  // In a free slot the biased lower bound is 0; in a used one it is at least 1.
  static bool matches(const Bucket& b, int i, Word remainder, std::uint64_t& payload) {
    payload = load(b, i * entry_words);
    if constexpr (packed) {
      return payload >> payload_bits == static_cast<std::uint64_t>(remainder) &&
             (payload & 63) != 0;
    } else {
      if (payload == 0 || load(b, i * entry_words + 1) != static_cast<std::uint64_t>(remainder)) {
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

  int key_bits_;
  int index_bits_;
  int fold_;
  Word key_mask_;
  ZeroedPages pages_;
};

}  // namespace inarow
