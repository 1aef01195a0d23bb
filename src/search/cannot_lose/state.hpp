#pragma once

// The states of cannot-lose strategies. D (the defender) must never lose, A attacks; A is to move.
// A state is a finite stack of real stones in every column and a set of *frozen* columns, where D
// has promised to answer every move of A on top of it and never to play there otherwise. So of the
// cells above the stack of a frozen column, h high, A will get h, h + 2, ... and D h + 1, h + 3,
// ... (Allis's follow-up, 1988, section 3.3, on some of the columns).
//
// A column is 16 bits: its stones bottom-up (1 is A's), a one above the highest stone, and whether
// it is frozen:
//
//   bit     15      h       h-1 ... 0
//        frozen     1       stones           the empty column: 0000 0000 0000 0001
//
// so that two states are equal exactly if their words are: the key of the table loses nothing.

#include <array>
#include <bit>
#include <compare>
#include <cstdint>
#include <string>

#include "base/bits.hpp"
#include "base/expects.hpp"

namespace inarow::cannot_lose {

inline constexpr int max_width = 16;
inline constexpr int max_stack = 14;  // real stones in a column of a state
inline constexpr int max_height = 24;

// Where the game is played: `height` 0 is infinite.
struct Ground {
  int width = 0;
  bool cylinder = false;
  int height = 0;
  friend auto operator<=>(const Ground&, const Ground&) = default;
};

class State {
 public:
  State() = default;
  static State empty(int width);

  int height(int c) const { return static_cast<int>(std::bit_width(stones(c))) - 1; }
  bool frozen(int c) const { return (columns_[at(c)] & frozen_bit) != 0; }
  // The cells of A's and of D's stones in the column, bit 0 at the bottom.
  std::uint32_t attacker(int c) const { return stones(c) ^ (1U << height(c)); }
  std::uint32_t defender(int c) const { return ~stones(c) & low_bits<std::uint32_t>(height(c)); }

  void push(int c, bool attackers) {
    EXPECTS(height(c) < max_stack);
    const std::uint32_t top = 1U << height(c);
    const std::uint32_t below = stones(c) ^ top;
    columns_[at(c)] = static_cast<std::uint16_t>((columns_[at(c)] & frozen_bit) | top << 1 | below |
                                                 (attackers ? top : 0U));
  }
  void freeze(int c) { columns_[at(c)] |= frozen_bit; }
  // Takes `rows` rows away from the bottom of the column.
  void drop_rows(int c, int rows) {
    columns_[at(c)] =
        static_cast<std::uint16_t>((columns_[at(c)] & frozen_bit) | (stones(c) >> rows));
  }

  std::uint16_t code(int c) const { return columns_[at(c)]; }
  void set_code(int c, std::uint16_t code) { columns_[at(c)] = code; }

  friend auto operator<=>(const State&, const State&) = default;
  std::uint64_t hash() const;

 private:
  static constexpr std::uint16_t frozen_bit = 0x8000;
  static std::size_t at(int c) { return static_cast<std::size_t>(c); }
  std::uint32_t stones(int c) const { return columns_[at(c)] & 0x7fffU; }

  std::array<std::uint16_t, max_width> columns_{};
};

// A symmetry of the ground: column c goes to (c + turn) mod width, before that mirrored if asked.
struct Image {
  int turn = 0;
  bool mirrored = false;
  int width = 0;
  int apply(int c) const { return ((mirrored ? width - 1 - c : c) + turn) % width; }
  int undo(int c) const {
    const int d = (c - turn + width) % width;
    return mirrored ? width - 1 - d : d;
  }
  State apply(const State& state) const;
};

// The least image of the state under the 2w symmetries of the cylinder or the 2 of a flat board,
// and how it arises.
struct Canonical {
  State state;
  Image image;
};
Canonical canonical(const Ground& ground, const State& state);

// With infinite height, rows more than three below the lowest stack take part in no line that is
// not already complete: they are deleted, so that strategies that go on for ever become cycles.
State without_dead_rows(const Ground& ground, State state);

bool can_push(const Ground& ground, const State& state, int c);
// D can keep the promise in column c: with finite height an even number of cells is left.
bool can_freeze(const Ground& ground, const State& state, int c);
// All columns frozen; some column may not be freezable (can_freeze).
State all_frozen(const Ground& ground, State state);
bool all_freezable(const Ground& ground, const State& state);

// The columns from the first to the last, bottom-up, frozen ones with a `*`: "AD* - DA*".
std::string to_string(const Ground& ground, const State& state);

}  // namespace inarow::cannot_lose
