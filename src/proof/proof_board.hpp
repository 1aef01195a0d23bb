#pragma once

// The board as proofs of bounds see it: the writer (bound_proof.hpp) and who walks through a
// finished proof (proof_walk.hpp). Exact.

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "rules/drop_board.hpp"
#include "rules/drop_tables.hpp"

namespace inarow {

// A position of a drop game as a proof sees it. Nobody has a line.
struct ProofPosition {
  Word128 prover = 0;    // stones
  Word128 opponent = 0;  // stones
  int stones = 0;
};

// "The score of the prover is at least the threshold."
struct ProofBound {
  Player prover = Player::first;
  int threshold = 0;
};

// The bits of a record's byte beside the column (docs/formats/certificate.md).
inline constexpr std::uint8_t leaf_flag = 0x80;
inline constexpr std::uint8_t no_move = 0x40;

enum class Settled : std::uint8_t { no, held, dead };

class ProofBoard {
 public:
  explicit ProofBoard(const DropSpec& spec) : geometry_(spec) {
    lines_ = lines_as_words(spec);
    for (const Column column : inarow::columns_from_the_centre(spec.width))
      order_.push_back(column.index);
    // On a cylinder every image of the position is tried.
    turns_ = spec.cylinder ? spec.width : 1;
  }

  const DropGeometry<Word128>& geometry() const { return geometry_; }
  int width() const { return geometry_.width(); }
  int cells() const { return geometry_.cells(); }
  const std::vector<int>& columns_from_the_centre() const { return order_; }

  // The square that a stone in the column falls on; 0 if it is full.
  Word128 landing(const ProofPosition& p, int x) const {
    return geometry_.landing(p.prover | p.opponent, Column{x});
  }
  bool has_line(Word128 stones) const { return geometry_.has_line(stones); }
  // A column in which the owner of the stones completes a line.
  std::optional<int> winning_column(const ProofPosition& p, Word128 stones) const {
    for (int x = 0; x < width(); ++x) {
      const Word128 bit = landing(p, x);
      if (bit != 0 && has_line(stones | bit)) return x;
    }
    return std::nullopt;
  }
  bool wins_now(const ProofPosition& p, Word128 stones) const {
    return winning_column(p, stones).has_value();
  }
  int lines_without(Word128 stones) const {
    return static_cast<int>(std::count_if(lines_.begin(), lines_.end(),
                                          [&](Word128 line) { return (line & stones) == 0; }));
  }
  bool has_line_without(Word128 stones) const {
    return std::any_of(lines_.begin(), lines_.end(),
                       [&](Word128 line) { return (line & stones) == 0; });
  }

  // Whether a proof of the bound needs nothing more here (but for wins with the next stone).
  Settled settled(const ProofPosition& p, bool provers, const ProofBound& bound) const {
    const int empty = cells() - p.stones;
    if ((provers ? empty : empty + 1) / 2 <= -bound.threshold) return Settled::held;
    return bound.threshold > 0 || has_line_without(p.prover) ? Settled::no : Settled::dead;
  }

  // The smallest code of the position's images under the symmetries of the board.
  Word128 code(const ProofPosition& p) const { return canonical(p).code; }

  // The same, and which image it is: image 2t is the board turned t times, 2t + 1 the mirrored
  // board turned t times.
  struct Canonical {
    Word128 code = 0;
    int image = 0;
  };
  Canonical canonical(const ProofPosition& p) const {
    Word128 plain = p.prover + (p.prover | p.opponent) + geometry_.bottom();
    Word128 mirrored = geometry_.mirror(plain);
    Canonical best = plain <= mirrored ? Canonical{plain, 0} : Canonical{mirrored, 1};
    for (int turn = 1; turn < turns_; ++turn) {
      plain = geometry_.rotate(plain);
      mirrored = geometry_.rotate(mirrored);
      if (plain < best.code) best = {plain, 2 * turn};
      if (mirrored < best.code) best = {mirrored, 2 * turn + 1};
    }
    return best;
  }
  // The squares as they lie in that image of the board, and back.
  Word128 to_image(Word128 squares, int image) const {
    if (image % 2 == 1) squares = geometry_.mirror(squares);
    for (int turn = image / 2; turn > 0; --turn) squares = geometry_.rotate(squares);
    return squares;
  }
  Word128 from_image(Word128 squares, int image) const {
    if (image >= 2) {
      for (int turn = width() - image / 2; turn > 0; --turn) squares = geometry_.rotate(squares);
    }
    return image % 2 == 1 ? geometry_.mirror(squares) : squares;
  }

 private:
  DropGeometry<Word128> geometry_;
  std::vector<Word128> lines_;
  std::vector<int> order_;
  int turns_;
};

}  // namespace inarow
