#pragma once

// The lines of a finished proof (Allis 1988, 14.3): one move of the prover (White, who wins, or
// Black, who holds) in every position, all answers of the other, down to positions that tactics or
// the rules decide. They are a book with which a player who knows the rules reaches the result in
// every game.

#include <functional>
#include <optional>

#include "search/victor/search.hpp"

namespace inarow::victor {

template <class B>
class ProofLines {
 public:
  using Word = typename B::Word;
  // The value of a position as far as a search knows it.
  using Known = std::function<Verdict(const Position<B>&)>;

  // Extracts the lines below a position that the search has decided for White or for Black. `known`
  // must know a good move in every position of the prover's that it calls decided for him.
  ProofLines(Judge<B>& judge, const Known& known, const Position<B>& root);

  Verdict goal() const { return goal_; }

  // Positions with the prover to move, with the move that the lines have in each.
  std::size_t size() const { return moves_.size(); }
  std::optional<Word> move(const Position<B>& position) const;

  // The number of positions in the tree of lines below a position of the lines, transpositions
  // counted each time: how hard it is.
  double weight(const Position<B>& position) const;

  // The moves from a position of the lines in which the other player chooses what is hardest, until
  // the rules decide; forced replies included.
  std::vector<Word> critical_line(Position<B> position) const;

  // Positions after the prover's moves that the rules alone do not decide: what a player must look
  // up.
  const SearchTable<B>& book() const { return book_; }

 private:
  struct Entry {
    double weight = 1;
    Word move = 0;  // the prover's; 0 if the other is to move or the position is decided
  };

  bool prover_moves(const Position<B>& position) const {
    return position.first_to_move() == (goal_ == Verdict::white_wins);
  }
  double extract(const Position<B>& position);
  Word choose(const Position<B>& settled);

  Judge<B>& judge_;
  const Known& known_;
  Verdict goal_;
  KeyMap<B, Entry> entries_;
  KeyMap<B, Entry> moves_;
  SearchTable<B> book_;
};

extern template class ProofLines<SmallBoard>;
extern template class ProofLines<LargeBoard>;

}  // namespace inarow::victor
