#pragma once

// VICTOR's evaluation of a position (Allis 1988, ch. 8 and 9): which of these claims do the rules
// alone establish?
//
//   first to move    second_not_lose   a chosen set of rules solves all groups of the first player
//                    second_wins       likewise, and the set has an Aftereven
//   second to move   first_wins        an odd threat or a threat combination, and a chosen set on
//                                      the other columns
//
// Not-losing and wins only: a position without a claim is undecided, not the contrary. The theorem
// behind the rules is the thesis's; what was read differently and how it was tested stands in
// docs/victor.md.

#include <optional>
#include <vector>

#include "knowledge/victor/chosen_set.hpp"
#include "knowledge/victor/first_player.hpp"

namespace inarow::victor {

enum class Claim : std::uint8_t { none, second_not_lose, second_wins, first_wins };
constexpr const char* name_of(Claim claim) {
  constexpr std::array names{"none", "second-not-lose", "second-wins", "first-wins"};
  return names[static_cast<std::size_t>(claim)];
}

// A set of rules that proves a claim.
template <class B>
struct Reason {
  Claim claim = Claim::none;
  std::optional<Lever<B>> lever;  // of first_wins
  std::vector<Solution<B>> rules;
};

template <class B>
class Evaluator {
 public:
  using Word = typename B::Word;
  using Groups = typename B::Groups;
  // Choices of FindChosenSet before it gives up; most positions need fewer than thirty.
  static constexpr int default_budget = 2000;

  // The height must be even: the rules depend on it.
  explicit Evaluator(const B& board) : board_(board) { EXPECTS(board.even_height()); }

  const B& board() const { return board_; }
  // Which rules may be used: bit i for Rule(i).
  void restrict_to(unsigned rules) { rules_ = rules; }
  void set_budget(int budget) { budget_ = budget; }
  // After a stop it claims nothing any more: on large boards one evaluation takes a tenth of a
  // second. Null: none.
  void set_stop(const StopToken* stop) {
    stop_ = stop;
    search_.set_stop(stop);
  }
  // For sets that people read: simple rules are preferred, and none is left that could be left out.
  void prefer_simple(bool on) {
    prefer_simple_ = on;
    search_.prefer_simple(on);
  }

  // The first player is to move.
  bool second_holds(Word first, Word second);
  bool second_wins(Word first, Word second) { return second_wins(first, second, board_.squares()); }
  // The second player is to move.
  bool first_wins(Word first, Word second);

  // The same, by an Aftereven whose empty squares lie in `within`, or by an odd threat there (not
  // by a threat combination). Low squares win early.
  bool second_wins(Word first, Word second, Word within);
  bool first_wins_by_odd_threat(Word first, Word second, Word within);

  // Why the last of these that returned true did so.
  Reason<B> reason() const;

  // For positions without a claim: the rules that solve most, and what they leave unsolved.
  struct Partial {
    std::optional<Lever<B>> lever;
    std::vector<Solution<B>> rules;
    Groups unsolved;
  };
  Partial partial_second(Word first, Word second);
  // Nothing if the first player has no lever.
  std::optional<Partial> partial_first(Word first, Word second);

 private:
  bool solve(const Situation<B>& situation);
  bool solve_beside_lever(Word first, Word second, Word within);
  // Removes the rules that the others make superfluous.
  void shorten(Reason<B>& reason) const;
  Partial solve_most(const Situation<B>& situation);
  Situation<B> beside(Word first, Word second, const Lever<B>& lever) const;

  const B& board_;
  unsigned rules_ = (1U << rule_count) - 1;
  int budget_ = default_budget;
  const StopToken* stop_ = nullptr;
  bool prefer_simple_ = false;
  SolutionList<B> solutions_;
  ChosenSetSearch<B> search_;
  std::vector<Lever<B>> levers_;
  Claim claim_ = Claim::none;
  Groups problems_;  // of the last situation
  std::size_t lever_ = 0;
};

// Adds every instance of the rules in the set `rules`; after a stop only some.
template <class B>
void find_solutions(const Situation<B>& situation, unsigned rules, SolutionList<B>& list,
                    const StopToken* stop = nullptr);

extern template class Evaluator<SmallBoard>;
extern template class Evaluator<LargeBoard>;

}  // namespace inarow::victor
