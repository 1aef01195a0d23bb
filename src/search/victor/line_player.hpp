#pragma once

// The player of the thesis (Allis 1988, 14.3): knows the lines of a proof and the rules, and wins
// every game as White from the position that the lines prove.
//
// A move that it gives for a reason other than `none` keeps the win, given the rules.

#include "base/stop.hpp"
#include "search/victor/line_book.hpp"

namespace inarow::victor {

template <class B>
class LinePlayer {
 public:
  using Word = typename B::Word;

  enum class Why : std::uint8_t {
    wins,    // completes a group
    forced,  // stops the opponent's only threat
    book,    // the position after it is in the lines
    rules,   // the rules alone decide the position after it
    search,  // a small search with the rules decides it
    none,    // nothing is known
  };
  struct Choice {
    Word square = 0;
    Why why = Why::none;
  };

  LinePlayer(const B& board, const LineBook& book) : judge_(board), book_(book) {}

  // White is to move and the game is not over. Nothing after a stop; `stop` may be null.
  Choice choose(const Position<B>& position, const StopToken* stop = nullptr);

 private:
  Judge<B> judge_;
  const LineBook& book_;
};

extern template class LinePlayer<SmallBoard>;
extern template class LinePlayer<LargeBoard>;

}  // namespace inarow::victor
