#pragma once

// The value of a position without search, for the searches that have VICTOR's rules at their
// leaves (Allis 1988, 11.2): 1 White wins, -1 Black at least draws, 0 unclear.
//
// Wins and not-losing: a verdict other than unclear is proved, given the rules.

#include "knowledge/victor/evaluation.hpp"
#include "rules/game.hpp"

namespace inarow::victor {

enum class Verdict : std::int8_t { black_holds = -1, unclear = 0, white_wins = 1 };

template <class B>
struct Position {
  using Word = typename B::Word;
  Word first = 0;
  Word second = 0;

  Word stones() const { return first | second; }
  bool first_to_move() const { return popcount(stones()) % 2 == 0; }
  Position after(Word square) const {
    Position next = *this;
    (first_to_move() ? next.first : next.second) |= square;
    return next;
  }
  friend bool operator==(const Position&, const Position&) = default;
};

// The position of a game of an even height that is not over.
template <class B>
Position<B> position_of(const B& board, const Game& game);

// A key of the *generalised position* (12.5): which squares are empty and the men that can still be
// part of a group; the others are indifferent and left out. The mirror image has the same key
// (12.6). Positions with equal keys have equal values, and the key determines the generalised
// position: `first` has White's live men; `second` has Black's and, above all of them, one bit in
// each column that marks the lowest empty square (the spare row if the column is full).
template <class B>
struct Key {
  typename B::Word first = 0;
  typename B::Word second = 0;
  friend auto operator<=>(const Key&, const Key&) = default;
};
template <class B>
Key<B> key_of(const B& board, const Position<B>& position);

template <class B>
struct KeyHash {
  std::size_t operator()(const Key<B>& key) const {
    std::uint64_t hash = 0;
    for (const typename B::Word word : {key.first, key.second}) {
      hash = mix(hash ^ static_cast<Word64>(word));
      if constexpr (word_bits<typename B::Word> > 64) {
        hash = mix(hash + static_cast<Word64>(word >> 64));
      }
    }
    return static_cast<std::size_t>(hash);
  }
};

template <class B>
class Judge {
 public:
  using Word = typename B::Word;
  explicit Judge(const B& board) : board_(board), evaluator_(board) {}

  const B& board() const { return board_; }
  Evaluator<B>& evaluator() { return evaluator_; }

  // Judges a position in which nobody has a line: tactics first, then the rules. Plays forced
  // replies in `position`.
  Verdict judge(Position<B>& position);

  // Only the tactics: wins at once, two threats at once, the full board; while there is one threat
  // the reply to it is played in `position`.
  Verdict play_forced(Position<B>& position) const;

  // The moves worth trying for the player to move, in a position that judge() left unclear: all of
  // them but those that let the opponent win at once.
  Word moves(const Position<B>& position) const;

  // How often the rules were asked.
  std::uint64_t evaluations() const { return evaluations_; }

 private:
  // The landing squares on which the player completes a group.
  Word wins(Word stones, Word landing) const;

  const B& board_;
  Evaluator<B> evaluator_;
  std::uint64_t evaluations_ = 0;
};

extern template class Judge<SmallBoard>;
extern template class Judge<LargeBoard>;

}  // namespace inarow::victor
