#pragma once

// A set of cells in four lanes, one per direction of lines, so that the four directions are shifted
// at once. The compiler turns the lanes into AVX2 instructions or, elsewhere, into scalar code.
//
// Exact: plain set arithmetic, the same as DropGeometryBase::up and down lane by lane.

#include <type_traits>
#include <utility>

#include "rules/drop_geometry.hpp"

namespace inarow::lanes {

using Vector __attribute__((vector_size(32))) = Word64;
using SignedVector __attribute__((vector_size(32))) = long long;
using HalfVector __attribute__((vector_size(16))) = Word64;

inline Vector same(Word64 x) { return Vector{x, x, x, x}; }

inline Word64 union_of(Vector x) {
  const HalfVector half = __builtin_shufflevector(x, x, 0, 1) | __builtin_shufflevector(x, x, 2, 3);
  return half[0] | half[1];
}

inline Word64 in_two_lanes(Vector x) {
  const HalfVector a = __builtin_shufflevector(x, x, 0, 1);
  const HalfVector b = __builtin_shufflevector(x, x, 2, 3);
  const HalfVector either = a | b;
  const HalfVector both = a & b;
  return both[0] | both[1] | (either[0] & either[1]);
}

inline bool is_empty(Vector x) {
#ifdef __AVX__
  return __builtin_ia32_ptestz256(reinterpret_cast<SignedVector>(x),
                                  reinterpret_cast<SignedVector>(x)) != 0;
#else
  return union_of(x) == 0;
#endif
}

// Sets of 64 and of 128 bits with the same operations. Shifts are by 1..63 in each lane.
struct Narrow {
  Vector bits;

  static Narrow from(Word64 x) { return {same(x)}; }
  Word64 to_word() const { return union_of(bits); }
  Word64 in_two_lanes() const { return lanes::in_two_lanes(bits); }  // at least two
  bool empty() const { return is_empty(bits); }
  Narrow operator&(Narrow o) const { return {bits & o.bits}; }
  Narrow operator|(Narrow o) const { return {bits | o.bits}; }
  Narrow operator<<(Vector s) const { return {bits << s}; }
  Narrow operator>>(Vector s) const { return {bits >> s}; }
};

struct Wide {
  Vector low;
  Vector high;

  static Wide from(Word128 x) {
    return {same(static_cast<Word64>(x)), same(static_cast<Word64>(x >> 64))};
  }
  Word128 to_word() const { return (static_cast<Word128>(union_of(high)) << 64) | union_of(low); }
  Word128 in_two_lanes() const {
    return (static_cast<Word128>(lanes::in_two_lanes(high)) << 64) | lanes::in_two_lanes(low);
  }
  bool empty() const { return is_empty(low | high); }
  Wide operator&(Wide o) const { return {low & o.low, high & o.high}; }
  Wide operator|(Wide o) const { return {low | o.low, high | o.high}; }
  Wide operator<<(Vector s) const { return {low << s, (high << s) | (low >> (64 - s))}; }
  Wide operator>>(Vector s) const { return {(low >> s) | (high << (64 - s)), high >> s}; }
};

template <class Word>
using Set = std::conditional_t<sizeof(Word) == 8, Narrow, Wide>;

// Two sets of 64 bits side by side, in eight lanes.
struct Pair {
  using Lanes __attribute__((vector_size(64))) = Word64;
  Lanes bits;

  static Lanes both(Vector x) { return __builtin_shufflevector(x, x, 0, 1, 2, 3, 4, 5, 6, 7); }
  static Pair from(Word64 x) { return from(x, x); }
  static Pair from(Word64 x, Word64 y) { return {Lanes{x, x, x, x, y, y, y, y}}; }
  Vector first() const { return __builtin_shufflevector(bits, bits, 0, 1, 2, 3); }
  Vector second() const { return __builtin_shufflevector(bits, bits, 4, 5, 6, 7); }
  Pair operator&(Pair o) const { return {bits & o.bits}; }
  Pair operator|(Pair o) const { return {bits | o.bits}; }
  Pair operator<<(Vector s) const { return {bits << both(s)}; }
  Pair operator>>(Vector s) const { return {bits >> both(s)}; }
};

// The longest line that lanes serve; winning_squares has a set for each of its cells.
inline constexpr int longest_line = 8;

// Lanes serve all boards of practical interest: the longest shift must be below 64. On a cylinder,
// which must have words of 64 bits, shifts are rotations of n = bits() bits by 1 to n - 1: with
// width >= k and height >= k - 1 the longest, (k-1)(h+2), is below k(h+1) <= n.
template <class G>
constexpr bool serve(const G& g) {
  if (g.k() > longest_line || (g.k() - 1) * (g.height() + 2) >= 64) return false;
  if (!g.cylinder()) return true;
  return sizeof(typename G::Word) == sizeof(Word64) && g.bits() < 64 && g.width() >= g.k() &&
         g.height() >= g.k() - 1;
}

template <class G>
inline Vector steps(const G& g) {
  const auto h = static_cast<Word64>(g.height());
  return Vector{1, h, h + 1, h + 2};
}

// Each cell moves `distance` bits up or down, as DropGeometryBase::up and down.
template <class G, class S>
inline S up(const G& g, S set, Vector distance) {
  if constexpr (!std::is_same_v<S, Wide>) {
    if (g.cylinder()) {
      const Vector back = same(static_cast<Word64>(g.bits())) - distance;
      return ((set << distance) | (set >> back)) & S::from(g.all_bits());
    }
  }
  return set << distance;
}
template <class G, class S>
inline S down(const G& g, S set, Vector distance) {
  if constexpr (!std::is_same_v<S, Wide>) {
    if (g.cylinder()) {
      const Vector back = same(static_cast<Word64>(g.bits())) - distance;
      return ((set >> distance) | (set << back)) & S::from(g.all_bits());
    }
  }
  return set >> distance;
}

// f(a) and f(b), where f makes a set of a set. Wide vectors make both hardly dearer than one; where
// the machine has none, two of the usual ones are faster than what the compiler makes of a wide
// one.
template <class G, class F>
[[gnu::always_inline]] inline std::pair<typename G::Word, typename G::Word> of_both(
    const G&, typename G::Word a, typename G::Word b, F&& f) {
#ifdef __AVX512F__
  if constexpr (sizeof(typename G::Word) == sizeof(Word64)) {
    const Pair both = f(Pair::from(a, b));
    return {union_of(both.first()), union_of(both.second())};
  }
#endif
  using OneSet = Set<typename G::Word>;
  return {f(OneSet::from(a)).to_word(), f(OneSet::from(b)).to_word()};
}

// The steps by which runs of cells grow to k, as DropGeometryBase::line_starts has it.
constexpr int next_step(int length, int k) { return length <= k - length ? length : k - length; }

// For a 1-high board one diagonal's step is 1, which is harmless: it is the vertical one again.
template <class G, class S>
inline S line_starts(const G& g, S run) {
  const Vector d = steps(g);
  for (int length = 1, step = 0; length < g.k(); length += step) {
    step = next_step(length, g.k());
    run = run & down(g, run, static_cast<Word64>(step) * d);
  }
  return run;
}

template <class G>
inline bool has_line(const G& g, typename G::Word set) {
  return !line_starts(g, Set<typename G::Word>::from(set)).empty();
}

template <class G, class S>
inline S spread_over_lines(const G& g, S set) {
  const Vector d = steps(g);
  S cells = line_starts(g, set);
  for (int length = 1, step = 0; length < g.k(); length += step) {
    step = next_step(length, g.k());
    cells = cells | up(g, cells, static_cast<Word64>(step) * d);
  }
  return cells;
}

template <class G>
inline typename G::Word cells_on_lines(const G& g, typename G::Word set) {
  return spread_over_lines(g, Set<typename G::Word>::from(set)).to_word();
}

template <class G>
[[gnu::always_inline]] inline std::pair<typename G::Word, typename G::Word> cells_on_lines(
    const G& g, typename G::Word a, typename G::Word b) {
  return of_both(g, a, b, [&](const auto& set) { return spread_over_lines(g, set); });
}

template <class G>
inline typename G::Word winning_squares(const G& g, typename G::Word stones) {
  const Vector d = steps(g);
  const auto s = Set<typename G::Word>::from(stones);
  if (g.k() == 4) {
    const auto low1 = up(g, s, d);
    const auto low2 = low1 & up(g, s, 2 * d);
    const auto high1 = down(g, s, d);
    const auto high2 = high1 & down(g, s, 2 * d);
    const auto squares = (low2 & (high1 | up(g, s, 3 * d))) | (high2 & (low1 | down(g, s, 3 * d)));
    return squares.to_word() & g.board();
  }
  // above[i]: the i cells above are all in the set.
  Set<typename G::Word> above[longest_line];
  above[0] = Set<typename G::Word>::from(g.board());
  for (int i = 1; i < g.k(); ++i) {
    above[i] = above[i - 1] & down(g, s, static_cast<Word64>(i) * d);
  }
  auto below = above[0];
  auto squares = above[g.k() - 1];
  for (int i = 1; i < g.k(); ++i) {
    below = below & up(g, s, static_cast<Word64>(i) * d);
    squares = squares | (below & above[g.k() - 1 - i]);
  }
  return squares.to_word() & g.board();
}

}  // namespace inarow::lanes
