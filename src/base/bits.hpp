#pragma once

// Words of 64 and 128 bits under one set of names, so that a bitboard is written once.
// On 128 bits every operation falls apart into two on 64; the compiler does that as well as we
// could.

#include <bit>
#include <cstdint>
#include <limits>

namespace inarow {

__extension__ using Word128 = unsigned __int128;
using Word64 = std::uint64_t;

template <class Word>
inline constexpr int word_bits = static_cast<int>(sizeof(Word) * 8);

constexpr int popcount(Word64 w) { return std::popcount(w); }
constexpr int popcount(Word128 w) {
  return std::popcount(static_cast<Word64>(w)) + std::popcount(static_cast<Word64>(w >> 64));
}

// Index of the lowest set bit; the word must not be 0.
constexpr int lowest_index(Word64 w) { return std::countr_zero(w); }
constexpr int lowest_index(Word128 w) {
  const auto low = static_cast<Word64>(w);
  return low != 0 ? std::countr_zero(low) : 64 + std::countr_zero(static_cast<Word64>(w >> 64));
}

// The lowest set bit alone; 0 of 0.
template <class Word>
constexpr Word lowest_bit(Word w) {
  return w & (Word{0} - w);
}

template <class Word>
constexpr bool more_than_one(Word w) {
  return (w & (w - 1)) != 0;
}

// The `n` lowest bits, 0 <= n <= word size.
template <class Word>
constexpr Word low_bits(int n) {
  return n >= word_bits<Word> ? static_cast<Word>(~Word{0}) : static_cast<Word>((Word{1} << n) - 1);
}

// A bijection of 64-bit words that spreads every input bit over the whole word (the finaliser of
// splitmix64: each step, xor with a shift and multiplication by an odd number, can be undone).
constexpr Word64 mix(Word64 x) {
  x ^= x >> 30;
  x *= 0xbf58476d1ce4e5b9ULL;
  x ^= x >> 27;
  x *= 0x94d049bb133111ebULL;
  x ^= x >> 31;
  return x;
}

}  // namespace inarow
