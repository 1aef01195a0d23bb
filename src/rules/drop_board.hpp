#pragma once

// A position of a drop game on bitboards of 64 or 128 bits; the layout is drawn in
// rules/drop_geometry.hpp.

#include "base/bits.hpp"
#include "base/expects.hpp"
#include "rules/drop_geometry.hpp"
#include "rules/game_spec.hpp"

namespace inarow {

// A position: the stones of the player to move and all stones.
template <class Word>
class DropBoard {
 public:
  explicit DropBoard(const DropSpec& spec) : geometry_(spec) {}

  const DropGeometry<Word>& geometry() const { return geometry_; }
  int plies() const { return plies_; }
  Player to_move() const { return plies_ % 2 == 0 ? Player::first : Player::second; }
  Word own() const { return own_; }               // stones of the player to move
  Word opponents() const { return own_ ^ all_; }  // stones of the player who moved last
  Word all() const { return all_; }

  bool full() const { return all_ == geometry_.board(); }
  bool last_mover_won() const { return geometry_.has_line(opponents()); }

  bool can_play(Column c) const {
    return geometry_.landing(all_, c) != 0;  // the game's end is the caller's to know
  }

  // The square that a stone in the column falls on; the column must not be full.
  Word landing_bit(Column c) const { return geometry_.landing(all_, c); }

  void play(Column c) {
    EXPECTS(can_play(c));
    const Word bit = landing_bit(c);
    own_ ^= all_;
    all_ |= bit;
    ++plies_;
  }

  void undo(Column c) {
    const Word highest = geometry_.highest(all_, c);
    EXPECTS(highest != 0);
    all_ ^= highest;
    own_ ^= all_;
    --plies_;
  }

  // Tromp's position code. In each column, stones + bottom is a 1 above the highest stone (the
  // skyline); adding the stones of the player to move below it keeps the sum under 2^(height + 1),
  // so no column carries into the next and the code determines the position.
  Word key() const { return own_ + all_ + geometry_.bottom(); }

  // The smallest key of the position's images under the symmetries of the board.
  Word canonical_key() const { return geometry_.least_image(key()); }

 private:
  DropGeometry<Word> geometry_;
  Word own_ = 0;
  Word all_ = 0;
  int plies_ = 0;
};

// Calls f with a DropBoard of the smallest word that holds the board.
template <class F>
auto with_drop_board(const DropSpec& spec, F&& f) {
  if (spec.bits() <= word_bits<Word64>) return f(DropBoard<Word64>(spec));
  return f(DropBoard<Word128>(spec));
}

}  // namespace inarow
